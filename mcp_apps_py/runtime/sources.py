"""What a runtime folder is made of: found where an author has it, and checked."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .folder import PYODIDE_FILES, PYSCRIPT_FILE
from .pins import pins
from .wheels import WheelError, build_own_wheel, check_pinned, check_wheel, is_pinned

OWN_PREFIX = "mcp_apps_py-"


class SourceError(ValueError):
    """Something that a runtime folder is made of is missing or wrong; the message says what to give."""


@dataclass(frozen=True)
class Sources:
    """What a runtime folder is made of.

    Attributes:
        pyodide: The npm package `pyodide`, unpacked.
        pyscript: The folder `dist` of the npm package `@pyscript/core`.
        wheels: The wheels that every page has, dependencies first, and then the author's own.
    """

    pyodide: Path
    pyscript: Path
    wheels: tuple[Path, ...]


def find_sources(
    scratch: Path,
    *,
    node_modules: Path | None = None,
    pyodide: Path | None = None,
    pyscript: Path | None = None,
    wheels: Sequence[Path] = (),
    given: Sequence[Path] = (),
) -> Sources:
    """Find everything, and check that it belongs together.

    Args:
        scratch: A folder for the wheel of this package, which is built if none is among `wheels`.
        node_modules: Where npm has installed `pyodide` and `@pyscript/core`.
        pyodide: The npm package `pyodide`, unpacked, if it is elsewhere.
        pyscript: The npm package `@pyscript/core`, unpacked, or its folder `dist`, if it is elsewhere.
        wheels: Wheels that every page has, or folders with them.
        given: The author's own wheels, or folders with them.

    Raises:
        SourceError: Something is missing or of another version.
        WheelError: A wheel is broken or for another platform.
    """
    parts = node_modules or Path("node_modules")
    found_pyodide = pyodide or parts / "pyodide"
    found_pyscript = pyscript or parts / "@pyscript" / "core"
    if (found_pyscript / "dist").is_dir():
        found_pyscript /= "dist"
    _check("--pyodide", f"pyodide@{pins().pyodide}", found_pyodide, PYODIDE_FILES)
    _check("--pyscript", f"@pyscript/core@{pins().pyscript}", found_pyscript, [PYSCRIPT_FILE])
    ours = _every_page(wheels, scratch)
    return Sources(found_pyodide, found_pyscript, (*ours, *_given(given)))


def _check(option: str, package: str, folder: Path, files: Sequence[str]) -> None:
    for name in files:
        if not (folder / name).is_file():
            raise SourceError(
                f"{folder / name} is missing: give {option} DIR with the npm package {package}, unpacked, or "
                f"--node-modules DIR where `npm install {package}` was run"
            )
    name, _, version = package.rpartition("@")
    for described in (folder / "package.json", folder.parent / "package.json"):
        found: dict[str, Any] = json.loads(described.read_text(encoding="utf-8")) if described.is_file() else {}
        if found.get("name") == name and found.get("version") != version:
            raise SourceError(f"{folder}: {name} is version {found.get('version')}, and must be {version}")


def _every_page(wheels: Sequence[Path], scratch: Path) -> list[Path]:
    """Give the wheels that every page has, dependencies first."""
    found = _wheels(wheels)
    for path in wheels:
        if path in found and not (is_pinned(path) or path.name.startswith(OWN_PREFIX)):
            raise SourceError(f"{path}: no page needs this wheel by itself; give it with --with")
    chosen: list[Path] = []
    missing: list[str] = []
    for pin in pins().wheels:
        path = next((path for path in found if path.name.startswith(pin.prefix)), None)
        if path is None:
            missing.append(f"{pin.name}=={pin.version}")
        else:
            check_wheel(path)
            check_pinned(path)
            chosen.append(path)
    if missing:
        raise SourceError(f"no wheel of {', '.join(missing)} was given: {_how_to_download(missing)}")
    own = next((path for path in found if path.name.startswith(OWN_PREFIX)), None)
    if own is not None:
        check_wheel(own)
    return [*chosen, own or build_own_wheel(scratch)]


def _how_to_download(requirements: Sequence[str]) -> str:
    python = pins().python
    tags = (
        f"--platform {pins().platform} --python-version {python} --implementation cp --abi cp{python.replace('.', '')}"
    )
    command = f"pip download --no-deps --only-binary=:all: {tags} -d wheels {' '.join(requirements)}"
    return f"give --wheel FILE or DIR, as from `{command}`"


def _given(wheels: Sequence[Path]) -> list[Path]:
    found = _wheels(wheels)
    for path in found:
        check_wheel(path)
        if is_pinned(path) or path.name.startswith(OWN_PREFIX):
            raise WheelError(f"{path}: every page has this one already; give it with --wheel")
    return found


def _wheels(paths: Sequence[Path]) -> list[Path]:
    """Give the wheels, those in folders too."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.glob("*.whl")) if path.is_dir() else [path]
        if not path.exists():
            raise SourceError(f"{path}: there is no such file or folder")
    return found
