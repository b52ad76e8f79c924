"""Reported sizes under the habits of hosts: nobody chases anybody, nothing collapses, nothing jumps."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from mcp_apps_py.browser.size_policy import MAX_ECHOES
from mcp_apps_py.testing.browser import open_stage
from mcp_apps_py.testing.server import StubHostServer
from tests.cases import case
from tests.e2e.bench import SIZE_CHANGED, Bench, open_bench
from tools.browser_config import config, launch_options

MOST = 1 + MAX_ECHOES + 1
"""A first report, echoes, and one more try once all is quiet."""

INLINE = {"displayMode": "inline", "availableDisplayModes": ["inline", "fullscreen"]}
PLAIN = "body { margin: 0 } main { height: 300px }"
STRETCHED = "html, body { height: 100%; margin: 0 }"
# Everything that a size depends on stands still for longer than the view waits.
STILL = """(patience) => new Promise((resolve) => {
  const frame = stubHost.frame.element;
  let timer;
  const again = () => { clearTimeout(timer); timer = setTimeout(done, patience); };
  const seen = new ResizeObserver(again);
  const done = () => { seen.disconnect(); stubHost.removeEventListener("frame", again); resolve(frame.clientHeight); };
  seen.observe(frame);
  stubHost.addEventListener("frame", again);
  again();
})"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bench(server: StubHostServer) -> AsyncIterator[Bench]:
    """A view in a browser whose scroll bars take room, as on most desktops."""
    launch = {**launch_options(), "ignore_default_args": ["--hide-scrollbars"]}
    async with open_stage(server, launch=launch, config=config) as stage, open_bench(stage) as bench:
        yield bench


async def begin(bench: Bench, css: str, html: str = "", *, habits: Any = None, height: str = "600px") -> None:
    """Put a page into a frame of a host with some habits."""
    await bench.host(
        """([habits, height]) => {
          const { element, habits: own } = stubHost.frame;
          Object.assign(own.size, { offset: 0, minimum: 0, maximum: null, width: false }, habits);
          Object.assign(element.style, { height, width: "", display: "" });
        }""",
        [habits or {}, height],
    )
    await bench.reconnect(css=css, html=html, context=INLINE)


async def still(bench: Bench) -> int:
    """Wait until nothing changes any more, and give the frame's height."""
    return await bench.host(STILL, 1000)


async def heights(bench: Bench) -> list[int]:
    return [frame["params"]["height"] for frame in await bench.posted(SIZE_CHANGED)]


async def test_the_size_is_that_of_the_content_and_the_width_that_of_the_frame(bench: Bench):
    await begin(bench, PLAIN)
    await still(bench)
    assert [frame["params"] for frame in await bench.posted(SIZE_CHANGED)] == [{"width": 800, "height": 300}]


@case("R1")
@pytest.mark.parametrize("offset", [-1, 2])
async def test_a_stretched_page_has_the_height_of_its_content_whatever_the_host_adds(offset: int, bench: Bench):
    css = STRETCHED + "body { padding: 10px; box-sizing: border-box } main { height: 280px }"
    await begin(bench, css, habits={"offset": offset})
    assert await still(bench) == 300 + offset
    assert await heights(bench) == [300]


@case("R1", "R3")
async def test_a_page_that_fills_its_frame_stops_shrinking(bench: Bench):
    css = STRETCHED + "main, canvas { height: 100%; display: block }"
    await begin(bench, css, "<canvas></canvas>", habits={"offset": -1})
    assert await still(bench) >= 600 - MOST
    assert len(await heights(bench)) <= MOST


@case("R2")
async def test_a_page_higher_than_its_frame_stops_growing(bench: Bench):
    await begin(bench, "body { margin: 0; min-height: 100vh; padding: 20px }", habits={"offset": 2})
    assert await still(bench) <= 600 + MOST * 42
    assert len(await heights(bench)) <= MOST


@case("R2")
async def test_it_stops_growing_even_if_its_content_changes_all_the_time(bench: Bench):
    await begin(bench, "body { margin: 0; min-height: 100vh; padding: 20px }", habits={"offset": 2})
    ticks = """() => new Promise((resolve) => {
      let left = 120;
      const tick = () => { main.textContent = left; --left ? requestAnimationFrame(tick) : resolve(); };
      tick();
    })"""
    await bench.js(ticks)
    await still(bench)
    assert len(await heights(bench)) <= MOST


@case("R2")
async def test_a_script_that_follows_the_frame_a_little_later_stops_growing_too(bench: Bench):
    await begin(bench, "body { margin: 0 }", habits={"offset": 2})
    await bench.js(
        """() => {
          let timer;
          const fit = () => { main.style.height = `${innerHeight}px`; };
          window.follow = () => { clearTimeout(timer); timer = setTimeout(fit, 50); };
          addEventListener("resize", follow);
          fit();
        }"""
    )
    try:
        await still(bench)
        assert len(await heights(bench)) <= 1 + MOST
    finally:
        await bench.js("() => { removeEventListener('resize', follow); }")


FILLED = {
    "a canvas": (STRETCHED + "main, canvas { height: 100%; display: block }", "<canvas></canvas>"),
    "a chart in a padded body": (
        STRETCHED + "body { padding: 16px; box-sizing: border-box } main, div { height: 100% }",
        "<div></div>",
    ),
    "a list that scrolls": (
        STRETCHED + "main { height: 100%; overflow: auto } p { height: 3000px; margin: 0 }",
        "<p></p>",
    ),
    "columns": (STRETCHED + "body { display: flex } main { flex: 1 }", ""),
    "a page of the window's height": ("body { margin: 0; height: 100vh }", ""),
}


@case("R3")
@pytest.mark.parametrize("what", FILLED)
async def test_what_fills_the_frame_keeps_it(what: str, bench: Bench):
    await begin(bench, *FILLED[what])
    assert abs(await still(bench) - 600) <= 1
    assert len(await heights(bench)) <= 2


@case("R3")
async def test_content_out_of_the_flow_is_not_taken_for_nothing(bench: Bench):
    await begin(bench, "main { position: absolute; top: 10px; height: 200px }")
    assert await still(bench) == 210


async def test_a_stretched_page_whose_content_is_higher_gets_its_height(bench: Bench):
    await begin(bench, STRETCHED + "main { height: 100% } p { height: 900px; margin: 0 }", "<p></p>")
    assert await still(bench) == 900
    assert await heights(bench) == [900]


async def test_a_stretched_page_shrinks_with_its_content(bench: Bench):
    await begin(bench, STRETCHED, "<p style='height: 500px; margin: 0'></p>")
    assert await still(bench) == 500
    await bench.js("main.firstChild.style.height = '120px'")
    assert await still(bench) == 120


@case("R4")
@pytest.mark.parametrize("offset", [-1, 0, 2])
async def test_the_width_is_steady_where_the_host_applies_it(offset: int, bench: Bench):
    css = "body { margin: 0 } main { font: 16px/20px monospace; padding: 5px }"
    await begin(bench, css, "word " * 400, habits={"offset": offset, "width": True}, height="200px")
    await still(bench)
    widths = {frame["params"]["width"] for frame in await bench.posted(SIZE_CHANGED)}
    assert widths == {800}
    assert await bench.js("innerWidth") == 800
    assert len(await heights(bench)) <= MOST


@case("R4")
async def test_a_border_that_the_host_forgets_does_not_make_the_view_narrow(bench: Bench):
    await bench.host("stubHost.frame.element.style.cssText += '; border: 1px solid; box-sizing: border-box'")
    try:
        await begin(bench, "body { margin: 0; font: 16px monospace }", "word " * 400, habits={"width": True})
        await still(bench)
        assert await bench.js("innerWidth") >= 800 - 2 * (MOST + 1)
        assert len(await heights(bench)) <= MOST
    finally:
        await bench.host("stubHost.frame.element.style.border = ''")


async def test_a_scroll_bar_at_the_bottom_is_added_to_the_height(bench: Bench):
    await begin(bench, "body { margin: 0 } main { width: 2000px; height: 100px }")
    await still(bench)
    bar = await bench.js("innerHeight - document.documentElement.clientHeight")
    assert bar > 5
    assert await heights(bench) == [100 + bar]
    assert await bench.js("document.documentElement.scrollHeight - document.documentElement.clientHeight") == 0


@case("R5")
@pytest.mark.parametrize("filled", [False, True])
async def test_after_fullscreen_the_size_is_reported_afresh_and_once(filled: bool, bench: Bench):
    css = STRETCHED + "main { height: 100% }" if filled else PLAIN
    await begin(bench, css)
    before = await still(bench)
    await bench.mark()
    await bench.host("stubHost.changeContext({ displayMode: 'fullscreen' })")
    await bench.js("main.append('More text.')")
    assert abs(await still(bench) - before) > 40
    assert await heights(bench) == []
    await bench.host("stubHost.changeContext({ displayMode: 'inline' })")
    assert await still(bench) == before
    assert await heights(bench) == [before]


@case("R5")
async def test_a_host_that_keeps_its_height_gets_one_report(bench: Bench):
    await begin(bench, PLAIN, habits={"minimum": 400, "maximum": 400}, height="400px")
    assert await still(bench) == 400
    assert await heights(bench) == [300]


@case("R5")
async def test_a_host_that_tells_its_dimensions_after_each_report_gets_one(bench: Bench):
    await bench.host(
        """() => {
          window.tellDimensions = ({ detail: { from, data } }) => {
            const { height } = (from === "view" && data.params) || {};
            if (height) stubHost.changeContext({ displayMode: "inline", containerDimensions: { width: 800, height } });
          };
          stubHost.addEventListener("frame", tellDimensions);
        }"""
    )
    try:
        await begin(bench, PLAIN)
        await still(bench)
        assert await heights(bench) == [300]
    finally:
        await bench.host("stubHost.removeEventListener('frame', tellDimensions)")


@case("R5")
async def test_switched_off_it_says_nothing(bench: Bench):
    await bench.python("app.auto_resize = False")
    try:
        await begin(bench, PLAIN)
        await bench.js("main.style.height = '700px'")
        await still(bench)
        assert await heights(bench) == []
    finally:
        await bench.python("app.auto_resize = True")


CHANGES = """(frames) => new Promise((resolve) => {
  let passed = 0;
  const step = () => {
    for (let height = 0; height <= 100; height += 1) main.style.height = `${300 + passed + height}px`;
    if (++passed < frames) requestAnimationFrame(step);
    else resolve(performance.now());
  };
  requestAnimationFrame(step);
})"""


@case("R6")
async def test_a_hundred_changes_in_a_frame_are_one_report(bench: Bench):
    await begin(bench, PLAIN)
    await still(bench)
    await bench.mark()
    await bench.js(CHANGES, 1)
    await still(bench)
    assert await heights(bench) == [400]


@case("R6")
async def test_changes_in_every_frame_are_at_most_one_report_each_and_the_last_one_arrives(bench: Bench):
    await begin(bench, PLAIN)
    await still(bench)
    await bench.mark()
    await bench.js(CHANGES, 120)
    await still(bench)
    reported = await heights(bench)
    assert len(reported) <= 121
    assert len(set(reported)) == len(reported)
    assert reported[-1] == 519


async def test_an_animation_ends_with_the_whole_content_in_view(bench: Bench):
    await begin(bench, "body { margin: 0 } main { height: 100px; transition: height 0.4s linear }")
    await still(bench)
    await bench.js("main.style.height = '500px'")
    assert await still(bench) == 500


async def test_an_image_that_comes_late_is_noticed_in_a_stretched_page(bench: Bench):
    await begin(bench, STRETCHED + "main { min-height: 40px } img { display: block }", "<img>")
    await still(bench)
    picture = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='333'/>"
    await bench.js("picture => { main.firstChild.src = 'data:image/svg+xml,' + encodeURIComponent(picture) }", picture)
    assert await still(bench) == 333


SCROLLERS = {
    "all of a stretched page": STRETCHED + "main { height: 100%; overflow: auto }",
    "a part of a stretched page": STRETCHED + "main { height: 50%; overflow: auto }",
    "at most a part of a stretched page": STRETCHED + "main { max-height: 80%; overflow: auto }",
    "a padded, stretched page": STRETCHED
    + "body { padding: 9px; box-sizing: border-box } main { height: 100%; overflow: auto }",
    "a fixed height": "body { margin: 0 } main { height: 200px; overflow: auto }",
}


@pytest.mark.parametrize("what", SCROLLERS)
async def test_what_is_scrolled_stays_where_it_is(what: str, bench: Bench):
    await begin(bench, SCROLLERS[what] + "p { height: 4000px; margin: 0 }", "<p></p><p></p>")
    await still(bench)
    await bench.js(
        """() => {
          main.scrollTop = 700;
          window.scrolls = new Set();
          main.addEventListener("scroll", () => scrolls.add(main.scrollTop));
        }"""
    )
    # The new text is there in the same frame as the scroll position.
    await bench.js("main.append('More text.')")
    await bench.host("stubHost.frame.element.style.height = '555px'")
    await still(bench)
    assert await bench.js("[main.scrollTop, [...scrolls]]") == [700, [700]]


async def test_a_page_that_was_not_displayed_reports_when_it_is(bench: Bench):
    await begin(bench, PLAIN)
    await still(bench)
    await bench.python("await app.close()")
    await bench.host("stubHost.frame.element.style.display = 'none'")
    await bench.mark()
    await bench.python("run(app)")
    await bench.sent({"method": "ui/notifications/initialized"})
    await bench.host("new Promise((resolve) => setTimeout(resolve, 500))")
    assert await heights(bench) == []
    await bench.host("stubHost.frame.element.style.display = ''")
    assert await still(bench) == 300


@pytest.mark.parametrize("css", [PLAIN, STRETCHED + "main { height: 300px }"])
async def test_a_frame_without_height_gets_one_by_the_first_report(css: str, bench: Bench):
    await begin(bench, css, height="0px")
    assert await still(bench) == 300
    assert await heights(bench) == [300]


async def test_after_the_end_nothing_is_reported(bench: Bench):
    await begin(bench, PLAIN)
    await still(bench)
    await bench.python("await app.close()")
    await bench.mark()
    await bench.js("main.style.height = '450px'")
    await bench.host("new Promise((resolve) => setTimeout(resolve, 500))")
    assert await bench.posted() == []
