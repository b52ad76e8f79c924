"""Make a runtime folder start fast: compiled archives, and a snapshot of a Python that has the SDK in it."""

import gzip
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..page import script
from .job import Job, lay_out, make_job
from .makers import Maker, find_maker
from .manifest import Manifest
from .patches import ASM
from .wishes import Wishes

FOLDER = "fast"
LOADER = "loader.mjs"
PARTS = ("library", "rest", "snapshot")
SITE = "/lib/python{python}/site-packages/"


def make_fast_start(
    runtime: Path,
    wishes: Wishes | None = None,
    *,
    maker: Maker | None = None,
    tell: Callable[[str], None] = lambda _doing: None,
) -> Manifest:
    """Add what a fast start needs to a runtime folder that `assemble` made; nothing happens if it is there already.

    Args:
        runtime: The folder.
        wishes: What it is to be like; with a snapshot of the SDK, if nothing is said.
        maker: What makes it; by default Node, or a Chromium where there is no Node.
        tell: Is told what is being done, in a few words.

    Returns:
        The folder's manifest, which says what is there now.

    Raises:
        MakerError: There is no maker, or making failed; the message says how.
        FileNotFoundError: The folder has not been assembled.
        ValueError: The folder is not of the pinned versions.
    """
    wishes = wishes or Wishes()
    manifest = Manifest.of(runtime)
    job, pyscript = make_job(runtime, manifest, wishes)
    if manifest.fast and manifest.fast["id"] == job.id and is_whole(runtime, manifest.fast):
        return manifest
    maker = maker or find_maker()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        native = lay_out(job, runtime, folder)
        maker.run(folder, tell)
        tell("compressing")
        fast = _publish(job, folder, runtime, native) | {"writer": len(pyscript.writer)}
        modules, imports = _modules(folder, job), _read(folder, "imports")
    _write(runtime / FOLDER / LOADER, _loader(fast, manifest).encode("ascii"))
    manifest = Manifest(manifest.pyodide, manifest.pyscript, manifest.wheels, fast, modules, imports)
    manifest.write(runtime)
    return manifest


def is_whole(runtime: Path, fast: dict[str, Any]) -> bool:
    """Tell whether everything that a manifest says of a fast start is there, in the size that it says."""
    sizes = {asset["path"]: asset["size"] for asset in fast["assets"].values()}
    paths = [runtime / path for path in sizes]
    there = all(path.is_file() and path.stat().st_size == sizes[path.relative_to(runtime).as_posix()] for path in paths)
    return there and (runtime / FOLDER / LOADER).is_file()


def _publish(job: Job, made: Path, runtime: Path, native: dict[str, str]) -> dict[str, Any]:
    """Move the products into the runtime folder; gives what the loader must know."""
    target = runtime / FOLDER
    target.mkdir(exist_ok=True)
    assets: dict[str, dict[str, Any]] = {}
    for name, file in {"pyodide.mjs": None, "pyodide.asm.wasm": None, "packages": "pyodide-lock.json"}.items():
        path = runtime / "pyodide" / (file or name)
        assets[name] = {"path": f"pyodide/{path.name}", "size": path.stat().st_size}
    _write(target / ASM, (made / ASM).read_bytes())
    assets[ASM] = {"path": f"{FOLDER}/{ASM}", "size": (target / ASM).stat().st_size}
    for name, file in native.items():
        _write(target / file, (made / name).read_bytes())
        assets[name] = {"path": f"{FOLDER}/{file}", "size": (target / file).stat().st_size}
    for name in PARTS:
        product = made / f"{name}.made"
        if product.exists():
            _write(target / f"{name}.bin", gzip.compress(product.read_bytes(), 9, mtime=0))
            size = (target / f"{name}.bin").stat().st_size
            assets[name] = {"path": f"{FOLDER}/{name}.bin", "size": size, "packed": True}
    wanted = {Path(asset["path"]).name for asset in assets.values()} | {LOADER}
    for path in target.iterdir():
        if path.name not in wanted:
            path.unlink()
    return {
        "id": job.id,
        "python": job.python,
        "lock": job.lock,
        "tableBase": job.tableBase,
        "library": "library",
        "rest": "rest",
        "snapshot": "snapshot" if job.snapshot else None,
        "top": job.top and {"name": job.top["name"], "digest": job.top["digest"]},
        "sides": _read(made, "sides"),
        "assets": assets,
    }


def _read(made: Path, name: str) -> Any:
    return json.loads((made / f"{name}.made").read_text(encoding="utf-8"))


def _modules(made: Path, job: Job) -> dict[str, list[str]]:
    """Give the names of the modules that each part has."""
    modules: dict[str, str] = _read(made, "modules")
    if job.snapshot:
        modules["snapshot"] = _read(made, "snapshot-modules")
    return {part: names.split() for part, names in modules.items()}


def _loader(fast: dict[str, Any], manifest: Manifest) -> str:
    """Make the module that PyScript's `interpreter` setting names."""
    return script("loader.js") + (
        f"\nconst manifest = {json.dumps(fast)};\n"
        f'export const version = "{manifest.pyodide}";\n'
        'const source = mcpAppsLoader.network(new URL("..", import.meta.url).href, manifest);\n'
        "export const loadPyodide = (options) => mcpAppsLoader.forPyScript(source, manifest, options);\n"
    )


def _write(path: Path, content: bytes) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
