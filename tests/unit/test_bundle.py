import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from mcp_apps_py.bundle import DomainError, Page, PageError, write_page
from mcp_apps_py.runtime import Manifest, Runtime
from tests.cases import case

RUNTIME = Runtime.at("https://files.example/rt", Manifest("1", "2", ("a-1-py3-none-any.whl", "b-2-py3-none-any.whl")))
VIEW = '<script type="py" src="view.py"></script>'


class Elements(HTMLParser):
    """The start tags of a page, and the text of its scripts and styles, as a browser sees them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None], str]] = []
        self.inside = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs), ""))
        self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            tag, attributes, text = self.tags[-1]
            self.tags[-1] = (tag, attributes, text + data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "view.py").write_text("print('view')\n", encoding="utf-8")
    (tmp_path / "index.htmlx").touch()
    return tmp_path


def page(folder: Path, html: str = VIEW, **options: Any) -> Page:
    (folder / "index.html").write_text(html, encoding="utf-8")
    return write_page(folder / "index.html", runtime=RUNTIME, **options)


def scripts(written: Page, kind: str) -> list[tuple[dict[str, str | None], str]]:
    tags = Elements(written.html).tags
    return [(attributes, text) for _, attributes, text in tags if attributes.get("type") == kind]


def source(script: tuple[dict[str, str | None], str]) -> str:
    """The Python in a script, by the rule of page/start.js."""
    return script[0].get("data-source") or script[1]


def problem(folder: Path, html: str) -> str:
    with pytest.raises(PageError) as caught:
        page(folder, html)
    return str(caught.value).removeprefix(f"{folder}/")


def test_the_python_of_a_page_stands_in_it(folder: Path):
    [script] = scripts(page(folder), "py")
    assert source(script) == "print('view')\n"
    assert "src" not in script[0]


def test_pyscript_is_told_where_interpreter_and_packages_are(folder: Path):
    [(attributes, _)] = scripts(page(folder), "py")
    config = json.loads(attributes["config"] or "")
    assert config["interpreter"] == "https://files.example/rt/pyodide/pyodide.mjs"
    assert config["packages"] == [
        "https://files.example/rt/wheels/a-1-py3-none-any.whl",
        "https://files.example/rt/wheels/b-2-py3-none-any.whl",
    ]
    assert config["packages_cache"] == "passthrough"


def test_packages_by_name_are_left_to_pyodides_installer(folder: Path):
    (folder / "index.html").write_text(VIEW)
    written = write_page(folder / "index.html", runtime=Runtime.cdn(["pydantic"]))
    config = json.loads(scripts(written, "py")[0][0]["config"] or "")
    assert (config["packages"], config["packages_cache"]) == (["pydantic"], "never")


def test_only_the_first_of_several_scripts_carries_the_config(folder: Path):
    first, second = scripts(page(folder, f'{VIEW}<script type="py">x = 1</script>'), "py")
    assert "config" in first[0]
    assert "config" not in second[0]
    assert second[1] == "x = 1"


def test_the_page_says_what_it_loads_and_starts_it(folder: Path):
    written = page(folder)
    [(_, about), (_, facts)] = scripts(written, "application/json")
    assert json.loads(about) == {}
    assert json.loads(facts) == {
        "core": "https://files.example/rt/pyscript/core.js",
        "runtime": [
            "https://files.example/rt/pyodide/",
            "https://files.example/rt/pyscript/",
            "https://files.example/rt/wheels/",
        ],
    }
    [(_, start)] = scripts(written, "module")
    assert "await import(core)" in start


def test_the_metadata_lets_the_page_load_its_runtime_and_webassembly(folder: Path):
    assert page(folder).meta == {
        "csp": {
            "connectDomains": ["https://files.example"],
            "resourceDomains": ["https://files.example"],
            "wasmUnsafeEval": True,
        }
    }


def test_further_domains_are_added_once_and_in_order(folder: Path):
    csp = page(
        folder,
        connect_domains=["wss://b.example:8443", "https://files.example"],
        resource_domains=["https://*.a.example", "'wasm-unsafe-eval'", "http://127.0.0.1:8000", "http://[::1]:8000"],
    ).meta["csp"]
    assert csp["connectDomains"] == ["https://files.example", "wss://b.example:8443"]
    assert csp["resourceDomains"] == [
        "'wasm-unsafe-eval'",
        "http://127.0.0.1:8000",
        "http://[::1]:8000",
        "https://*.a.example",
        "https://files.example",
    ]


@pytest.mark.parametrize(
    "entry",
    [
        "api.example",
        "https://a.example/path",
        "https://a.example; script-src *",
        "*",
        "",
        "'unsafe-eval'",
        "https://a b",
    ],
)
def test_a_domain_that_is_no_origin_is_refused(folder: Path, entry: str):
    with pytest.raises(DomainError, match=f"resource_domains: {re.escape(repr(entry))} is not an origin"):
        page(folder, resource_domains=[entry])


def test_the_webassembly_keyword_is_no_origin_to_connect_to(folder: Path):
    with pytest.raises(DomainError, match="connect_domains"):
        page(folder, connect_domains=["'wasm-unsafe-eval'"])


@pytest.mark.parametrize(
    "text",
    [
        "x = '</script>'\n",
        "x = r'<!-- <script> -->'\n",
        "x = '</SCRIPT >'\ny = '''é\u2028 \"&amp;\" <b>'''\n",
    ],
)
def test_python_that_html_would_misread_arrives_as_it_was(folder: Path, text: str):
    (folder / "view.py").write_text(text, encoding="utf-8")
    written = page(folder, f"{VIEW}<p id=after>")
    assert source(scripts(written, "py")[0]) == text
    assert ("p", {"id": "after"}, "") in Elements(written.html).tags


def test_python_is_read_in_the_encoding_that_it_declares(folder: Path):
    (folder / "view.py").write_bytes("# coding: latin-1\r\nx = 'é'\r\n".encode("latin-1"))
    assert source(scripts(page(folder), "py")[0]) == "# coding: latin-1\nx = 'é'\n"
    (folder / "view.py").write_bytes("\ufeffx = 'é'\n".encode())
    assert source(scripts(page(folder), "py")[0]) == "x = 'é'\n"


def test_modules_that_the_python_imports_come_along(folder: Path):
    (folder / "view.py").write_text("import json, a.b\nfrom shapes import Circle\n\ndef f():\n    import late\n")
    (folder / "shapes.py").write_text("import base\n")
    (folder / "base.py").write_text("import shapes\nWORD = '</script>'\n")
    (folder / "late.py").write_text("import view\n")
    (folder / "server.py").write_text("import mcp\n")
    (folder / "a" / "c").mkdir(parents=True)
    (folder / "a" / "__init__.py").write_text("")
    (folder / "a" / "b.py").write_text("from . import c\n")
    (folder / "a" / "c" / "__init__.py").write_text("import extra\n")
    (folder / "extra.py").write_text("")
    modules = {script[0]["data-file"]: source(script) for script in scripts(page(folder), "text/x-python")}
    assert modules == {
        "a/__init__.py": "",
        "a/b.py": "from . import c\n",
        "a/c/__init__.py": "import extra\n",
        "base.py": "import shapes\nWORD = '</script>'\n",
        "extra.py": "",
        "late.py": "import view\n",
        "shapes.py": "import base\n",
    }


def test_modules_stand_before_the_script_that_imports_them(folder: Path):
    (folder / "view.py").write_text("import shapes\n")
    (folder / "shapes.py").write_text("")
    html = page(folder).html
    assert html.index('data-file="shapes.py"') < html.index('<script type="py"')


def test_the_rest_of_the_page_stays_as_it_was(folder: Path):
    rest = '<!-- a > b -->\n<p title="x &amp; y">Grüße &lt; <svg viewBox="0 0 1 1"/>\n<textarea>a</textarea>'
    assert page(folder, f"<!DOCTYPE html>\n<title>t</title>{rest}{VIEW}").html.count(rest) == 1


def test_what_starts_the_page_comes_first_in_the_head(folder: Path):
    html = page(folder, f"<!DOCTYPE html>\n<html lang=en><head><title>t</title></head><body>{VIEW}").html
    assert html.startswith('<!DOCTYPE html>\n<html lang=en><head>\n<meta charset="utf-8">\n<script ')
    assert page(folder, f"<html lang=en><body>{VIEW}").html.startswith("<!doctype html>\n<html lang=en>\n<meta")
    assert page(folder).html.startswith('<!doctype html>\n\n<meta charset="utf-8">')


def test_a_page_has_one_encoding(folder: Path):
    html = page(folder, f'<head><meta charset="latin-1"><meta name="viewport" content="x">{VIEW}').html
    assert html.count("charset=") == 1
    assert '<meta name="viewport" content="x">' in html


def test_byte_order_mark_and_windows_line_ends_go(folder: Path):
    (folder / "index.html").write_bytes(f"\ufeff<!doctype html>\r\n<p>\r\n{VIEW}".encode())
    html = write_page(folder / "index.html", runtime=RUNTIME).html
    assert html.startswith("<!doctype html>")
    assert "\r" not in html


def test_style_sheets_and_what_they_refer_to_stand_in_the_page(folder: Path):
    (folder / "css").mkdir()
    (folder / "dot.svg").write_text("<svg/>")
    (folder / "css" / "style.css").write_text(
        "/* url(gone.png) </style> */\nq{background:url( '../dot.svg' )}\n"
        "p::after{content:'</style>'} i{mask:url(#m)}\n"
    )
    html = page(folder, f'<link rel="stylesheet" media="print" href="css/style.css">{VIEW}').html
    [(_, attributes, css)] = [tag for tag in Elements(html).tags if tag[0] == "style"]
    assert attributes == {"media": "print"}
    assert css == (
        "\nq{background:url(\"data:image/svg+xml;base64,PHN2Zy8+\")}\np::after{content:'<\\/style>'} i{mask:url(#m)}\n"
    )


def test_images_and_local_javascript_stand_in_the_page(folder: Path):
    (folder / "dot.png").write_bytes(b"PNG")
    (folder / "a.js").write_text("const end = '</script><!--';")
    html = page(folder, f'<img alt="a &quot;b&quot;" src="dot.png?v=1"><script src="a.js"></script>{VIEW}').html
    assert '<img alt="a &quot;b&quot;" src="data:image/png;base64,UE5H">' in html
    assert "<script>const end = '\\x3c/script>\\x3c!--';</script>" in html


def test_absolute_addresses_and_fragments_are_left_alone(folder: Path):
    rest = (
        '<a href="#top">a</a><a href="https://a.example/">b</a><img src="data:image/gif;base64,AA">'
        '<link rel="stylesheet" href="https://fonts.example/x.css"><script src="https://a.example/x.js"></script>'
    )
    assert rest in page(folder, rest + VIEW).html


@case("H5")
@pytest.mark.parametrize(
    ("html", "message"),
    [
        ("<p>no Python", 'index.html: has no <script type="py"'),
        ('\n<script type="py" src="gone.py"></script>', "index.html:2: there is no file 'gone.py'"),
        ('<script type="py" src="/view.py"></script>', "index.html:1: '/view.py' starts with a slash"),
        ('<script type="py" src="view.py">x = 1</script>', "index.html:1: a script has either src or text"),
        ('<script type="py">x = 1', "index.html:1: this <script> is never closed"),
        ('<script type="py" worker>x = 1</script>', "index.html:1: hosts do not isolate views"),
        ('<script type="py" config="a.toml">x = 1</script>', "index.html:1: write_page sees to PyScript's config"),
        (f"{VIEW}\n<py-config>{{}}</py-config>", "index.html:2: not for views"),
        ('<script type="mpy">x = 1</script>', "index.html:1: not for views"),
        (
            '<script type="module" src="https://x.example/@pyscript/core/dist/core.js"></script>',
            "index.html:1: write_page sees to the loading of PyScript",
        ),
        (f'{VIEW}<base href="https://a.example/">', "index.html:1: <base> changes what addresses mean"),
        (f'{VIEW}<img src="gone.png">', "index.html:1: there is no file 'gone.png'"),
        (f'{VIEW}<img src="index.htmlx">', "index.htmlx: the type of this file is unknown"),
        (f'{VIEW}<a href="other.html">x</a>', 'index.html:1: href="other.html" is relative'),
        (f'{VIEW}<img srcset="a.png 2x">', 'index.html:1: srcset="a.png 2x" is relative'),
        (f'{VIEW}<iframe src="//a.example/x"></iframe>', 'index.html:1: src="//a.example/x" is relative'),
        (f"{VIEW}<style>\n@import 'a.css';</style>", "index.html:2: @import of 'a.css'"),
        (f"{VIEW}<style>\n\np{{background:url(gone.png)}}</style>", "index.html:3: there is no file 'gone.png'"),
        (f'{VIEW}<script src="view.py" defer></script>', "index.html:1: it will run at once"),
        (f'{VIEW}<script type="text/lua" src="view.py"></script>', "index.html:1: a script of type 'text/lua'"),
    ],
)
def test_what_cannot_be_in_a_page_is_refused_by_file_and_line(folder: Path, html: str, message: str):
    assert problem(folder, html).startswith(message)


def test_a_file_that_is_not_utf8_is_named_with_its_line(folder: Path):
    (folder / "style.css").write_bytes(b"p{}\nq{content:'\xe9'}")
    assert problem(folder, f"{VIEW}<link rel=stylesheet href=style.css>").startswith("style.css:2: is not UTF-8")


def test_python_that_does_not_parse_is_named_with_its_line(folder: Path):
    (folder / "view.py").write_text("x = 1\ndef f(:\n")
    assert problem(folder, VIEW).startswith("view.py:2: is not Python that Python")
    (folder / "view.py").write_text("import shapes\n")
    (folder / "shapes.py").write_text("(")
    assert problem(folder, VIEW).startswith("shapes.py:1: is not Python that Python")


def test_a_missing_page_is_named(folder: Path):
    with pytest.raises(PageError, match=r"gone\.html: cannot be read: No such file"):
        write_page(folder / "gone.html", runtime=RUNTIME)


def test_the_script_that_speaks_first_is_small_and_the_first_of_the_page(folder: Path):
    from mcp_apps_py.page import script_in_page

    text = script_in_page("shim.js")
    assert len(text.encode()) <= 10_000
    html = page(folder).html
    assert text in html
    assert html.index('id="mcp-app"') < html.index(text) < html.index('id="mcp-apps-page"')


def test_the_script_that_speaks_first_names_the_newest_version_of_the_protocol():
    from mcp_apps_py.page import script
    from mcp_apps_py.types import LATEST_PROTOCOL_VERSION

    assert f'protocolVersion: "{LATEST_PROTOCOL_VERSION}"' in script("shim.js")


@pytest.mark.parametrize("name", ["shim.js", "storage.js", "address.js", "start.js", "direct.js"])
def test_the_scripts_of_the_page_can_stand_in_any_page(name: str):
    from mcp_apps_py.page import script

    text = script(name)
    assert text.isascii()
    assert not re.search(r"</script|<!--|\beval\(|new Function|randomUUID|[\"'`]data:|fetch\(", text)
