"""Everything in docs/ that is made from the code: whole pages, and parts of pages between two marks."""

import re
from collections.abc import Callable
from pathlib import Path

from tools.console import ROOT
from tools.docs import counterpart, measured, reference, tables

DOCS = ROOT / "docs"
PARTS: dict[str, Callable[[], str]] = {
    "boot": measured.boot,
    "counterpart": counterpart.tables,
    "growth": measured.growth,
    "hosts": tables.host_table,
    "messages": measured.messages,
    "methods": tables.methods,
    "states": tables.states,
}
_PART = re.compile(r"(<!-- made by `make docs`: (\w+) -->\n).*?(\n<!-- end -->)", re.DOTALL)


def made_pages() -> dict[Path, str]:
    """Give the pages as the code wants them, by their paths."""
    pages = {DOCS / "reference" / name: text for name, text in reference.reference_pages().items()}
    for path in sorted(DOCS.rglob("*.md")):
        if path.parent != DOCS / "reference":
            text = path.read_text(encoding="utf-8")
            if _PART.search(text):
                pages[path] = _PART.sub(lambda part: f"{part[1]}\n{PARTS[part[2]]()}\n{part[3]}", text)
    return pages


def stale_pages() -> list[Path]:
    """Give the pages that are not what the code wants, or that it does not want any more."""
    pages = made_pages()
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    return stale + [path for path in sorted((DOCS / "reference").glob("*")) if path not in pages]


def write_pages() -> list[Path]:
    """Bring the pages up to date; give those that were changed."""
    pages, stale = made_pages(), stale_pages()
    for path in stale:
        if path in pages:
            path.parent.mkdir(exist_ok=True)
            path.write_text(pages[path], encoding="utf-8")
        else:
            path.unlink()
    return stale
