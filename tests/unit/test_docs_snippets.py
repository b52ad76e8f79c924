"""The snippets of the docs run, and say what is true."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.docs.snippets import ROOT, pages, run_page, snippets

KINDS = {"python", "python view", "html", "sh", "text", "json", "css", ""}
NEEDS = ("mcp",)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", pages(), ids=named)
async def test_the_snippets_of_a_page_run_one_after_the_other(page: Path) -> None:
    text = "\n".join(snippet.text for snippet in snippets(page) if snippet.info == "python")
    for module in NEEDS:
        if re.search(rf"^(from|import) {module}\b", text, re.MULTILINE) and find_spec(module) is None:
            pytest.skip(f"this page needs {module}, which is not installed here")
    await run_page(page)


@pytest.mark.parametrize("page", pages(), ids=named)
def test_every_block_says_what_it_is_and_none_in_python_goes_untried(page: Path) -> None:
    for snippet in snippets(page):
        assert snippet.info in KINDS, f"{snippet.place}: what is {snippet.info!r}?"
        assert snippet.info or "import " not in snippet.text, f"{snippet.place}: mark this as python"


def test_a_wrong_snippet_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.docs.snippets.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("# Title\n\n```python\nnumber = 1\n```\n\n```python\nassert number == 2\n```\n", encoding="utf-8")
    [first, second] = snippets(page)
    assert (first.place, second.place, second.info) == ("page.md:4", "page.md:8", "python")
    coroutine = run_page(page)
    with pytest.raises(AssertionError):
        coroutine.send(None)
