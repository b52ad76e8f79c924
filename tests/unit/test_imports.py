"""Which part may import which: read from the source, so that no import is missed because it did not run."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import mcp_apps_py

PACKAGE = "mcp_apps_py"
SOURCE = Path(mcp_apps_py.__file__).parent

# A part imports from rows above its own only. "__init__" is the package itself, with the public names.
VIEW_SIDE = (
    ("errors", "tasks"),
    ("types", "codec"),
    ("content", "context", "methods", "protocol", "transport", "validation"),
    ("events", "host", "session"),
    ("tools",),
    ("app",),
    ("__init__",),
    ("browser",),
)
AUTHOR_SIDE = (
    ("hosts", "page"),
    ("runtime",),
    ("bundle",),
    ("dev", "testing"),
    ("cli",),
    ("__main__",),
)
RANK = {part: rank for rank, row in enumerate((*VIEW_SIDE, *AUTHOR_SIDE)) for part in row}

PAGE_ONLY = {"js", "pyodide", "pyodide_js", "pyscript"}
MEETS_THE_PAGE = f"{PACKAGE}.browser._js"
PYDANTIC = {"annotated_types", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection"}
OF_AN_EXTRA = {
    "cli": {"rich", "typer"},
    "testing": {"mcp", "mcp_types", "playwright", "pytest", "starlette", "uvicorn"},
}


@dataclass(frozen=True)
class Import:
    """One module imports another.

    Attributes:
        importer: The importing module.
        imported: The imported one, as far as it is one of ours; else what the statement names.
        place: File and line, for the message.
        runs: False below `if TYPE_CHECKING`.
    """

    importer: str
    imported: str
    place: str
    runs: bool

    def __str__(self) -> str:
        return f"{self.place}: {self.importer} imports {self.imported}"


@cache
def modules() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[:2] == ("runtime", "maker"):
            continue  # files that the maker hands to Pyodide, as they are
        parts = (PACKAGE, *path.relative_to(SOURCE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports() -> list[Import]:
    return [found for module, path in sorted(modules().items()) for found in imports_of(module, path)]


def imports_of(module: str, path: Path) -> Iterator[Import]:
    tree = ast.parse(path.read_text(encoding="utf-8"), path.name)
    idle = {id(node) for block in ast.walk(tree) if is_type_checking(block) for node in ast.walk(block)}
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree):
        for name in names_of(node, package):
            place = f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"
            yield Import(module, name, place, runs=id(node) not in idle)


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def names_of(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        members = [f"{base}.{alias.name}" for alias in node.names]
        yield from (member if member in modules() else base for member in members)


def part_of(module: str) -> str:
    _, _, rest = module.partition(".")
    return rest.split(".")[0] or "__init__"


def ours() -> list[Import]:
    return [found for found in imports() if found.runs and found.imported.split(".")[0] == PACKAGE]


def on_view_side(module: str) -> bool:
    return RANK[part_of(module)] < len(VIEW_SIDE)


def test_every_part_has_its_place_in_a_row() -> None:
    unplaced = {part_of(module) for module in modules()} - RANK.keys()
    assert not unplaced, f"put {', '.join(sorted(unplaced))} into a row of tests/unit/test_imports.py"


def test_imports_go_one_way() -> None:
    crossings = [found for found in ours() if part_of(found.importer) != part_of(found.imported)]
    assert crossings
    assert [str(found) for found in crossings if RANK[part_of(found.imported)] >= RANK[part_of(found.importer)]] == []


def test_no_two_modules_import_each_other_by_any_detour() -> None:
    graph: dict[str, set[str]] = {module: set() for module in modules()}
    for found in ours():
        graph[found.importer].add(found.imported)
    TopologicalSorter(graph).prepare()


def test_only_one_file_imports_what_only_a_page_has() -> None:
    found = [found for found in imports() if found.imported.split(".")[0] in PAGE_ONLY]
    assert [str(each) for each in found if each.importer != MEETS_THE_PAGE] == []


def test_the_page_needs_pydantic_and_nothing_else() -> None:
    assert foreign_imports(view_side=True, allowed=PYDANTIC) == []


def test_the_authors_side_imports_what_an_extra_brings_only_in_the_part_of_that_extra() -> None:
    assert foreign_imports(view_side=False, allowed=PYDANTIC) == []


def foreign_imports(*, view_side: bool, allowed: set[str]) -> list[str]:
    known = sys.stdlib_module_names | allowed | {PACKAGE} | PAGE_ONLY
    side = [found for found in imports() if found.runs and on_view_side(found.importer) == view_side]
    strange = [found for found in side if found.imported.split(".")[0] not in known]
    extra = {id(each): OF_AN_EXTRA.get(part_of(each.importer), set[str]()) for each in strange}
    return [str(each) for each in strange if each.imported.split(".")[0] not in extra[id(each)]]


@pytest.mark.skipif(sys.platform == "emscripten", reason="a page has no second process to import in")
@pytest.mark.parametrize("module", [PACKAGE, f"{PACKAGE}.browser", f"{PACKAGE}.runtime", f"{PACKAGE}.bundle"])
def test_importing_loads_pydantic_and_what_it_needs_and_nothing_else(module: str) -> None:
    code = (
        f"import sys; before = set(sys.modules); import {module}\n"
        "new = {name: sys.modules[name] for name in set(sys.modules) - before}\n"
        "files = {name: getattr(module, '__file__', None) or '' for name, module in new.items()}\n"
        "print(*{name.split('.')[0] for name, file in files.items() if 'site-packages' in file})"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    strange = set(result.stdout.split()) - PYDANTIC - {PACKAGE}
    assert not strange
