"""The cases of the benchmark: each makes a page of the same view, started in another way."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from mcp_apps_py.bundle import Page, write_page
from mcp_apps_py.page import script
from mcp_apps_py.runtime import Runtime

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RUNTIME = ROOT / ".runtime"
MODULES = ROOT / "node_modules"
VIEW = HERE / "view" / "index.html"
BODY = '<body><p id="result"></p></body>'
STYLE_FREE_HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>How a view starts</title>'


class UnavailableError(Exception):
    """A case can't be measured here; the text says why."""


@dataclass(frozen=True)
class Case:
    """A way to start a view.

    Attributes:
        title: What people read.
        page: Makes the page, given the address that the files are served under.
        speaks_only: Whether it is over when Python has spoken, since there is no SDK in it.
    """

    title: str
    page: Callable[[str], Page]
    speaks_only: bool = False


def runtime(origin: str) -> Runtime:
    """The runtime folder, as pages load it."""
    return Runtime.at(f"{origin}/runtime/", RUNTIME)


def _page(origin: str, head: str, body: str = BODY) -> Page:
    domains = [origin]
    meta = {"csp": {"connectDomains": domains, "resourceDomains": domains, "wasmUnsafeEval": True}}
    return Page(f"{STYLE_FREE_HEAD}{head}</head>{body}</html>", meta)


def _module(code: str) -> str:
    return f'<script type="module">\n{code}</script>'


def _bare(origin: str) -> Page:
    message = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}})
    speak = f"import js; js.parent.postMessage(js.JSON.parse({message!r}), '*')"
    return _page(
        origin,
        _module(f"""import {{ loadPyodide }} from "{origin}/pyodide/pyodide.mjs";
const python = await loadPyodide();
python.runPython("1");
python.runPython({json.dumps(speak)});
"""),
    )


def _typescript(origin: str) -> Page:
    return _page(origin, _module(_bundled()))


@cache
def _bundled() -> str:
    """The view on the TypeScript SDK in one file, as bundlers make it."""
    tool = [MODULES / ".bin" / "esbuild", HERE / "view.js", "--bundle", "--format=esm", "--minify", "--charset=ascii"]
    done = subprocess.run(tool, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnavailableError(f"esbuild failed: {done.stderr.strip()}")
    return done.stdout.replace("</script", "<\\/script")


def _wheels(origin: str) -> str:
    return json.dumps(list(runtime(origin).packages))


def _source() -> str:
    return (HERE / "view" / "view.py").read_text(encoding="utf-8")


def _usual(origin: str) -> Page:
    """Pyodide by hand: load it, load the wheels, run the view."""
    code = json.dumps(_source()).replace("<", "\\u003c")
    return _page(
        origin,
        _module(f"""import {{ loadPyodide }} from "{origin}/pyodide/pyodide.mjs";
const python = await loadPyodide();
for (const wheel of {_wheels(origin)}) await python.loadPackage(wheel, {{ checkIntegrity: false }});
await python.runPythonAsync({code});
"""),
    )


def _usual_pyscript(origin: str) -> Page:
    """Stock PyScript with wheels by address; the rest is what keeps it from dying in a host's frame."""
    folder = f"{origin}/runtime"
    config = {
        "interpreter": f"{origin}/pyodide/pyodide.mjs",
        "packages": json.loads(_wheels(origin)),
        "packages_cache": "passthrough",
    }
    storage = f"<script>\n{script('storage.js')}</script>"
    start = _module(f"""await globalThis.mcpAppsStorage;
const {{ hooks }} = await import("{folder}/pyscript/core.js");
hooks.worker.onBeforeRunAsync.clear();
""")
    sheet = f'<link rel="stylesheet" href="{folder}/pyscript/core.css">'
    view = f"<script type=\"py\" config='{json.dumps(config)}'>\n{_source()}</script>"
    return _page(origin, f"{storage}{sheet}{start}{view}")


def _written(loader: Literal["pyscript", "direct"], *, snapshot: bool) -> Callable[[str], Page]:
    def make(origin: str) -> Page:
        known = runtime(origin)
        if known.fast is None or (snapshot and not known.fast["snapshot"]):
            raise UnavailableError("the runtime folder has no fast start; run `make venv`")
        return write_page(VIEW, runtime=known if snapshot else known.without_snapshot(), loader=loader)

    return make


def _inline(loader: Literal["pyscript", "direct"], *, snapshot: bool) -> Callable[[str], Page]:
    def make(_origin: str) -> Page:
        if runtime("http://localhost").fast is None:
            raise UnavailableError("the runtime folder has no fast start; run `make venv`")
        return write_page(VIEW, runtime=Runtime.inline(RUNTIME, snapshot=snapshot), loader=loader)

    return make


CASES: dict[str, Case] = {
    "bare": Case('Pyodide alone, `runPython("1")`', _bare, speaks_only=True),
    "ts": Case("the TypeScript SDK, in one file", _typescript),
    "usual": Case("Pyodide by hand, wheels one after the other", _usual),
    "pyscript_usual": Case("stock PyScript, wheels by address", _usual_pyscript),
    "fast": Case("our loader, from archives, without PyScript", _written("direct", snapshot=False)),
    "snapshot": Case("our loader, from a snapshot, without PyScript", _written("direct", snapshot=True)),
    "pyscript_fast": Case("PyScript on our loader, from archives", _written("pyscript", snapshot=False)),
    "pyscript_snapshot": Case("PyScript on our loader, from a snapshot", _written("pyscript", snapshot=True)),
    "inline_fast": Case("everything in one page, archives, without PyScript", _inline("direct", snapshot=False)),
    "inline_snapshot": Case("everything in one page, snapshot, without PyScript", _inline("direct", snapshot=True)),
    "inline_pyscript_fast": Case("everything in one page, archives", _inline("pyscript", snapshot=False)),
    "inline_pyscript_snapshot": Case("everything in one page, snapshot", _inline("pyscript", snapshot=True)),
}
