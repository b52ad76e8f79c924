"""Python's side of the loader: fresh state after a snapshot, and modules that are loaded when they are asked for.

It lies in the archives of a runtime, and runs before anything else in a page. It must import little.
"""

import asyncio
import json
import os
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from importlib.machinery import PathFinder
from types import CodeType, ModuleType
from typing import Any

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
REST = "/lib/rest.zip"
ROOTS = {"library": LIBRARY, "rest": REST}
GZIP = 31  # tells zlib to expect the header of gzip

NOT_HERE = (
    "{!r} is not in this page. Import it in the view's own files, or name it under `modules` in the view's header "
    "([tool.mcp-app]), and write the page anew."
)

ARCHIVES: dict[str, str] = {}
"""The names of all modules, by the archive that has them; the maker of a runtime fills it in."""

ARRIVALS: list[Callable[[], None]] = []
"""What else has to look at its surroundings anew after a snapshot."""


class PyScript:
    """PyScript's Python library as it was imported outside of a page, waiting for what JavaScript gives it.

    Args:
        modules: The modules, by name.
        late: Modules that have not run yet, with their code.
        owed: Modules, names in them, and the path of what belongs there.
    """

    def __init__(
        self,
        modules: dict[str, ModuleType],
        late: list[tuple[ModuleType, CodeType]],
        owed: list[tuple[ModuleType, str, tuple[str, ...]]],
    ) -> None:
        self.modules = modules
        self._late = late
        self._owed = owed

    def bring(self) -> None:
        """Finish the library, and let it be imported."""
        sys.modules.update(self.modules)
        for module, code in self._late:
            exec(code, module.__dict__)  # noqa: S102
        for module, name, (first, *rest) in self._owed:
            __import__(first)
            value: Any = sys.modules[first]
            for attribute in rest:
                value = getattr(value, attribute)
            setattr(module, name, value)
        self.modules["pyscript.web"].page.__init__()


waiting_pyscript: PyScript | None = None


def bring_pyscript() -> None:
    """Make PyScript's Python library ready; the loader calls this in place of PyScript's own way."""
    global waiting_pyscript
    waiting, waiting_pyscript = waiting_pyscript, None
    if waiting is None:
        __import__("pyscript")
    else:
        waiting.bring()


class Top:
    """The top of a view as it was run when the snapshot was made, waiting for a page whose view begins so.

    Args:
        file: The name of the view's file.
        text: The top's text.
        made: The globals that it has made.
        modules: The view's own modules that it has imported.
    """

    def __init__(self, file: str, text: str, made: dict[str, Any], modules: dict[str, ModuleType]) -> None:
        self._file = file
        self._text = text
        self._made = made
        self._modules = modules

    def take(self) -> None:
        """Put what it has made where it belongs, and let tracebacks show its lines."""
        sys.modules["__main__"].__dict__.update(self._made)
        sys.modules.update(self._modules)
        kind: Any = sys.modules["_pyodide._base"].CodeRunner
        remember = kind._set_linecache

        def remember_both(runner: Any) -> None:
            """Put the top back before the rest, which comes with empty lines in its place."""
            remember(runner)
            if runner.code.co_filename == self._file:
                rest: str = runner._source
                whole = self._text + "".join(rest.splitlines(keepends=True)[self._text.count("\n") :])
                sys.modules["linecache"].cache[self._file] = [lambda: whole]

        kind._set_linecache = remember_both


waiting_top: Top | None = None


def take_top() -> None:
    """Let the page's view go on behind its top; the loader calls this before it runs the rest."""
    global waiting_top
    waiting, waiting_top = waiting_top, None
    if waiting is not None:
        waiting.take()


def names_of_modules() -> list[str]:
    """Give the names of all modules that are there, also of those that wait."""
    return sorted({*sys.modules, *(waiting_pyscript.modules if waiting_pyscript else ())})


class MoreModules:
    """A finder that fetches an archive when something in it is imported for the first time."""

    def __init__(self, archives: tuple[str, ...], fetch: Callable[[str], Any]) -> None:
        self._fetch = fetch
        self._archive_of = {name: archive for archive in archives for name in ARCHIVES[archive].split()}

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> Any:
        """Find a module in an archive that need not be in the page yet."""
        archive = self._archive_of.get(name)
        if archive is None:
            return None
        if path is not None:  # a package may have parts in both
            path = [*path, *(entry.replace(LIBRARY, REST) for entry in path if entry.startswith(LIBRARY))]
            path += [entry.replace(REST, LIBRARY) for entry in path if entry.startswith(REST)]
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin:  # else it is nothing but a folder in the other archive
            return spec
        if not _is_there(ROOTS[archive]):
            fetched = self._fetch(archive)
            if fetched is not None:
                _write(zlib.decompress(fetched.to_bytes(), GZIP))
                spec = PathFinder.find_spec(name, path, target)
        if spec is None or not spec.origin:  # a page that fetches nothing has a part of the archive, or none
            raise ModuleNotFoundError(NOT_HERE.format(name), name=name)
        return spec


def _is_there(place: str) -> bool:
    try:
        return os.stat(place).st_size > 0  # noqa: PTH116 - pathlib is slow to import; Pyodide may leave an empty file
    except OSError:
        return False


def _write(pack: bytes) -> None:
    """Write the files of a pack; its form stands in loader.js."""
    at = 4 + int.from_bytes(pack[:4], "little")
    for place, size in json.loads(pack[4:at]):
        os.makedirs(os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120
        with open(place, "wb") as file:  # noqa: PTH123
            file.write(pack[at : at + size])
        at += size
    sys.path_importer_cache.clear()


_running: set[asyncio.Future[Any]] = set()


def run_soon(main: Any, **_options: Any) -> Any:
    """Stand for `asyncio.run`: nothing can wait in the middle of Python here, so this gives a task, which runs on."""
    task = asyncio.ensure_future(main)
    _running.add(task)
    task.add_done_callback(_running.discard)
    return task


def wake(snapshot: bool, language: str, fetch: Callable[[str], Any]) -> None:  # noqa: FBT001 - JavaScript calls it
    """Take in where this runs.

    Args:
        snapshot: Whether the memory comes from a snapshot, so that it knows the maker's surroundings only.
        language: The person's language, as in `de-AT`.
        fetch: Gives an archive by its name, as a JavaScript array of bytes, or None if it is not to be had.
    """
    sys.path.append(REST)
    sys.path_importer_cache.clear()
    sys.meta_path.insert(0, MoreModules(("library", "rest") if snapshot else ("rest",), fetch))
    asyncio.run = run_soon
    if not snapshot:
        return
    os.environ["LANG"] = f"{language.replace('-', '_')}.UTF-8"
    os.environ.pop("PYTHONHASHSEED", None)
    _set_time_zone()
    for name in ("random", "numpy.random"):
        if name in sys.modules:
            sys.modules[name].seed()
    for arrive in ARRIVALS:
        arrive()


def _set_time_zone() -> None:
    """Do for `time` what it does when it is imported."""
    year = time.gmtime().tm_year
    winter, summer = (time.localtime(time.mktime((year, month, 1, 12, 0, 0, 0, 0, -1))) for month in (1, 7))
    if winter.tm_isdst > 0:
        winter, summer = summer, winter
    time.timezone, time.altzone = -winter.tm_gmtoff, -summer.tm_gmtoff
    time.daylight = int(winter.tm_gmtoff != summer.tm_gmtoff)
    time.tzname = (winter.tm_zone, summer.tm_zone)
