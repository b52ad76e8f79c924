"""The exact versions that a page runs on. `pins.json` is the one place for them; the set-up reads it too."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PINS_FILE = Path(__file__).with_name("pins.json")


@dataclass(frozen=True)
class PinnedWheel:
    """A wheel that every page loads.

    Attributes:
        name: The distribution's name, as in `pydantic-core`.
        version: Its exact version.
        sha256: The hexadecimal digest of the wheel file.
    """

    name: str
    version: str
    sha256: str

    @property
    def prefix(self) -> str:
        """How the wheel's file name begins, up to the tags."""
        return f"{self.name.replace('-', '_')}-{self.version}-"


@dataclass(frozen=True)
class Pins:
    """The versions that belong together.

    Attributes:
        pyodide: Version of Pyodide.
        pyscript: Version of PyScript.
        python: The Python in that Pyodide, as in `3.14`.
        platform: The wheel tag of that Pyodide's binary interface.
        wheels: What a page needs besides this package, dependencies first.
    """

    pyodide: str
    pyscript: str
    python: str
    platform: str
    wheels: tuple[PinnedWheel, ...]


@cache
def pins() -> Pins:
    """Return the pinned versions."""
    values = json.loads(PINS_FILE.read_text(encoding="utf-8"))
    wheels = tuple(PinnedWheel(**wheel) for wheel in values.pop("wheels"))
    return Pins(**values, wheels=wheels)
