"""The life of a view in its page, from `run` to the teardown."""

import asyncio
import logging
import traceback
from contextlib import ExitStack

from ..app import App
from ..errors import ConnectionClosedError, LocalProtocolError, McpAppsError, RemoteProtocolError, RequestError
from ..session import DEFAULT_TIMEOUT
from . import _js
from .auto_resize import AutoResize
from .notice import show_notice
from .panel import ErrorPanel
from .theming import apply_host_context

logger = logging.getLogger("mcp_apps_py")

_MOST_TURNS = 100

_lives: set[asyncio.Task[None]] = set()


def run(
    app: App,
    *,
    host_styles: bool = True,
    error_panel: bool = True,
    timeout: float | None = DEFAULT_TIMEOUT,
) -> None:
    """Bring a view to life: connect, take the host's looks, report sizes, until the end.

    Returns at once; the view lives on in a task of its own until the host tears it down. Where
    there is no page it does nothing, so that a view file can be imported anywhere. If the view
    can't connect, the page says why.

    Args:
        app: The app, with its listeners.
        host_styles: Whether to apply the host's theme, style variables and fonts. If not, write `host-styles = false`
            into the view's header as well, since the page applies them before Python is there.
        error_panel: Whether the page shows what goes wrong in listeners and tools. It goes to
            the log and to the host in any case.
        timeout: Seconds to wait for the host's answer to the handshake.

    Raises:
        LocalProtocolError: In a web worker, which has neither page nor parent; or above the mark of a
            snapshot, which is made before there is a page.
    """
    if _js.making:
        raise LocalProtocolError(
            "run(app) stands above the mark of the snapshot, where there is no page: move it below"
        )
    if _js.in_worker:
        raise LocalProtocolError(
            "a view can't run in a web worker, which has no page and no host: "
            "take the `worker` attribute off its script tag"
        )
    if not _js.in_page:
        return
    if (shim := _js.shim()) is not None:
        shim.held = True
        if not shim.initialized:
            shim.done()  # a host that is silent shall not keep people from the page
    life = asyncio.ensure_future(_live(app, host_styles=host_styles, error_panel=error_panel, timeout=timeout))
    _lives.add(life)
    life.add_done_callback(_died)


def _died(life: asyncio.Task[None]) -> None:
    _lives.discard(life)
    error = None if life.cancelled() else life.exception()
    if error is not None:
        logger.error("the view stopped", exc_info=error)
        if (shim := _js.shim()) is not None:
            shim.fail("Its Python stopped at an error.", "", "".join(traceback.format_exception(error)))


async def _live(app: App, *, host_styles: bool, error_panel: bool, timeout: float | None) -> None:
    with ExitStack() as stack:
        _show_errors(app, stack, panel=error_panel)
        if host_styles:
            app.on_host_context_changed.add(apply_host_context)
            stack.callback(app.on_host_context_changed.remove, apply_host_context)
        try:
            await app.connect(timeout=timeout)
        except ConnectionClosedError as error:
            logger.info("the view ended before it was connected: %s", error)
            return
        except McpAppsError as error:
            _show_page()
            reason = f"the host refuses: {error}" if isinstance(error, RequestError) else str(error)
            logger.error("the view could not connect: %s", reason)  # noqa: TRY400 - the reason says it all
            show_notice("This view could not connect to its host", reason[:1].upper() + reason[1:])
            return
        if host_styles:
            apply_host_context(app.host.context)
        await _caught_up(app)
        _show_page()
        if app.auto_resize:
            stack.enter_context(AutoResize(app))
        await _closed(app)


async def _caught_up(app: App) -> None:
    """Wait until the view has drawn what it was told before Python was there, so that nobody sees it empty."""
    for _ in range(_MOST_TURNS):
        if not app.catching_up:
            return
        await asyncio.sleep(0)


def _show_page() -> None:
    """Take away what was shown while Python was on its way."""
    if (shim := _js.shim()) is not None:
        shim.done()


async def _closed(app: App) -> None:
    if app.connected:  # it may have ended while the looks were applied
        try:
            await app.on_close.next()
        except ConnectionClosedError:
            return


def _show_errors(app: App, stack: ExitStack, *, panel: bool) -> None:
    """Bring errors of the author's code to the log, to the host, and before people's eyes."""
    shown = ErrorPanel()

    def tell(error: BaseException) -> None:
        logger.error("%s: %s", type(error).__name__, error, exc_info=error)
        if isinstance(error, RemoteProtocolError):
            return  # that is the host's fault, and to what it is told it may answer likewise
        if app.connected:
            app.tell("notifications/message", level="error", data=f"{type(error).__name__}: {error}")
        if panel:
            shown.show(error)

    app.on_error.add(tell)
    stack.callback(app.on_error.remove, tell)
    stack.callback(shown.close)
