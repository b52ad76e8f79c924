"""Turn the HTML file of a view into one self-contained page with everything that starts it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ..page import CLASSIC_SCRIPTS, LOADER_SCRIPTS, MODULE_SCRIPTS, script
from ..runtime import Runtime
from .assets import asset_edits
from .files import read_text
from .metadata import page_metadata
from .modules import imported_modules
from .scripts import is_python, python_edits, python_sources
from .tags import Document, Edit, apply_edits

# These serve editors, games, terminals and old releases.
UNUSED_PLUGINS = ("codemirror", "deprecations-manager", "donkey", "py-editor", "py-game", "py-terminal")


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
    runtime: Runtime,
    connect_domains: Iterable[str] = (),
    resource_domains: Iterable[str] = (),
    loader: Literal["pyscript", "direct"] = "pyscript",
) -> Page:
    """Make a page of an HTML file and the files that it refers to.

    The HTML file loads its Python with `<script type="py" src="view.py"></script>` and says nothing of PyScript.
    Local scripts, style sheets, images and fonts are put into the page, and so are the modules that the Python
    imports from its own folder.

    Args:
        page: The HTML file.
        runtime: Where Pyodide, PyScript and the packages are.
        connect_domains: Further origins that the view talks to.
        resource_domains: Further origins of images, fonts, scripts and styles. Hosts that copy the entries into
            their policy as they are can be given `'wasm-unsafe-eval'`, with its quotes, too.
        loader: What runs the view's scripts: PyScript, or Pyodide itself, which is a little sooner and has neither
            `pyscript` nor its events. The latter needs a runtime with a fast start.

    Raises:
        PageError: A file is missing or wrong; the message names it and the line.
        ValueError: The runtime has no fast start, and the loader needs one.
        DomainError: A domain is not an origin.
    """
    if loader == "direct" and runtime.fast is None:
        raise ValueError("the direct loader needs a runtime folder with a fast start; see runtime.make_fast_start")
    meta = page_metadata(runtime, connect_domains, resource_domains)
    document = Document(page, read_text(page))
    edits = [
        *_head(document, runtime, loader),
        *python_edits(document, json.dumps(_config(runtime))),
        *(edit for tag in document.tags if not is_python(tag) for edit in asset_edits(document, tag)),
    ]
    return Page(apply_edits(document.text, edits), meta)


def _config(runtime: Runtime) -> dict[str, Any]:
    plugins = [f"!{name}" for name in UNUSED_PLUGINS]
    if runtime.fast:
        return {"interpreter": f"{runtime.base}fast/loader.mjs", "plugins": plugins}
    by_address = all("://" in package for package in runtime.packages)
    return {
        "interpreter": f"{runtime.pyodide}pyodide.mjs",
        "packages": list(runtime.packages),
        # Passed through, Pyodide loads wheels itself, side by side; names need its installer.
        "packages_cache": "passthrough" if by_address else "never",
        "plugins": plugins,
    }


def _facts(document: Document, runtime: Runtime) -> str:
    """Say, as JSON, what the scripts of the page must know."""
    folders = {package.rpartition("/")[0] + "/" for package in runtime.packages if "://" in package}
    addresses = {runtime.pyscript, runtime.pyodide, *folders, *([f"{runtime.base}fast/"] if runtime.fast else [])}
    facts: dict[str, Any] = {"core": f"{runtime.pyscript}core.js", "runtime": sorted(addresses)}
    if runtime.fast:
        archives = runtime.archives(imported_modules(python_sources(document)))
        facts |= {"base": runtime.base, "fast": runtime.fast, "archives": archives}
    return json.dumps(facts).replace("<", "\\u003c")


def _head(document: Document, runtime: Runtime, loader: str) -> list[Edit]:
    """Add what comes before everything else; the encoding first, where browsers look for it."""
    classic = [*CLASSIC_SCRIPTS, *(LOADER_SCRIPTS if runtime.fast else ())]
    head = [
        '<meta charset="utf-8">',
        f'<script type="application/json" id="mcp-apps-page">{_facts(document, runtime)}</script>',
        *(f"<script>\n{script(name)}</script>" for name in classic),
        f'<script type="module">\n{script(MODULE_SCRIPTS[loader])}</script>',
    ]
    tag = document.find("head") or document.find("html")
    place = tag.end if tag else document.doctype_end
    doctype = [] if document.doctype_end else [Edit(0, 0, "<!doctype html>\n")]
    encodings = [tag for tag in document.tags if tag.name == "meta" and "charset" in tag.attributes]
    return [*doctype, Edit(place, place, "\n" + "\n".join(head)), *(Edit(tag.start, tag.end, "") for tag in encodings)]
