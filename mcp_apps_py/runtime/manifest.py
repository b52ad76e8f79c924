"""The manifest of a runtime folder: which versions lie in it, and its wheels in the order of installation."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self, cast

MANIFEST_NAME = "manifest.json"


@dataclass(frozen=True)
class Manifest:
    """What a runtime folder holds.

    Attributes:
        pyodide: Version of Pyodide.
        pyscript: Version of PyScript.
        wheels: File names in the folder `wheels`, dependencies first.
        fast: What the loader must know of the folder `fast`; None if there is none.
        modules: The modules in each part of that folder.
        imports: What each module of the rest imports.
    """

    pyodide: str
    pyscript: str
    wheels: tuple[str, ...]
    fast: dict[str, Any] | None = field(default=None, hash=False)
    modules: dict[str, list[str]] = field(default_factory=dict[str, list[str]], hash=False)
    imports: dict[str, list[str]] = field(default_factory=dict[str, list[str]], hash=False)

    @classmethod
    def of(cls, source: "Manifest | Mapping[str, Any] | Path") -> Self:
        """Make a manifest of what stands in a JSON object, a manifest file or a runtime folder.

        Raises:
            FileNotFoundError: The path leads to no manifest.
            ValueError: A member is missing or of the wrong type; the message names it.
        """
        if isinstance(source, Manifest):
            return cls(source.pyodide, source.pyscript, source.wheels, source.fast, source.modules, source.imports)
        if isinstance(source, Path):
            return cls._read(source / MANIFEST_NAME if source.is_dir() else source)
        return cls._from_json(source, "the manifest")

    @classmethod
    def _read(cls, path: Path) -> Self:
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise FileNotFoundError(f"{path} does not exist: the runtime folder has not been assembled.") from error
        except ValueError as error:
            raise ValueError(f"{path} is not JSON: {error}") from error
        return cls._from_json(values, str(path))

    @classmethod
    def _from_json(cls, values: Any, where: str) -> Self:
        if not isinstance(values, Mapping):
            raise ValueError(f"{where} must be a JSON object, not {type(values).__name__}")
        members = cast("Mapping[str, Any]", values)
        for name in ("pyodide", "pyscript"):
            if not isinstance(members.get(name), str):
                raise ValueError(f"{where}: {name!r} must be a version string, not {members.get(name)!r}")
        wheels: Any = members.get("wheels")
        if not isinstance(wheels, list | tuple) or not all(isinstance(name, str) for name in cast("list[Any]", wheels)):
            raise ValueError(f"{where}: 'wheels' must be a list of file names, not {wheels!r}")
        fast: Any = members.get("fast")
        if fast is not None and "assets" not in cast("dict[str, Any]", fast):
            raise ValueError(f"{where}: 'fast' must be what the maker wrote, not {fast!r}")
        return cls(
            members["pyodide"],
            members["pyscript"],
            tuple(cast("list[str]", wheels)),
            fast,
            members.get("modules", {}),
            members.get("imports", {}),
        )

    def write(self, folder: Path) -> None:
        """Write `manifest.json` into a folder; readers see the old one or the new one, never half of it."""
        part = folder / f"{MANIFEST_NAME}.part"
        part.write_text(
            json.dumps({name: value for name, value in asdict(self).items() if value}, indent=2) + "\n",
            encoding="utf-8",
        )
        part.replace(folder / MANIFEST_NAME)
