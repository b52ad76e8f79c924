"""What stands in docs/ is what the code says, and every public name says what it does."""

import ast
import builtins
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from mcp_apps_py.errors import McpAppsError
from tools.console import ROOT

pytest.importorskip("griffe", reason="reads the source for the docs; it is in the extra `dev` only")

import griffe

from tools.docs import counterpart, pages, reference, source, tables, typescript
from tools.docs.source import Object

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^#+ (.*)$", re.MULTILINE)


def maker(found: griffe.Class) -> griffe.Function | None:
    """What makes an instance, if the class writes it down."""
    function = found.members.get("__init__")
    return function if isinstance(function, griffe.Function) and function.source else None


def public() -> Iterator[tuple[str, Object]]:
    """Everything that the reference has an entry for, with its members."""
    for module in source.MODULES:
        for name in source.public_names(module):
            found = source.public_object(module, name)
            yield f"{module}.{name}", found
            if isinstance(found, griffe.Class):
                members = (
                    each for each in source.members(found) if not source.is_value(each) or "property" in each.labels
                )
                yield from ((f"{module}.{name}.{member.name}", member) for member in members)


def documented_errors(found: Object) -> set[str]:
    kinds = (section for section in source.sections(found) if section.kind is griffe.DocstringSectionKind.raises)
    return {str(element.annotation) for section in kinds for element in section.value}


def raised_errors(function: Object) -> set[str]:
    """Names of the SDK's exceptions that stand in a `raise` of the function itself."""
    tree = ast.parse(textwrap.dedent(function.source)).body[0]
    inner = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not tree]
    hidden = {id(node) for each in inner for node in ast.walk(each)}
    raises = [node for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc and id(node) not in hidden]
    names = (node.exc.func if isinstance(node.exc, ast.Call) else node.exc for node in raises)
    return {name.id for name in names if isinstance(name, ast.Name)} & own_errors().keys()


@cache
def own_errors() -> dict[str, type[BaseException]]:
    """The SDK's exceptions, by name, whatever module they are in."""
    for module in ("bundle", "hosts", "testing.scenario"):
        import_module(f"{source.PACKAGE}.{module}")
    waiting: list[type[McpAppsError]] = [McpAppsError]
    found: dict[str, type[BaseException]] = {}
    while waiting:
        each = waiting.pop()
        found[each.__name__] = each
        waiting += each.__subclasses__()
    return found


def is_documented(error: str, documented: set[str]) -> bool:
    """Whether an exception, or one that it derives from, is documented."""
    return any(base.__name__ in documented for base in own_errors()[error].__mro__)


def test_every_public_name_and_method_has_a_docstring() -> None:
    named = dict(public())
    assert len(named) > 300
    assert [name for name, found in named.items() if not found.docstring] == []


def test_what_raises_an_error_of_the_sdk_says_so() -> None:
    missing: list[str] = []
    for name, found in public():
        function = maker(found) if isinstance(found, griffe.Class) else found
        if isinstance(function, griffe.Function):
            documented = documented_errors(found)
            missing += [f"{name}: {error}" for error in raised_errors(function) if not is_documented(error, documented)]
    assert missing == []


def test_documented_errors_exist() -> None:
    known = own_errors().keys() | set(dir(builtins)) | {"playwright.async_api.Error"}
    assert [f"{name}: {error}" for name, found in public() for error in documented_errors(found) - known] == []


def test_a_class_is_shown_with_what_it_inherits() -> None:
    page = reference.module_page(f"{source.PACKAGE}.types")
    assert re.search(r"class CallToolParams\(ArgumentsParams\):\n    name: str\n    arguments: .*\n    meta: ", page)
    assert "CallToolParams.to_wire" not in page
    assert "`on_tool_input`: The complete arguments" in reference.module_page(source.PACKAGE)


def test_what_is_made_from_the_code_is_up_to_date() -> None:
    stale = [str(path.relative_to(ROOT)) for path in pages.stale_pages()]
    assert stale == [], "run `make docs`"


def test_a_page_that_is_out_of_date_is_noticed_and_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "DOCS", tmp_path)
    page, old = tmp_path / "design.md", tmp_path / "reference" / "gone.md"
    page.write_text("Before\n<!-- made by `make docs`: states -->\nold\n<!-- end -->\nAfter\n", encoding="utf-8")
    old.parent.mkdir()
    old.write_text("old", encoding="utf-8")
    assert {page, old} <= set(pages.stale_pages())
    pages.write_pages()
    assert pages.stale_pages() == []
    assert not old.exists()
    text = page.read_text(encoding="utf-8")
    assert text.startswith("Before\n")
    assert tables.states() in text


def test_every_python_name_of_the_table_exists() -> None:
    with pytest.raises(LookupError, match="has no 'nothing'"):
        counterpart.resolve("App.host.nothing")
    assert counterpart.written("App.send_message") == "await app.send_message(content, **options)"
    assert "`app.host.capabilities`" in counterpart.tables()


@pytest.mark.skipif(not typescript.is_there(), reason="the counterpart's declarations are not in node_modules")
def test_the_table_accounts_for_every_public_name_of_the_counterpart() -> None:
    names = counterpart.names_of_the_counterpart()
    assert {"App.callServerTool", "Protocol.close", "RequestOptions.signal", "applyHostFonts", "McpUiTheme"} <= set(
        names
    )
    assert counterpart.unaccounted() == []


@pytest.mark.skipif(not typescript.is_there(), reason="the counterpart's declarations are not in node_modules")
def test_the_table_names_nothing_that_the_counterpart_does_not_have() -> None:
    assert counterpart.made_up() == []


def test_members_of_a_declaration_are_the_public_ones_each_once() -> None:
    text = """export declare class A<T> extends B {
        private a; protected b(): void;
        get c(): (x: { y: 1; }) => void;
        set c(v: number);
        d?: string;
        static e: 1;
        f<K>(k: K): Promise<{ g: 1; }>;
    }
    declare class C { h: 1; }"""
    assert typescript.members(text, "class A") == ["c", "d", "f"]
    with pytest.raises(LookupError):
        typescript.members(text, "class D")


def markdown_files() -> list[Path]:
    return [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md"))]


@pytest.mark.parametrize("path", markdown_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        name, _, fragment = target.partition("#")
        page = (path.parent / name).resolve() if name else path
        assert page.exists(), f"{target} leads nowhere"
        if fragment:
            headings = EXAMPLE.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
            assert fragment in {reference.anchor(heading) for heading in headings}, f"{target}: no such heading"
