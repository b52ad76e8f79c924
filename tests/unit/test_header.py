"""The header of a view file: what it may say, what becomes of it, and what is said of one that is wrong."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from mcp_apps_py.bundle import Page, PageError, write_page
from mcp_apps_py.bundle.header import read_header
from mcp_apps_py.runtime import Manifest, Runtime

RUNTIME = Runtime.at("https://files.example/rt", Manifest("1", "2", ("a-1-py3-none-any.whl",)))
NAMED = 'name = "Weather"\nversion = "1.0.0"'


def header(table: str, *, before: str = "") -> str:
    toml = f"{before}[tool.mcp-app]\n{table}" if before or table else ""
    return "".join(f"# {line}".rstrip() + "\n" for line in ["/// script", *toml.splitlines(), "///"])


def view(folder: Path, text: str) -> Path:
    path = folder / "view.py"
    path.write_text(text, encoding="utf-8")
    return path


def block(page: Page) -> Any:
    found = re.search(r'<script type="application/json" id="mcp-app">(.*?)</script>', page.html, re.DOTALL)
    assert found
    return json.loads(found[1])


def problem(folder: Path, text: str) -> str:
    with pytest.raises(PageError) as caught:
        write_page(view(folder, text), runtime=RUNTIME)
    return str(caught.value).removeprefix(f"{folder}/")


def test_everything_that_a_header_may_say_is_read(tmp_path: Path):
    table = """
name = "Weather"
version = "1.0.0"
title = "The <weather>"
description = "Shows a forecast."
website-url = "https://weather.example"
icons = [{src = "https://weather.example/icon.png", mimeType = "image/png", sizes = ["48x48"]}]
tools = true
display-modes = ["inline", "fullscreen"]
connect-domains = ["https://api.example"]
resource-domains = ["https://img.example", "'wasm-unsafe-eval'"]
frame-domains = ["https://maps.example"]
base-uri-domains = ["https://base.example"]
permissions = ["camera", "clipboard-write"]
border = false
domain = "weather.example"
host-styles = false
[tool.mcp-app.capabilities]
experimental = {trying = {}}
"""
    page = write_page(view(tmp_path, header(table, before='dependencies = ["mcp-apps-py"]\n')), runtime=RUNTIME)
    assert block(page) == {
        "appInfo": {
            "name": "Weather",
            "version": "1.0.0",
            "title": "The <weather>",
            "description": "Shows a forecast.",
            "websiteUrl": "https://weather.example",
            "icons": [{"src": "https://weather.example/icon.png", "mimeType": "image/png", "sizes": ["48x48"]}],
        },
        "appCapabilities": {
            "experimental": {"trying": {}},
            "tools": {"listChanged": True},
            "availableDisplayModes": ["inline", "fullscreen"],
        },
        "hostStyles": False,
    }
    assert page.meta == {
        "csp": {
            "connectDomains": ["https://api.example", "https://files.example"],
            "resourceDomains": ["'wasm-unsafe-eval'", "https://files.example", "https://img.example"],
            "frameDomains": ["https://maps.example"],
            "baseUriDomains": ["https://base.example"],
            "wasmUnsafeEval": True,
        },
        "permissions": {"camera": {}, "clipboardWrite": {}},
        "prefersBorder": False,
        "domain": "weather.example",
    }
    assert "<title>The &lt;weather&gt;</title>" in page.html


def test_a_file_without_a_header_says_nothing(tmp_path: Path):
    page = write_page(view(tmp_path, "# /// other\n# x = 1\n# ///\nprint()\n"), runtime=RUNTIME)
    assert block(page) == {}


def test_arguments_add_to_the_header(tmp_path: Path):
    path = view(tmp_path, header('connect-domains = ["https://a.example"]'))
    page = write_page(path, runtime=RUNTIME, connect_domains=["https://b.example"])
    assert page.meta["csp"]["connectDomains"] == ["https://a.example", "https://b.example", "https://files.example"]


def test_the_header_of_the_first_python_file_of_a_page_counts(tmp_path: Path):
    view(tmp_path, header(NAMED))
    (tmp_path / "other.py").write_text(header('name = "Other"\nversion = "2"'))
    html = '<script type="py">x = 1</script><script type="py" src="view.py"></script><script type="py" src="other.py">'
    (tmp_path / "index.html").write_text(f"{html}</script>")
    page = write_page(tmp_path / "index.html", runtime=RUNTIME)
    assert block(page)["appInfo"] == {"name": "Weather", "version": "1.0.0"}


def test_packages_that_no_page_has_anyway_are_installed(tmp_path: Path):
    before = (
        'requires-python = ">=3.12"\ndependencies = ["mcp_apps_py>=0.1", "Pydantic", "numpy >= 2", "six[x]==1; a"]\n'
    )
    path = view(tmp_path, header("", before=before))
    assert read_header(path).dependencies == ("mcp-apps-py", "pydantic", "numpy", "six")
    html = write_page(path, runtime=RUNTIME).html
    assert "wheels/a-1-py3-none-any.whl&quot;, &quot;numpy&quot;, &quot;six&quot;]" in html


def test_without_another_runtime_the_cdn_is_meant(tmp_path: Path):
    page = write_page(view(tmp_path, header('runtime = "cdn"')))
    assert page.html == write_page(tmp_path / "view.py", runtime=Runtime.cdn()).html


def test_the_loader_stands_in_the_header_or_is_given(tmp_path: Path):
    path = view(tmp_path, header('loader = "direct"'))
    with pytest.raises(ValueError, match="needs a runtime folder with a fast start"):
        write_page(path, runtime=RUNTIME)
    assert "await import(core)" in write_page(path, runtime=RUNTIME, loader="pyscript").html


UNKNOWN = header('name = "x"\nconect-domains = []')
WRONG = {
    "an unknown key": (
        UNKNOWN,
        "view.py:4: [tool.mcp-app] has no key 'conect-domains': did you mean 'connect-domains'?",
    ),
    "underscores": (
        header("website_url = ''"),
        "view.py:3: [tool.mcp-app] has no key 'website_url': did you mean 'websit",
    ),
    "a far key": (header("x = 1"), "view.py:3: [tool.mcp-app] has no key 'x': known are name, version, title"),
    "a wrong type": (header(f'{NAMED}\ntools = "yes"'), "view.py:5: tools: input should be a valid boolean"),
    "a wrong element": (
        header("connect-domains = [1]"),
        "view.py:3: connect-domains.0: input should be a valid string",
    ),
    "a wrong word": (header('permissions = ["sound"]'), "view.py:3: permissions.0: input should be 'camera', 'micro"),
    "no origin": (header('frame-domains = ["a.example"]'), "view.py:3: frame-domains: 'a.example' is not an origin"),
    "a keyword": (header("connect-domains = [\"'wasm-unsafe-eval'\"]"), "view.py:3: connect-domains: \"'wasm"),
    "no version": (header('name = "x"'), "view.py:2: [tool.mcp-app] has no version; a view that names itself"),
    "no name": (header("tools = true"), "view.py:2: [tool.mcp-app] has no name and version to go with"),
    "a wrong icon": (header(f"{NAMED}\nicons = [{{}}]"), "view.py:5: icons.src: Field required"),
    "twice the same": (
        header(f"{NAMED}\ntools = true\n[tool.mcp-app.capabilities]\ntools = {{}}"),
        "view.py:6: capabilities: 'tools' has a key of its own",
    ),
    "a wrong capability": (
        header(f"{NAMED}\n[tool.mcp-app.capabilities]\nexperimental = 1"),
        "view.py:6: capabilities.experimental: Input should be a valid dictionary",
    ),
    "dependencies of another kind": (header("", before='dependencies = "x"\n'), "view.py:2: dependencies is a list"),
    "a wrong dependency": (
        header("", before='dependencies = [">x"]\n'),
        "view.py:2: dependencies: '>x' does not begin",
    ),
    "no table": ("# /// script\n# [tool]\n# mcp-app = 1\n# ///\n", "view.py:3: [tool.mcp-app] is a table"),
    "broken TOML": ("import x\n" + header("name = "), "view.py:4: the header is not TOML: Invalid value"),
    "TOML that stops": (header('name = """'), "view.py:3: the header is not TOML: "),
    "two headers": (header(NAMED) + "x = 1\n" + header(NAMED), "view.py:7: there is a header in line 1 already"),
    "no end": ("# /// script\n# [tool.mcp-app]\nimport x\n", "view.py:1: the header that begins here has no end"),
    "no blank": ("# /// script\n#[tool.mcp-app]\n# ///\n", "view.py:2: a line of the header begins with '# '"),
    "a tool": (
        header(NAMED) + "@app.tool\ndef f(): ...\n",
        "view.py:6: offers a tool, and the header does not say so: write `tools = true`",
    ),
    "a tool by another way": (header(NAMED) + "app.register_tool('f', f)\n", "view.py:6: offers a tool"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_named_with_file_line_and_key(tmp_path: Path, what: str):
    text, message = WRONG[what]
    assert problem(tmp_path, text).startswith(message)


@pytest.mark.parametrize(
    "text",
    [
        header(f"{NAMED}\ntools = true") + "@app.tool(name='x')\ndef f(): ...\n",
        header(f"{NAMED}\ntools = false") + "@other.tool\ndef f(): ...\n",
        "@app.tool\ndef f(): ...\n",
    ],
)
def test_tools_are_no_error_where_the_header_speaks_of_them_or_python_introduces_the_view(tmp_path: Path, text: str):
    assert write_page(view(tmp_path, text), runtime=RUNTIME)


def test_a_tool_in_a_module_beside_the_view_is_found(tmp_path: Path):
    (tmp_path / "more.py").write_text("def add(app):\n    app.register_tool('f', print)\n")
    assert problem(tmp_path, header(NAMED) + "import more\n").startswith("more.py:2: offers a tool")


@pytest.mark.skipif(sys.platform == "emscripten", reason="the guide is not there")
def test_the_guide_has_a_row_for_every_key():
    from mcp_apps_py.bundle.header import Settings

    guide = (Path(__file__).parents[2] / "docs" / "guide" / "pages-and-hosts.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \|", guide, re.MULTILINE)
    assert {name.replace("_", "-") for name in Settings.model_fields} <= {*rows}
