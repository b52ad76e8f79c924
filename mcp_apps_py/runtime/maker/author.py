"""Runs inside Pyodide: imports what the author wants to be in a snapshot, and runs the top of the view.

`job` is what `Job` in mcp_apps_py.runtime says. What is wrong with it is left in `problem`, in words.
"""

import ast
import asyncio
import importlib
import linecache
import sys
import traceback
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import _mcp_apps_runtime as runtime
from pyodide.ffi import JsProxy

OF_THE_PAGE = ("js", "pyodide_js", "pyscript", "polyscript", "_pyscript")
ADVICE = "there is no page yet when a snapshot is made: move this below the mark"
OURS = ("author.py", "prepare.py", "<frozen importlib")


class NoPage:
    """A finder that refuses what only a page has; not by ImportError, since many take that for another platform."""

    def find_spec(self, name: str, _path: Sequence[str] | None = None, _target: Any = None) -> None:
        """Refuse, or leave it to others."""
        if name.partition(".")[0] in OF_THE_PAGE:
            raise RuntimeError(f"{name!r} is imported, but {ADVICE}")


@contextmanager
def no_page() -> Generator[None]:
    """Keep the page's modules away, even those that are there because the maker has them."""
    from mcp_apps_py.browser import _js

    hidden = {name: sys.modules.pop(name) for name in [*sys.modules] if name.partition(".")[0] in OF_THE_PAGE}
    finder = NoPage()
    sys.meta_path.insert(0, finder)
    _js.making = True
    try:
        yield
    finally:
        _js.making = False
        sys.meta_path.remove(finder)
        sys.modules.update(hidden)


def main(job: dict[str, Any]) -> str | None:
    """Import and run; gives what went wrong, or None."""
    for name in job["wanted"]:
        try:
            importlib.import_module(name)
        except BaseException as error:
            return f"{name!r} could not be imported for the snapshot:\n{told(error)}"
    top = job["top"]
    return run_top(top) if top else None


def run_top(top: dict[str, Any]) -> str | None:
    """Run the top of the view in `__main__`, and put what it made aside, until a page asks for it."""
    namespace, name, text = vars(sys.modules["__main__"]), top["name"], top["text"]
    before, loaded = {*namespace}, {*sys.modules}
    for path, source in top["modules"].items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(source, encoding="utf-8")
    importlib.invalidate_caches()
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    try:
        with no_page():
            exec(compile(text, name, "exec", dont_inherit=True), namespace)
    except BaseException as error:
        return f"{name} failed above the mark of the snapshot:\n{told(error)}"
    made = {key: namespace.pop(key) for key in [*namespace] if key not in before}
    here = str(Path.cwd())
    found = {key: module for key, module in sys.modules.items() if key not in loaded}
    modules = {key: found[key] for key in found if (getattr(found[key], "__file__", None) or "").startswith(here)}
    for key in modules:
        del sys.modules[key]
    runtime.waiting_top = runtime.Top(name, text, made, modules)
    namespaces = {name: (text, made)}
    namespaces |= {file(module): (Path(file(module)).read_text(), vars(module)) for module in modules.values()}
    return of_the_page(namespaces) or unfinished(name)


def file(module: Any) -> str:
    """Give the path of one of the author's modules."""
    return str(Path(module.__file__).relative_to(Path.cwd()))


def of_the_page(namespaces: dict[str, tuple[str, dict[str, Any]]]) -> str | None:
    """Name the JavaScript objects in the globals of files, with the lines that bind them; None if there are none."""
    found = [
        f"{path}, line {line_of(name, text)}: {name!r} is an object of JavaScript; {ADVICE}"
        for path, (text, values) in namespaces.items()
        for name, value in values.items()
        if isinstance(value, JsProxy)
    ]
    return "\n".join(found) or None


def line_of(name: str, text: str) -> int:
    """Give the first line that binds a name at the top level, 1 if none does."""
    found = (binding_line(node, name) for node in ast.walk(ast.parse(text)))
    return min((line for line in found if line), default=1)


def binding_line(node: ast.AST, name: str) -> int:
    """Give the line of a node of a syntax tree that gives a value to a name, 0 if it does not."""
    if isinstance(node, ast.alias):
        return node.lineno if name == (node.asname or node.name.partition(".")[0]) else 0
    stores = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name
    return node.lineno if stores else 0  # type: ignore[attr-defined]


def unfinished(name: str) -> str | None:
    """Name what goes on after the top has run and would be cut off; None if there is nothing."""
    tasks = [str(task.get_coro()) for task in asyncio.all_tasks(asyncio.get_event_loop())]
    if not tasks:
        return None
    return f"{name} begins a task above the mark of the snapshot, {', '.join(tasks)}: begin it below, where it can run"


def told(error: BaseException) -> str:
    """Give the traceback of an error, without the maker's own frames."""
    report = traceback.TracebackException.from_exception(error)
    theirs = [frame for frame in report.stack if not frame.filename.startswith(OURS)]
    report.stack = traceback.StackSummary.from_list([frame for frame in theirs if "importlib/" not in frame.filename])
    return "".join(report.format()).rstrip()


problem = main(globals()["job"])
