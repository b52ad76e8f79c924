"""Style sheets, images, fonts and JavaScript of a page, put into the page."""

import re
from pathlib import Path

from .errors import PageError
from .files import data_url, is_absolute, local_file, read_text
from .tags import Document, Edit, Tag, start_tag

CSS_URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))\s*\)""", re.IGNORECASE)
CSS_IMPORT = re.compile(r"""@import\s+(?:url\(\s*)?["']?([^"')\s;]+)""", re.IGNORECASE)
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SCRIPT_ENDS = re.compile(r"<(?=/script|!--)", re.IGNORECASE)
JAVASCRIPT_TYPES = frozenset({"", "module", "text/javascript", "application/javascript"})
FILES = {
    "audio": {"src"},
    "embed": {"src"},
    "image": {"href", "xlink:href"},
    "img": {"src"},
    "input": {"src"},
    "link": {"href"},
    "source": {"src"},
    "track": {"src"},
    "video": {"src", "poster"},
}
ADDRESSES = ("action", "data", "formaction", "href", "poster", "src", "srcset", "xlink:href")


def asset_edits(document: Document, tag: Tag) -> list[Edit]:
    """Put what a tag refers to into the page.

    Raises:
        PageError: A file is missing or wrong, or an address is relative to a place that a view does not have.
    """
    if tag.name == "base":
        raise document.error(tag, "<base> changes what addresses mean; take it out")
    if tag.name == "style":
        return [Edit(tag.end, tag.text_end, css_in_page(document.text_of(tag), document.path, tag.line))]
    if tag.name == "link" and "stylesheet" in (tag.attribute("rel") or "").lower().split():
        return _style_sheet(document, tag)
    if tag.name == "script":
        return _javascript(document, tag)
    return _files(document, tag)


def _style_sheet(document: Document, tag: Tag) -> list[Edit]:
    address = tag.attribute("href") or ""
    if is_absolute(address):
        return []
    path = document.file(tag, address)
    media = tag.attribute("media")
    style = start_tag("style", {"media": media} if media else {})
    return [Edit(tag.start, tag.end, f"{style}{css_in_page(read_text(path), path)}</style>")]


def css_in_page(css: str, path: Path, first_line: int = 1) -> str:
    """Return CSS with the files that it refers to put into it, fit for a `<style>` element.

    Args:
        css: The style sheet.
        path: The file it stands in.
        first_line: The line where it begins there.

    Raises:
        PageError: A file cannot be put into it.
    """

    def line_of(match: re.Match[str]) -> int:
        return first_line + match.string.count("\n", 0, match.start())

    def put_in(match: re.Match[str]) -> str:
        url = next((group for group in match.groups() if group), "#")
        return match[0] if is_absolute(url) else f'url("{data_url(local_file(url, path, line_of(match)))}")'

    # Blank lines in place of comments, so that messages name the right line.
    css = CSS_COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), css)
    for match in CSS_IMPORT.finditer(css):
        if not is_absolute(match[1]):
            raise PageError(path, line_of(match), f"@import of {match[1]!r}: link it from the page instead")
    return CSS_URL.sub(put_in, css).replace("</", "<\\/")


def _javascript(document: Document, tag: Tag) -> list[Edit]:
    address, kind = tag.attribute("src"), (tag.attribute("type") or "").lower()
    if address is None or is_absolute(address):
        return []
    if kind not in JAVASCRIPT_TYPES:
        raise document.error(tag, f"a script of type {kind!r} cannot be put into the page")
    if kind != "module" and tag.attributes.keys() & {"async", "defer"}:
        raise document.error(tag, "it will run at once: take out async and defer, and put it last in <body>")
    code = read_text(document.file(tag, address))
    # Only strings, templates, regular expressions and comments can hold it, and there "<" may be written so.
    code = SCRIPT_ENDS.sub(r"\\x3c", code)
    return [Edit(tag.start, tag.close_end, f"{start_tag('script', tag.without_attribute('src'))}{code}</script>")]


def _files(document: Document, tag: Tag) -> list[Edit]:
    """Put the files that attributes name into the attributes, as data URLs."""
    changes: dict[str, str] = {}
    for name in ADDRESSES:
        value = tag.attribute(name)
        if not value or is_absolute(value):
            continue
        if name not in FILES.get(tag.name, ()):
            raise document.error(tag, f'{name}="{value}" is relative, and a view has no address of its own')
        changes[name] = data_url(document.file(tag, value))
    return [Edit(tag.start, tag.end, tag.with_attributes(changes))] if changes else []
