"""Lay out a runtime folder: everything that a page loads, ready to be served under one URL."""

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .manifest import MANIFEST_NAME, Manifest
from .pins import pins

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PYSCRIPT_FILE = "core.js"


def assemble(target: Path, *, pyodide: Path, pyscript: Path, wheels: Sequence[Path]) -> Manifest:
    """Copy Pyodide, PyScript and wheels into a folder, and remove from its parts what does not belong there.

    Unchanged files are left alone and the others replaced in one stroke, so that a server may go on reading.

    Args:
        target: The folder to fill; it is made if it is missing.
        pyodide: The npm package `pyodide`, unpacked.
        pyscript: The folder `dist` of the npm package `@pyscript/core`.
        wheels: The wheels of the page, dependencies first.

    Returns:
        The manifest, which is also written into the folder.

    Raises:
        FileNotFoundError: A file that belongs there is missing; the message names it.
        ValueError: A pinned wheel is missing; the message names it.
    """
    _check_wheels(wheels)
    for part, files in layout(pyodide, pyscript, wheels).items():
        _mirror(files, target / part)
    manifest = Manifest(pins().pyodide, pins().pyscript, tuple(wheel.name for wheel in wheels), *_fast(target))
    manifest.write(target)
    return manifest


def layout(pyodide: Path, pyscript: Path, wheels: Sequence[Path]) -> dict[str, list[Path]]:
    """Say which files belong into which part of a runtime folder.

    Raises:
        FileNotFoundError: PyScript is not there; the message names the file.
    """
    return {
        "pyodide": [pyodide / name for name in PYODIDE_FILES],
        "pyscript": [_existing(pyscript / PYSCRIPT_FILE), *_other_files(pyscript)],
        "wheels": [*wheels],
    }


def _fast(target: Path) -> tuple[dict[str, Any] | None, dict[str, list[str]], dict[str, list[str]]]:
    """What was made here before; whether it still fits, its maker finds out."""
    if not (target / MANIFEST_NAME).exists():
        return None, {}, {}
    manifest = Manifest.of(target)
    return manifest.fast, manifest.modules, manifest.imports


def copy_file(source: Path, target: Path) -> None:
    """Copy one file unless size and time say that it is there; readers see the old or the new, never half of it."""
    old = target.stat() if target.exists() else None
    new = source.stat()
    if old and (old.st_size, old.st_mtime_ns) == (new.st_size, new.st_mtime_ns):
        return
    part = target.with_name(f"{target.name}.part")
    shutil.copy2(source, part)
    part.replace(target)


def _check_wheels(wheels: Iterable[Path]) -> None:
    names = [wheel.name for wheel in wheels]
    for pin in pins().wheels:
        if not any(name.startswith(pin.prefix) for name in names):
            raise ValueError(f"no wheel of {pin.name} {pin.version} among {', '.join(names) or 'no wheels'}")


def _other_files(pyscript: Path) -> list[Path]:
    files = (path for path in pyscript.iterdir() if path.is_file())
    return sorted(path for path in files if path.suffix != ".map" and path.name != PYSCRIPT_FILE)


def _mirror(sources: Iterable[Path], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {_existing(source).name: source for source in sources}
    for name, source in wanted.items():
        copy_file(source, folder / name)
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing")
    return path
