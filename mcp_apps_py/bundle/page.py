"""Turn the files of a view into one self-contained page with everything that starts it."""

import html
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from ..app.place import METADATA_ID
from ..page import CLASSIC_SCRIPTS, FIRST_SCRIPT, INLINE_SCRIPT, LOADER_SCRIPTS, MODULE_SCRIPTS, script, script_in_page
from ..runtime import Runtime
from .assets import asset_edits
from .files import read_text
from .header import PERMISSIONS, Header, read_header
from .inline import INTERPRETER, asset_elements, inline_facts, inline_pyscript
from .metadata import content_security_policy
from .modules import imported_modules
from .offers import check_tools
from .scripts import is_python, main_file, python_edits, python_sources
from .tags import Document, Edit, apply_edits
from .top import kept_top

# These serve editors, games, terminals and old releases; and a view's errors are shown by the page's own script.
UNUSED_PLUGINS = ("codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")
IN_ANY_PAGE = frozenset({"mcp-apps-py", "pydantic"})
MINIMAL = """<!doctype html>
<html><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<script type="py" src="{name}"></script></head><body></body></html>
"""


@dataclass(frozen=True)
class Page:
    """A view, ready to be served as a resource.

    Attributes:
        html: One HTML document; nothing in it is relative to where it comes from.
        meta: The resource's `_meta.ui`.
    """

    html: str
    meta: dict[str, Any]


def write_page(
    page: Path,
    *,
    runtime: Runtime | None = None,
    connect_domains: Iterable[str] = (),
    resource_domains: Iterable[str] = (),
    loader: Literal["pyscript", "direct"] | None = None,
) -> Page:
    """Make a page of a view's HTML file, or of its Python file, and the files that it refers to.

    What the view is and what it needs stands in the header of its Python file (the first one of the page); the
    arguments add to that.

    The HTML file loads its Python with `<script type="py" src="view.py"></script>` and says nothing of PyScript.
    Local scripts, style sheets, images and fonts are put into the page, and so are the modules that the Python
    imports from its own folder.

    Args:
        page: The HTML file; or a Python file, which begins with an empty page.
        runtime: Where Pyodide, PyScript and the packages are; the CDN, if nothing is given.
        connect_domains: Further origins that the view talks to.
        resource_domains: Further origins of images, fonts, scripts and styles. Hosts that copy the entries into
            their policy as they are can be given `'wasm-unsafe-eval'`, with its quotes, too.
        loader: What runs the view's scripts: PyScript, or Pyodide itself, which is a little sooner and has neither
            `pyscript` nor its events. The latter needs a runtime with a fast start. None stands for what the header
            says, or else for PyScript.

    Raises:
        PageError: A file or its header is missing or wrong; the message names it and the line.
        ValueError: The runtime has no fast start, and the loader needs one.
        DomainError: A domain is not an origin.
    """
    document, header = _document(page)
    runtime = runtime or Runtime.cdn()
    loader = loader or header.settings.loader or "pyscript"
    if loader == "direct" and runtime.fast is None:
        raise ValueError("the direct loader needs a runtime folder with a fast start; see runtime.make_fast_start")
    meta = _meta(header, runtime, connect_domains, resource_domains)
    sources = python_sources(document)
    check_tools(header, sources)
    top = kept_top(main_file(document), runtime)
    imports = imported_modules(sources) | set(header.settings.modules)
    edits = [
        *_head(document, _scripts(header, runtime, imports, loader)),
        *python_edits(document, json.dumps(_config(header, runtime)), top.lines if top else 0),
        *(edit for tag in document.tags if not is_python(tag) for edit in asset_edits(document, tag)),
    ]
    return Page(apply_edits(document.text, edits), meta)


def _document(page: Path) -> tuple[Document, Header]:
    """Take a view's page apart, or make one for its Python file, and read its header."""
    if page.suffix == ".py":
        header = read_header(page)
        title = header.settings.title or header.settings.name or page.stem
        return Document(page, MINIMAL.format(title=html.escape(title), name=quote(page.name))), header
    document = Document(page, read_text(page))
    view = main_file(document)
    return document, read_header(view) if view else Header()


def _meta(
    header: Header, runtime: Runtime, connect_domains: Iterable[str], resource_domains: Iterable[str]
) -> dict[str, Any]:
    settings = header.settings
    domains = {
        "connect_domains": [*runtime.origins, *settings.connect_domains, *connect_domains],
        "resource_domains": [*runtime.origins, *settings.resource_domains, *resource_domains],
        "frame_domains": settings.frame_domains,
        "base_uri_domains": settings.base_uri_domains,
    }
    meta: dict[str, Any] = {"csp": content_security_policy(domains)}
    if settings.permissions:
        meta["permissions"] = {PERMISSIONS[name]: {} for name in settings.permissions}
    if settings.border is not None:
        meta["prefersBorder"] = settings.border
    if settings.domain is not None:
        meta["domain"] = settings.domain
    return meta


def _packages(header: Header) -> list[str]:
    return [name for name in header.dependencies if name not in IN_ANY_PAGE]


def _config(header: Header, runtime: Runtime) -> dict[str, Any]:
    plugins = [f"!{name}" for name in UNUSED_PLUGINS]
    if runtime.fast:
        interpreter = INTERPRETER if runtime.folder else f"{runtime.base}fast/loader.mjs"
        config = {"interpreter": interpreter, "plugins": plugins}
        packages = _packages(header)
        return config | ({"packages": packages, "packages_cache": "passthrough"} if packages else {})
    packages = [*runtime.packages, *(name for name in _packages(header) if name not in runtime.packages)]
    by_address = all("://" in package for package in packages)
    return {
        "interpreter": f"{runtime.pyodide}pyodide.mjs",
        "packages": packages,
        # Passed through, Pyodide loads wheels itself, side by side; names need its installer.
        "packages_cache": "passthrough" if by_address else "never",
        "plugins": plugins,
    }


def _facts(header: Header, runtime: Runtime, imports: set[str]) -> dict[str, Any]:
    """Say what the scripts of the page must know."""
    if runtime.folder:
        return inline_facts(runtime, imports) | {"packages": _packages(header)}
    folders = {package.rpartition("/")[0] + "/" for package in runtime.packages if "://" in package}
    addresses = {runtime.pyscript, runtime.pyodide, *folders, *([f"{runtime.base}fast/"] if runtime.fast else [])}
    facts: dict[str, Any] = {"core": f"{runtime.pyscript}core.js", "runtime": sorted(addresses)}
    if runtime.fast:
        archives = runtime.archives(imports)
        facts |= {"base": runtime.base, "fast": runtime.fast, "archives": archives, "packages": _packages(header)}
    return facts


def _json(value: Any) -> str:
    """Write JSON that may stand in a script element."""
    return json.dumps(value).replace("<", "\\u003c")


def _scripts(header: Header, runtime: Runtime, imports: set[str], loader: str) -> list[str]:
    """Return the elements that start the page; what meets the host first comes first."""
    classic = [
        *CLASSIC_SCRIPTS,
        *((INLINE_SCRIPT,) if runtime.folder else ()),
        *(LOADER_SCRIPTS if runtime.fast else ()),
    ]
    return [
        f'<script type="application/json" id="{METADATA_ID}">{_json(header.in_page())}</script>',
        f"<script>\n{script_in_page(FIRST_SCRIPT)}</script>",
        f'<script type="application/json" id="mcp-apps-page">{_json(_facts(header, runtime, imports))}</script>',
        *(f"<script>\n{script(name)}</script>" for name in classic),
        *([asset_elements(runtime, imports)] if runtime.folder else []),
        f'<script type="module">\n{_last_script(runtime, loader)}</script>',
    ]


def _last_script(runtime: Runtime, loader: str) -> str:
    text = script(MODULE_SCRIPTS[loader])
    if runtime.folder and loader == "pyscript":
        # In one module, so that one waits for the other; in braces, since PyScript's names are short and many.
        return f"await globalThis.mcpAppsStorage;\n{inline_pyscript(runtime.folder / 'pyscript')}{{\n{text}}}\n"
    return text


def _head(document: Document, scripts: list[str]) -> list[Edit]:
    """Add what comes before everything else; the encoding first, where browsers look for it."""
    tag = document.find("head") or document.find("html")
    place = tag.end if tag else document.doctype_end
    doctype = [] if document.doctype_end else [Edit(0, 0, "<!doctype html>\n")]
    encodings = [tag for tag in document.tags if tag.name == "meta" and "charset" in tag.attributes]
    head = "\n".join(['<meta charset="utf-8">', *scripts])
    return [*doctype, Edit(place, place, f"\n{head}"), *(Edit(tag.start, tag.end, "") for tag in encodings)]
