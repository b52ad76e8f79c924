"""The page's side: `run` a view, the postMessage transport, theming, auto-resize.

It can be imported anywhere; off the page, `run` does nothing.
"""

import asyncio
from contextlib import ExitStack

from ..app import App
from ..errors import McpAppsError
from ..pending import DEFAULT_TIMEOUT
from ..place import place
from . import _js
from .auto_resize import AutoResize
from .notice import show_notice
from .post_message import PostMessageTransport
from .storage import page_storage
from .theming import (
    apply_document_theme,
    apply_host_context,
    apply_host_fonts,
    apply_host_style_variables,
    get_document_theme,
)

__all__ = [
    "AutoResize",
    "PostMessageTransport",
    "apply_document_theme",
    "apply_host_context",
    "apply_host_fonts",
    "apply_host_style_variables",
    "get_document_theme",
    "run",
]

if _js.IN_PAGE:
    place.make_transport = PostMessageTransport
    place.find_storage = page_storage

_lives: set[asyncio.Task[None]] = set()


def run(app: App, *, host_styles: bool = True, timeout: float | None = DEFAULT_TIMEOUT) -> None:
    """Bring a view to life: connect, take the host's looks, report sizes, until the end.

    Returns at once; the view lives on in a task of its own until the host tears it down. Where
    there is no page it does nothing, so that a view file can be imported anywhere. If the view
    can't connect, the page says why.

    Args:
        app: The app, with its listeners.
        host_styles: Whether to apply the host's theme, style variables and fonts.
        timeout: Seconds to wait for the host's answer to the handshake.
    """
    if not _js.IN_PAGE:
        return
    life = asyncio.ensure_future(_live(app, host_styles=host_styles, timeout=timeout))
    _lives.add(life)
    life.add_done_callback(_lives.discard)


async def _live(app: App, *, host_styles: bool, timeout: float | None) -> None:
    with ExitStack() as stack:
        if host_styles:
            app.on_host_context_changed.add(apply_host_context)
            stack.callback(app.on_host_context_changed.remove, apply_host_context)
        try:
            await app.connect(timeout=timeout)
        except McpAppsError as error:
            show_notice("This view could not connect to its host.", str(error))
            app.report(error)
            return
        closed = app.on_close.next()
        if host_styles:
            apply_host_context(app.host.context)
        if app.auto_resize:
            stack.enter_context(AutoResize(app))
        await closed
