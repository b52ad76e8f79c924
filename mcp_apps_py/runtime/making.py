"""Make a runtime folder start fast: compiled archives, and a snapshot of a Python that has the SDK in it."""

import gzip
import json
import subprocess
import tempfile
from pathlib import Path
from shutil import which
from typing import Any

from ..errors import McpAppsError
from ..page import script
from .job import Job, lay_out, make_job
from .manifest import Manifest
from .patches import ASM

FOLDER = "fast"
PARTS = ("library", "rest", "snapshot")
SITE = "/lib/python{python}/site-packages/"


class MakerError(McpAppsError, RuntimeError):
    """A fast start could not be made."""


def make_fast_start(runtime: Path, *, snapshot: bool = True, node: str | None = None) -> Manifest:
    """Add what a fast start needs to a runtime folder that `assemble` made; nothing happens if it is there already.

    Args:
        runtime: The folder.
        snapshot: Whether to make a snapshot of the memory, too.
        node: The Node to make it with; by default the one on the path.

    Returns:
        The folder's manifest, which says what is there now.

    Raises:
        MakerError: There is no Node, or making failed; the message says how.
        FileNotFoundError: The folder has not been assembled.
        ValueError: The folder is not of the pinned versions.
    """
    manifest = Manifest.of(runtime)
    job, pyscript = make_job(runtime, manifest, snapshot=snapshot)
    if manifest.fast and manifest.fast["id"] == job.id:
        return manifest
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        native = lay_out(job, runtime, folder)
        _run(node or which("node"), folder)
        fast = _publish(job, folder, runtime, native) | {"writer": len(pyscript.writer)}
        modules = _modules(folder, job)
    _write(runtime / FOLDER / "loader.mjs", _loader(fast, manifest).encode("ascii"))
    manifest = Manifest(manifest.pyodide, manifest.pyscript, manifest.wheels, fast, modules)
    manifest.write(runtime)
    return manifest


def _run(node: str | None, folder: Path) -> None:
    if node is None:
        raise MakerError("a fast start is made with Node, and there is no `node` on the path: install Node 20 or later")
    done = subprocess.run(
        [node, folder / "node.mjs", folder], capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise MakerError(f"making a fast start failed:\n{done.stderr.strip() or done.stdout.strip()}")


def _publish(job: Job, made: Path, runtime: Path, native: list[str]) -> dict[str, Any]:
    """Move the products into the runtime folder; gives what the loader must know."""
    target = runtime / FOLDER
    target.mkdir(exist_ok=True)
    assets: dict[str, dict[str, Any]] = {}
    for name, file in {"pyodide.mjs": None, "pyodide.asm.wasm": None, "packages": "pyodide-lock.json"}.items():
        path = runtime / "pyodide" / (file or name)
        assets[name] = {"path": f"pyodide/{path.name}", "size": path.stat().st_size}
    _write(target / ASM, (made / ASM).read_bytes())
    assets[ASM] = {"path": f"{FOLDER}/{ASM}", "size": (target / ASM).stat().st_size}
    for name in native:
        file = f"{name.partition('.')[0].strip('_')}.wasm"
        _write(target / file, (made / name).read_bytes())
        assets[name] = {"path": f"{FOLDER}/{file}", "size": (target / file).stat().st_size}
    for name in PARTS:
        product = made / f"{name}.made"
        if product.exists():
            _write(target / f"{name}.bin", gzip.compress(product.read_bytes(), 9, mtime=0))
            size = (target / f"{name}.bin").stat().st_size
            assets[name] = {"path": f"{FOLDER}/{name}.bin", "size": size, "packed": True}
    wanted = {Path(asset["path"]).name for asset in assets.values()} | {"loader.mjs"}
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
        'const base = new URL("..", import.meta.url).href;\n'
        "export const loadPyodide = (options) => mcpAppsLoader.forPyScript(base, manifest, options);\n"
    )


def _write(path: Path, content: bytes) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
