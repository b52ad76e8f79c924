"""A page asks at once for the archives that its imports need, and for no other."""

from pathlib import Path

from mcp_apps_py.bundle.modules import imported_modules
from mcp_apps_py.runtime import Manifest, Runtime

MODULES = {
    "library": ["json", "statistics", "xml"],
    "rest": ["difflib", "xml.dom"],
    "snapshot": ["json"],
}
FAST = {"id": "1", "snapshot": "snapshot", "library": "library", "assets": {}}
RUNTIME = Runtime.at("https://files.example/", Manifest("1", "2", (), FAST, MODULES))


def names(*sources: str) -> set[str]:
    return imported_modules([(Path("view.py"), source) for source in sources])


def test_every_way_to_import_is_seen_wherever_it_stands() -> None:
    found = names("import a.b as c, d\ndef f():\n    from e.f import g, h", "from . import i\nfrom .j import k")
    assert found == {"a", "a.b", "d", "e", "e.f", "e.f.g", "e.f.h"}


def test_a_snapshot_needs_no_archive_for_what_it_holds() -> None:
    assert RUNTIME.archives(["json", "numpy"]) == []


def test_a_snapshot_needs_the_library_for_what_it_does_not_hold() -> None:
    assert RUNTIME.archives(["json", "statistics"]) == ["library"]


def test_what_is_in_the_rest_brings_the_library_along_with_a_snapshot() -> None:
    assert RUNTIME.archives(["difflib"]) == ["library", "rest"]


def test_without_a_snapshot_the_library_is_there_in_any_case() -> None:
    runtime = RUNTIME.without_snapshot()
    assert runtime.archives(["json", "statistics"]) == []
    assert runtime.archives(["xml.dom"]) == ["rest"]


def test_a_runtime_without_a_fast_start_has_no_archives() -> None:
    assert Runtime.cdn().archives(["difflib"]) == []
    assert Runtime.cdn().without_snapshot() == Runtime.cdn()
