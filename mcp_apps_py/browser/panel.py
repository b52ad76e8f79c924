"""Shows what went wrong in a view's own code where its author, or a user, can see it."""

import traceback
from collections.abc import Callable
from typing import Any

from . import _js

PANEL_ID = "mcp-app-errors"
_MOST = 5
_STYLE = """
#mcp-app-errors{position:relative;z-index:2147483647;margin:8px;max-height:320px;
overflow:auto;box-sizing:border-box;padding:10px 12px;border-radius:8px;text-align:left;
font:13px/1.45 system-ui,sans-serif;color:#7f1d1d;color:light-dark(#7f1d1d,#fecaca);
background:#fef2f2;background:light-dark(#fef2f2,#3b0d0d);
border:1px solid #fca5a5;border-color:light-dark(#fca5a5,#7f1d1d);box-shadow:0 2px 12px #0003}
#mcp-app-errors button{float:right;margin:0 0 4px 8px;padding:2px 8px;font:inherit;color:inherit;
background:none;border:1px solid currentColor;border-radius:6px;cursor:pointer}
#mcp-app-errors summary{cursor:pointer;overflow-wrap:anywhere}
#mcp-app-errors pre{margin:6px 0;white-space:pre-wrap;overflow-wrap:anywhere;
font:12px/1.4 ui-monospace,monospace}
"""


class ErrorPanel:
    """A panel at the top of the page with the latest errors, the last one first; it can be closed.

    It stands in the flow of the page, so that it covers nothing and the frame grows with it, but
    outside the body, whose layout is the author's. It is made when the first error comes.
    """

    def __init__(self) -> None:
        self._root: Any = None
        self._unlisten: Callable[[], None] | None = None

    def show(self, error: BaseException) -> None:
        """Add an error with its traceback."""
        root = self._root or self._build()
        entry = _js.new_element("details")
        entry.append(_js.new_element("summary", f"{type(error).__name__}: {error}"))
        entry.append(_js.new_element("pre", "".join(traceback.format_exception(error)).rstrip()))
        root.querySelector("strong").after(entry)
        while root.querySelectorAll("details").length > _MOST:
            root.lastElementChild.remove()

    def close(self) -> None:
        """Take the panel away and release its listener. Idempotent."""
        if self._unlisten is not None:
            self._unlisten()
            self._root.remove()
            self._root = self._unlisten = None

    def _build(self) -> Any:
        root = self._root = _js.new_element("div")
        root.id = PANEL_ID
        root.setAttribute("role", "alert")
        close = _js.new_element("button", "Close")
        close.type = "button"
        self._unlisten = _js.listen(close, "click", lambda _event: self.close())
        root.append(_js.new_element("style", _STYLE), close, _js.new_element("strong", "This view ran into an error"))
        _js.document.body.before(root)
        return root
