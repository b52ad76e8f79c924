"""The header of a view file: inline script metadata (PEP 723) that says what the view is and what it needs.

# /// script
# dependencies = ["mcp-apps-py"]
# [tool.mcp-app]
# name = "Weather"
# version = "1.0.0"
# ///
"""

import re
import tomllib
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from ..types import AppCapabilities, Icon, Implementation
from .errors import PageError
from .files import read_python
from .metadata import is_origin

BLOCK_BEGIN = re.compile(r"# /// (?P<kind>[a-zA-Z0-9-]+)\s*")
BLOCK_END = "# ///"
TABLE = "mcp-app"
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
AT_LINE = re.compile(r" \(at line (\d+), column \d+\)| \(at end of document\)")
PERMISSIONS = {
    "camera": "camera",
    "microphone": "microphone",
    "geolocation": "geolocation",
    "clipboard-write": "clipboardWrite",
}


def _key(field_name: str) -> str:
    return field_name.replace("_", "-")


class Settings(BaseModel):
    """The table `[tool.mcp-app]`; each field stands there with `-` for `_`. The guide says what each means."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=_key)

    name: str | None = None
    version: str | None = None
    title: str | None = None
    description: str | None = None
    website_url: str | None = None
    icons: list[dict[str, Any]] | None = None
    tools: bool | None = None
    display_modes: list[str] | None = None
    capabilities: dict[str, Any] = {}
    connect_domains: list[str] = []
    resource_domains: list[str] = []
    frame_domains: list[str] = []
    base_uri_domains: list[str] = []
    permissions: list[Literal["camera", "microphone", "geolocation", "clipboard-write"]] = []
    border: bool | None = None
    domain: str | None = None
    host_styles: bool = True
    loader: Literal["pyscript", "direct"] | None = None
    runtime: Literal["cdn"] | None = None
    modules: list[str] = []


@dataclass(frozen=True)
class Header:
    """What a view file says of itself, checked.

    Attributes:
        settings: The table `[tool.mcp-app]`.
        dependencies: The names of the packages that the view needs, without versions.
        info: `appInfo` of the handshake; None if the view does not name itself.
        capabilities: `appCapabilities` of the handshake.
    """

    settings: Settings = field(default_factory=Settings)
    dependencies: tuple[str, ...] = ()
    info: dict[str, Any] | None = None
    capabilities: dict[str, Any] = field(default_factory=dict[str, Any])

    def in_page(self) -> dict[str, Any]:
        """Return what the page must know before Python is there: the content of its block `mcp-app`."""
        if self.info is None:
            return {"hostStyles": False} if not self.settings.host_styles else {}
        about: dict[str, Any] = {"appInfo": self.info, "appCapabilities": self.capabilities}
        return about | ({} if self.settings.host_styles else {"hostStyles": False})


def read_header(path: Path) -> Header:
    """Read the header of a view file; one that has none gives an empty header.

    Raises:
        PageError: The header is not TOML, stands there twice, or has an unknown or a wrong entry; the message names
            file, line and key.
    """
    block = _find_block(path, read_python(path).splitlines())
    return Header() if block is None else _Reader(path, block).read()


@dataclass(frozen=True)
class _Block:
    """The TOML of a header, and the number of its first line in the file."""

    lines: list[str]
    first: int

    def line_of(self, *keys: str) -> int:
        """Give the line where the last of some nested keys stands, or else where an outer one or the block begins."""
        for key in reversed(keys):
            begins = re.compile(rf"""\s*(?:\[+\s*(?:[\w-]+\.)*)?["']?{re.escape(key)}["']?\s*(?:[=\].])""")
            found = [index for index, line in enumerate(self.lines) if begins.match(line)]
            if found:
                return self.first + found[0]
        return self.first - 1


def _find_block(path: Path, lines: list[str]) -> _Block | None:
    found: _Block | None = None
    at = 0
    while at < len(lines):
        match = BLOCK_BEGIN.fullmatch(lines[at])
        at += 1
        if match is None or match["kind"] != "script":
            continue
        begin = at
        while at < len(lines) and lines[at].startswith("#") and lines[at].rstrip() != BLOCK_END:
            if lines[at] != "#" and not lines[at].startswith("# "):
                raise PageError(path, at + 1, "a line of the header begins with '# ', hash and blank")
            at += 1
        if at == len(lines) or not lines[at].startswith("#"):
            raise PageError(path, begin, f"the header that begins here has no end, a line {BLOCK_END!r}")
        if found is not None:
            raise PageError(path, begin, f"there is a header in line {found.first - 1} already; a file has one")
        found = _Block([line[2:] for line in lines[begin:at]], begin + 1)
    return found


class _Reader:
    """Reads one header, and knows where what is wrong stands."""

    def __init__(self, path: Path, block: _Block) -> None:
        self._path = path
        self._block = block

    def read(self) -> Header:
        try:
            document = tomllib.loads("\n".join(self._block.lines))
        except tomllib.TOMLDecodeError as error:
            raise self._no_toml(str(error)) from error
        tools: Any = document.get("tool")
        table: Any = cast("dict[str, Any]", tools).get(TABLE, {}) if isinstance(tools, dict) else {}
        if not isinstance(table, dict):
            raise self._error(f"[tool.{TABLE}] is a table", TABLE)
        try:
            settings = Settings.model_validate(table)
        except ValidationError as error:
            raise self._explained(error.errors()[0]) from error
        self._check_domains(settings)
        return Header(
            settings=settings,
            dependencies=self._dependencies(document.get("dependencies", [])),
            info=self._info(settings),
            capabilities=self._capabilities(settings),
        )

    def _error(self, problem: str, *keys: str) -> PageError:
        return PageError(self._path, self._block.line_of(*keys), problem)

    def _no_toml(self, problem: str) -> PageError:
        place = AT_LINE.search(problem)
        line = int(place[1]) if place and place[1] else len(self._block.lines)
        problem = f"the header is not TOML: {AT_LINE.sub('', problem)}"
        return PageError(self._path, self._block.first + line - 1, problem)

    def _explained(self, detail: ErrorDetails) -> PageError:
        keys = [str(part) for part in detail["loc"]]
        if detail["type"] != "extra_forbidden":
            return self._error(f"{'.'.join(keys)}: {detail['msg'][:1].lower()}{detail['msg'][1:]}", *keys)
        known = [_key(name) for name in Settings.model_fields]
        close = get_close_matches(keys[-1].replace("_", "-"), known, 1, 0.5)
        advice = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}"
        return self._error(f"[tool.{TABLE}] has no key {keys[-1]!r}: {advice}", *keys)

    def _check_domains(self, settings: Settings) -> None:
        for name in ("connect_domains", "resource_domains", "frame_domains", "base_uri_domains"):
            for entry in cast("list[str]", getattr(settings, name)):
                if not is_origin(name, entry):
                    raise self._error(f"{_key(name)}: {entry!r} is not an origin such as https://a.example", _key(name))

    def _dependencies(self, listed: Any) -> tuple[str, ...]:
        if not isinstance(listed, list):
            raise self._error("dependencies is a list of names", "dependencies")
        names: list[str] = []
        for entry in cast("list[Any]", listed):
            match = NAME.match(entry) if isinstance(entry, str) else None
            if match is None:
                raise self._error(f"dependencies: {entry!r} does not begin with a package's name", "dependencies")
            names.append(re.sub(r"[-_.]+", "-", match[0]).lower())
        return tuple(dict.fromkeys(names))

    def _info(self, settings: Settings) -> dict[str, Any] | None:
        given = settings.model_dump(include=set(Implementation.model_fields), exclude_none=True)
        if not given:
            return None
        for key in ("name", "version"):
            if not given.get(key):
                raise self._error(f"[tool.{TABLE}] has no {key}; a view that names itself has name and version", TABLE)
        try:
            icons = [Icon.model_validate(icon) for icon in settings.icons or []]
        except ValidationError as error:
            keys = ["icons", *(str(part) for part in error.errors()[0]["loc"])]
            raise self._error(f"{'.'.join(keys)}: {error.errors()[0]['msg']}", *keys) from error
        return Implementation.model_validate(given | {"icons": icons or None}).to_wire()

    def _capabilities(self, settings: Settings) -> dict[str, Any]:
        said: dict[str, Any] = {}
        if settings.tools:
            said["tools"] = {"listChanged": True}
        if settings.display_modes is not None:
            said["availableDisplayModes"] = settings.display_modes
        if twice := said.keys() & settings.capabilities.keys():
            raise self._error(f"capabilities: {twice.pop()!r} has a key of its own in [tool.{TABLE}]", "capabilities")
        if (said or settings.capabilities) and settings.name is None:
            raise self._error(f"[tool.{TABLE}] has no name and version to go with what the view offers", TABLE)
        try:
            return AppCapabilities.model_validate(settings.capabilities | said).to_wire()
        except ValidationError as error:
            keys = ["capabilities", *(str(part) for part in error.errors()[0]["loc"])]
            raise self._error(f"{'.'.join(keys)}: {error.errors()[0]['msg']}", *keys) from error
