"""Where the tags of an HTML page stand, so that a page can be changed without touching the rest of it."""

import html
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from .errors import PageError
from .files import local_file

HOLDS_TEXT = frozenset({"script", "style"})


@dataclass
class Tag:
    """A start tag, and for scripts and styles the text up to the end tag.

    Attributes:
        name: The element's name, in lower case.
        attributes: The attributes in their order, names in lower case; None for those without a value.
        line: The line of the start tag, counted from 1.
        start: Where the start tag begins.
        end: Where the start tag ends, and a script's or style's text begins.
        text_end: Where the text ends.
        close_end: Where the end tag ends.
    """

    name: str
    attributes: dict[str, str | None]
    line: int
    start: int
    end: int
    closes_itself: bool = False
    text_end: int = 0
    close_end: int = 0

    def attribute(self, name: str) -> str | None:
        """Return the trimmed value of an attribute; None if it is missing, or has none."""
        value = self.attributes.get(name)
        return None if value is None else value.strip()

    def with_attributes(self, changes: dict[str, str]) -> str:
        """Return the start tag with some attributes set."""
        return start_tag(self.name, {**self.attributes, **changes}, closes_itself=self.closes_itself)

    def without_attribute(self, name: str) -> dict[str, str | None]:
        """Return all attributes but one."""
        return {key: value for key, value in self.attributes.items() if key != name}


def start_tag(name: str, attributes: dict[str, str | None], *, closes_itself: bool = False) -> str:
    """Write a start tag."""
    written = [key if value is None else f'{key}="{html.escape(value)}"' for key, value in attributes.items()]
    return f"<{' '.join([name, *written])}{' /' if closes_itself else ''}>"


@dataclass(frozen=True)
class Edit:
    """The text from `start` to `end` gives way to `text`."""

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits made; none of them may overlap."""
    parts: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        parts += [text[done : edit.start], edit.text]
        done = edit.end
    return "".join([*parts, text[done:]])


class Document(HTMLParser):
    """An HTML page, taken apart.

    Attributes:
        path: The file, for messages.
        text: The page as it stands in the file.
        tags: Its start tags in their order.
        doctype_end: Where its doctype ends; 0 if it has none.
    """

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.text = text
        self.tags: list[Tag] = []
        self.doctype_end = 0
        self._open: Tag | None = None
        self._lines = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
        self.feed(text)
        self.close()
        if self._open:
            raise PageError(path, self._open.line, f"this <{self._open.name}> is never closed")

    def find(self, name: str) -> Tag | None:
        """Return the first tag of that name."""
        return next((tag for tag in self.tags if tag.name == name), None)

    def text_of(self, tag: Tag) -> str:
        """Return the text inside a script or style."""
        return self.text[tag.end : tag.text_end]

    def error(self, tag: Tag | None, problem: str) -> PageError:
        """Make the exception that says what is wrong with a tag, or with the page as a whole."""
        return PageError(self.path, tag and tag.line, problem)

    def file(self, tag: Tag, url: str) -> Path:
        """Return the file that a relative URL in a tag means; see `local_file`."""
        return local_file(url, self.path, tag.line)

    def _position(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a start tag."""
        start = self._position()
        written = self.get_starttag_text() or ""
        # As in a browser, the first of several attributes of one name counts.
        attributes = dict(reversed(attrs))
        attributes = {name: attributes[name] for name, _ in attrs}
        found = Tag(tag, attributes, self.getpos()[0], start, start + len(written), written.endswith("/>"))
        self.tags.append(found)
        if tag in HOLDS_TEXT:
            self._open = found

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a start tag that closes itself; the slash means nothing on a script, as in a browser."""
        self.handle_starttag(tag, attrs)
        if tag in HOLDS_TEXT:
            self.set_cdata_mode(tag)

    def handle_endtag(self, tag: str) -> None:
        """Note where a script or style ends."""
        if self._open and self._open.name == tag:
            self._open.text_end = self._position()
            self._open.close_end = self.text.find(">", self._position()) + 1
            self._open = None

    def handle_decl(self, decl: str) -> None:
        """Note the doctype."""
        if decl.lower().startswith("doctype") and not self.tags:
            self.doctype_end = self.text.find(">", self._position()) + 1
