"""What the maker is told: a folder with `job.json` and everything that is made into a fast start."""

import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ..page import script
from .manifest import Manifest
from .patches import ASM, PATCHES, patched_asm
from .pins import pins
from .pyscript_library import PyScriptLibrary, read_library
from .wheels import is_pinned
from .wishes import Wishes

MAKER = Path(__file__).with_name("maker")
LIBRARY_FILE = Path(__file__).with_name("library.json")
PAGE_FILES = ("loader.js", "_mcp_apps_runtime.py")
NATIVE_SUFFIX = re.compile(r"(?:\.cpython-[\w-]+|\.abi3)?\.so$")
OWN_PREFIX = "mcp_apps_py-"
TABLE_BASE = 16384
"""Where the functions of side modules begin, in the function table of every engine."""


@dataclass(frozen=True)
class Job:
    """What is to be made.

    Attributes:
        id: Changes with anything that goes in.
        python: Version of Python, as in `3.14`.
        lock: What Pyodide must be told of itself, from its lock file.
        wheels: File names of the wheels, dependencies first.
        given: Those among them that the author has added.
        preload: Modules that every snapshot holds.
        wanted: Modules that this one is to hold, too.
        top: The top of a view that it is to hold, in a form for JSON; None if there is none.
        common: Modules of the standard library for the first archive, besides those in use.
        left_out: Packages of the standard library that no archive has.
        pyscript: The modules of PyScript's Python library, by file name.
        snapshot: Whether to make a snapshot.
        tableBase: See `TABLE_BASE`.
    """

    id: str
    python: str
    lock: dict[str, Any]
    wheels: tuple[str, ...]
    preload: tuple[str, ...]
    common: tuple[str, ...]
    left_out: tuple[str, ...]
    pyscript: dict[str, str]
    snapshot: bool
    given: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    top: dict[str, Any] | None = None
    tableBase: int = TABLE_BASE  # noqa: N815 - JavaScript reads it
    sides: list[dict[str, str]] = field(default_factory=list[dict[str, str]])


@cache
def library_rules() -> dict[str, tuple[str, ...]]:
    """Give what stands in `library.json`."""
    rules: dict[str, list[str]] = json.loads(LIBRARY_FILE.read_text(encoding="utf-8"))
    return {name: tuple(entries) for name, entries in rules.items()}


def make_job(runtime: Path, manifest: Manifest, wishes: Wishes) -> tuple[Job, PyScriptLibrary]:
    """Say what is to be made of a runtime folder.

    Raises:
        FileNotFoundError: Something is missing in the folder.
        ValueError: The folder is not of the pinned versions.
    """
    pyscript, rules = read_library(runtime / "pyscript"), library_rules()
    lock = json.loads((runtime / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    top = None if wishes.top is None else wishes.top.to_json()
    facts = [wishes.snapshot, wishes.preload, top, PATCHES, pyscript.writer, *map(script, PAGE_FILES)]
    digest = hashlib.sha256(json.dumps(facts).encode())
    for path in _ingredients(runtime, manifest):
        digest.update(path.name.encode() + path.read_bytes())
    job = Job(
        id=digest.hexdigest()[:16],
        python=pins().python,
        lock=lock | {"version": manifest.pyodide},
        wheels=manifest.wheels,
        pyscript=pyscript.modules,
        snapshot=wishes.snapshot,
        given=tuple(name for name in manifest.wheels if not _comes_with_every_page(name)),
        preload=rules["preload"],
        wanted=wishes.preload,
        top=top,
        common=rules["common"],
        left_out=rules["left_out"],
    )
    return job, pyscript


def _comes_with_every_page(wheel: str) -> bool:
    return wheel.startswith(OWN_PREFIX) or is_pinned(Path(wheel))


def _ingredients(runtime: Path, manifest: Manifest) -> Iterable[Path]:
    yield from sorted(path for path in MAKER.iterdir() if path.is_file())
    yield LIBRARY_FILE
    yield from sorted((runtime / "pyodide").iterdir())
    yield from (runtime / "wheels" / name for name in manifest.wheels)


def lay_out(job: Job, runtime: Path, folder: Path) -> dict[str, str]:
    """Fill the maker's folder; gives the native modules in it, with the names under which they are served."""
    sources = [*MAKER.iterdir(), *(runtime / "pyodide").iterdir(), *(runtime / "wheels" / name for name in job.wheels)]
    for source in sources:
        if source.is_file():
            shutil.copy(source, folder)
    (folder / ASM).write_bytes(patched_asm(runtime / "pyodide"))
    for name in PAGE_FILES:
        (folder / name).write_text(script(name), encoding="ascii")
    (folder / "job.json").write_text(json.dumps(asdict(job)), encoding="utf-8")
    native = [name for wheel in job.wheels for name in _extract_native(folder / wheel, folder)]
    return {name: NATIVE_SUFFIX.sub(".wasm", name) for name in native}


def _extract_native(wheel: Path, folder: Path) -> Iterable[str]:
    with zipfile.ZipFile(wheel) as archive:
        for path in archive.namelist():
            if path.endswith(".so"):
                name = path.replace("/", ".")  # as in the maker
                (folder / name).write_bytes(archive.read(path))
                yield name
