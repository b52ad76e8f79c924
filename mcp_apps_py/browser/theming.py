"""Makes the page look like its host: theme, style variables, fonts."""

from collections.abc import Mapping
from typing import Any

from ..types import HostContext
from . import _js

FONTS_ID = "mcp-app-host-fonts"


def get_document_theme() -> str:
    """Give the page's theme: the root's `data-theme`, else "dark" if it has that class."""
    root = _js.document.documentElement
    theme = root.getAttribute("data-theme")
    if theme:
        return str(theme)
    return "dark" if root.classList.contains("dark") else "light"


def apply_document_theme(theme: str) -> None:
    """Set the page's theme: `data-theme` and `color-scheme` of the root element.

    Args:
        theme: "light" or "dark"; a word that hosts made up goes into `data-theme` alone.
    """
    root = _js.document.documentElement
    root.setAttribute("data-theme", theme)
    root.style.colorScheme = theme if theme in ("light", "dark") else ""


def apply_host_style_variables(variables: Mapping[str, Any], root: Any = None) -> None:
    """Set CSS custom properties.

    Args:
        variables: By name; what is not a string, or has a name without `--`, is skipped.
        root: The element that gets them; the root element by default.
    """
    style = (_js.document.documentElement if root is None else root).style
    for name, value in variables.items():
        if name.startswith("--") and isinstance(value, str):
            style.setProperty(name, value)


def apply_host_fonts(css: str) -> None:
    """Offer the host's fonts to the page: one `<style>` element, filled with text.

    Args:
        css: `@font-face` and `@import` rules.
    """
    document = _js.document
    style = document.getElementById(FONTS_ID)
    if not style:
        style = document.createElement("style")
        style.id = FONTS_ID
        document.head.appendChild(style)
    if style.textContent != css:
        style.textContent = css


def apply_host_context(context: HostContext) -> None:
    """Apply whatever looks a context, or a change of it, brings."""
    if context.theme is not None:
        apply_document_theme(context.theme)
    styles = context.styles
    if styles is None:
        return
    if styles.variables is not None:
        apply_host_style_variables(styles.variables)
    if styles.css is not None and styles.css.fonts is not None:
        apply_host_fonts(styles.css.fonts)
