"""A plain message in the page, for when the view itself can't be shown."""

from . import _js

NOTICE_ID = "mcp-app-notice"
_STYLE = (
    "box-sizing:border-box;margin:12px;padding:12px 16px;border-radius:8px;"
    "background:Canvas;color:CanvasText;border:1px solid color-mix(in srgb,CanvasText 25%,Canvas);"
    "font:14px/1.45 system-ui,sans-serif;overflow-wrap:anywhere"
)


def show_notice(title: str, text: str) -> None:
    """Show a message at the top of the page; a later one takes the place of an earlier."""
    document = _js.document
    notice = document.getElementById(NOTICE_ID)
    if not notice:
        notice = _js.new_element("div")
        notice.id = NOTICE_ID
        notice.setAttribute("role", "alert")
        notice.style.cssText = _STYLE
        document.body.prepend(notice)
    notice.replaceChildren(_js.new_element("strong", title), _js.new_element("div", text))
