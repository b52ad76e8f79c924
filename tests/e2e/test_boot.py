"""A stock PyScript page starts wherever WebAssembly is allowed, and says why where it does not."""

import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcp_apps_py import hosts
from mcp_apps_py.bundle import Page, write_page
from mcp_apps_py.testing.browser import Stage, ViewPage
from mcp_apps_py.testing.server import StubHostServer

INDEX = Path(__file__).parent / "views" / "minimal" / "index.html"
INITIALIZED = {"method": "ui/notifications/initialized"}
RESULT = {"content": [], "structuredContent": {"text": "Hello"}}
FAILURE = "#mcp-apps-failure"

# Hosts that copy what is declared into their policy allow WebAssembly by this entry alone.
KEYWORD = "'wasm-unsafe-eval'"
STARTS_IN = ["spec-wasm", "claude", "opaque", "vscode", "goose", "sunpeak", "decocms", "basic-host"]


@pytest.fixture(scope="module")
def page(server: StubHostServer) -> Page:
    return write_page(INDEX, runtime=server.runtime)


async def failure(view: ViewPage) -> str:
    """Wait for the message that the view could not start; the page's own scripts have run by then."""
    card = view.view_frame.locator(FAILURE)
    await card.wait_for(timeout=view.patience * 1000)
    return await card.inner_text()


@pytest.mark.parametrize("profile", STARTS_IN)
async def test_a_view_starts_and_shows_the_result(profile: str, server: StubHostServer, stage: Stage):
    also = [KEYWORD] if profile in {"vscode", "goose"} else []
    page = write_page(INDEX, runtime=server.runtime, resource_domains=also)
    view = await stage.open_view(page, profile=profile, rules={"tool": {"result": RESULT}})
    await view.wait_for_frame(INITIALIZED)
    shown = view.view_frame.locator("#shown")
    await shown.get_by_text("Hello </script>é").wait_for()
    assert await shown.evaluate("element => getComputedStyle(element).color") == "rgb(1, 2, 3)"
    posted = [frame["data"].get("method") for frame in await view.frames("view")]
    assert posted[:3] == ["ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed"]
    assert len([method for method in posted if "initialize" in (method or "")]) == 2
    await view.teardown()
    assert view.errors == []
    if hosts.load(profile).rules.get("teardown") == "request":
        assert (await view.frames())[-1]["data"]["result"] == {}


async def test_storage_is_the_browsers_own_where_there_is_one(page: Page, stage: Stage):
    view = await stage.open_view(page, profile="spec")
    await failure(view)
    assert await view.view_frame.evaluate("indexedDB instanceof IDBFactory")
    assert "mcp-apps-py" not in await view.view_frame.evaluate(
        "indexedDB.databases().then(found => found.map(({name}) => name))"
    )


async def test_a_view_starts_in_a_frame_of_another_site_that_may_store_nothing(
    page: Page, stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(stage.server, "url", stage.server.url.replace("127.0.0.1", "localhost"))
    view = await stage.open_view(page, profile="spec-wasm", rules={"tool": {"result": RESULT}})
    await view.view_frame.locator("#shown").get_by_text("Hello").wait_for(timeout=view.patience * 1000)
    # Where the browser's own storage is to be had there, the test shows nothing.
    assert not await view.view_frame.evaluate("indexedDB instanceof IDBFactory")
    assert view.errors == []


async def test_storage_is_in_memory_and_addresses_have_a_base_in_an_opaque_origin(page: Page, stage: Stage):
    view = await stage.open_view(page, profile="librechat")
    await failure(view)
    frame = view.view_frame
    assert await frame.evaluate("origin") == "null"
    stored = await frame.evaluate(
        """async () => {
          const asked = (request) => new Promise((resolve) => (request.onsuccess = (e) => resolve(e.target.result)));
          const open = async (name) => (await asked(indexedDB.open(name))).transaction("entries", "readwrite");
          const store = (await open("a")).objectStore("entries");
          const value = { deep: [1] };
          await asked(store.put(value, "k"));
          value.deep.push(2);
          const seen = (await open("a")).objectStore("entries");
          const other = (await open("b")).objectStore("entries");
          const found = [await asked(seen.get("k")), await asked(seen.getAllKeys()), await asked(other.count())];
          found.push(await asked(seen.getKey("x")) === undefined, await asked(seen.getAll()));
          await asked(seen.delete("k"));
          found.push(await asked(seen.count()));
          return found;
        }"""
    )
    assert stored == [{"deep": [1]}, ["k"], 0, True, [{"deep": [1]}], 0]
    addresses = await frame.evaluate(
        """[new URL("./a", location.href), new URL("./a", location), new URL("b", "https://x.example/"),
            new URL("https://y.example/"), new (class extends URL {})("c", "https://x.example/")].map(String)"""
    )
    assert addresses == [
        "https://view.invalid/a",
        "https://view.invalid/a",
        "https://x.example/b",
        "https://y.example/",
        "https://x.example/c",
    ]


@pytest.mark.parametrize("profile", ["spec", "inspector", "mcpjam", "librechat"])
async def test_without_webassembly_the_page_says_so(profile: str, page: Page, stage: Stage):
    view = await stage.open_view(page, profile=profile)
    text = await failure(view)
    assert "needs WebAssembly" in text
    assert KEYWORD in text
    assert not await view.view_frame.locator("#shown").is_visible()


def changed(old: str, new: str) -> Callable[[Page], Page]:
    def change(page: Page) -> Page:
        assert old in page.html
        return replace(page, html=page.html.replace(old, new))

    return change


def without(name: str) -> Callable[[Page], Page]:
    return lambda page: replace(page, meta={"csp": {**page.meta["csp"], name: []}})


def without_snapshot(change: Callable[[Page], Page]) -> Callable[[Page], Page]:
    return lambda page: change(changed('"snapshot": "snapshot"', '"snapshot": null')(page))


SPOILED = {
    "PyScript is missing": (changed("core.js", "gone.js"), "could not be loaded", "gone.js: the answer was 404."),
    "Pyodide is missing": (changed("pyodide.mjs", "gone.mjs"), "could not be loaded", "pyodide/gone.mjs"),
    "the library is missing": (
        without_snapshot(changed("fast/library.bin", "fast/gone.bin")),
        "could not be loaded",
        "gone.bin: the answer was 404",
    ),
    "scripts are blocked": (without("resourceDomains"), "does not allow the view to load Python", "(script-src"),
    "requests are blocked": (without("connectDomains"), "does not allow the view to load Python", "(connect-src)"),
}


@pytest.mark.parametrize("how", SPOILED)
async def test_a_runtime_that_cannot_be_loaded_is_named(how: str, page: Page, stage: Stage):
    spoil, reason, detail = SPOILED[how]
    text = await failure(await stage.open_view(spoil(page)))
    assert reason in text
    assert detail in text


async def test_a_runtime_that_does_not_answer_is_named(server: StubHostServer, stage: Stage):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nowhere = f"http://127.0.0.1:{taken.getsockname()[1]}/"
    runtime = replace(server.runtime, pyscript=nowhere)
    text = await failure(await stage.open_view(write_page(INDEX, runtime=runtime)))
    assert "could not be loaded" in text
    assert f"{nowhere}core.js: there was no answer." in text


async def test_the_message_is_readable_in_light_and_dark(page: Page, stage: Stage):
    colors = "element => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]"
    seen: dict[Any, list[str]] = {}
    cases: Any = [(None, "light"), (None, "dark"), ("light", "dark"), ("dark", "light")]
    for theme, scheme in cases:
        rules = {"initialize": {"hostContext": {"theme": theme} if theme else {}}}
        view = await stage.open_view(page, profile="spec", rules=rules, color_scheme=scheme)
        await view.wait_for_frame({"method": "notifications/message"})
        seen[theme, scheme] = await view.view_frame.locator(FAILURE).evaluate(colors)
    light, dark = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], ["rgb(255, 255, 255)", "rgb(18, 18, 18)"]
    assert list(seen.values()) == [light, dark, light, dark]
