"""The Python of a page: its `<script type="py">` and the modules that they import."""

import re
from pathlib import Path
from textwrap import dedent
from urllib.parse import urlsplit

from .files import is_absolute, read_python
from .modules import local_modules
from .tags import Document, Edit, Tag, start_tag

MISREAD = re.compile(r"</script|<!--", re.IGNORECASE)
NOT_FOR_VIEWS = frozenset({"py-script", "py-config", "mpy-script", "mpy-config"})


def is_python(tag: Tag) -> bool:
    """Tell whether a tag begins a script in Python."""
    return tag.name == "script" and tag.attribute("type") == "py"


def python_edits(document: Document, config: str, top_lines: int = 0) -> list[Edit]:
    """Put the Python files of a page into the page, and PyScript's config into the first script.

    Args:
        document: The page.
        config: PyScript's config, as JSON.
        top_lines: How many lines at the top of the main file a snapshot has run already.

    Raises:
        PageError: There is no Python, a file is missing or wrong, or the page loads PyScript by itself.
    """
    for tag in document.tags:
        _refuse_own_loading(document, tag)
    scripts = [tag for tag in document.tags if is_python(tag)]
    if not scripts:
        raise document.error(None, 'has no <script type="py" src="view.py"></script>, so it would run no Python')
    first = scripts[0]
    told: dict[int, dict[str, str]] = {first.start: {"config": config}}
    if top_lines and (main := _main_tag(document)):
        told[main.start] = {**told.get(main.start, {}), "data-top": str(top_lines)}
    return [
        Edit(first.start, first.start, _modules(document, scripts)),
        *(_script(document, tag, told.get(tag.start, {})) for tag in scripts),
    ]


def main_file(document: Document) -> Path | None:
    """Give the file of the page's first Python that stands in one of its own, or None."""
    tag = _main_tag(document)
    return document.file(tag, tag.attribute("src") or "") if tag else None


def _main_tag(document: Document) -> Tag | None:
    for tag in filter(is_python, document.tags):
        url = tag.attribute("src")
        if url and not is_absolute(url):
            return tag
    return None


def python_sources(document: Document) -> list[tuple[Path, str]]:
    """Give the Python of a page and of the modules beside it, with the files that it stands in."""
    sources: list[tuple[Path, str]] = []
    for tag in filter(is_python, document.tags):
        url = tag.attribute("src")
        if url is None:
            sources.append((document.path, dedent(document.text_of(tag))))
        elif not is_absolute(url):
            path = document.file(tag, url)
            modules = {path.parent / name: text for name, text in local_modules(path).items()}
            sources += [(path, read_python(path)), *modules.items()]
    return sources


def _refuse_own_loading(document: Document, tag: Tag) -> None:
    """What the page writer adds must not be there already, nor be there in another form."""
    path = urlsplit(tag.attribute("src") or tag.attribute("href") or "").path
    if tag.name in NOT_FOR_VIEWS or tag.attribute("type") == "mpy":
        raise document.error(tag, 'not for views; write <script type="py" src="view.py"></script>')
    if "pyscript" in path and path.endswith(("/core.js", "/core.css")):
        raise document.error(tag, "write_page sees to the loading of PyScript; take this tag out")
    if is_python(tag) and "config" in tag.attributes:
        raise document.error(tag, "write_page sees to PyScript's config; take the attribute out")
    if is_python(tag) and "worker" in tag.attributes:
        raise document.error(tag, "hosts do not isolate views, so none can run in a worker; take this out")


def _script(document: Document, tag: Tag, config: dict[str, str]) -> Edit:
    source = tag.attribute("src")
    if source is not None and document.text_of(tag).strip():
        raise document.error(tag, "a script has either src or text, not both")
    if source is None or is_absolute(source):
        return Edit(tag.start, tag.end, tag.with_attributes(config))
    file = document.file(tag, source)
    attributes = {**tag.without_attribute("src"), **config, "data-name": file.name}
    return Edit(tag.start, tag.close_end, _element(attributes, read_python(file)))


def _modules(document: Document, scripts: list[Tag]) -> str:
    modules: dict[str, str] = {}
    for tag in scripts:
        source = tag.attribute("src")
        if source and not is_absolute(source):
            modules |= local_modules(document.file(tag, source))
    elements = [_element({"type": "text/x-python", "data-file": name}, text) for name, text in modules.items()]
    return "".join(f"{element}\n" for element in elements)


def _element(attributes: dict[str, str | None], source: str) -> str:
    """Put Python into a script element: as its text, unless HTML would misread that."""
    if MISREAD.search(source):
        return f"{start_tag('script', {**attributes, 'data-source': source})}</script>"
    return f"{start_tag('script', attributes)}{source}</script>"
