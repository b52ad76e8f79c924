"""What a host tells a view about where it lives: theme, place, size, language, tool."""

from typing import Any, Literal, TypeAlias

from ._base import Json, Number, RequestId, WireModel
from .tools import Tool

Theme: TypeAlias = Literal["light", "dark"] | str
"""A colour theme (TypeScript: McpUiTheme)."""

DisplayMode: TypeAlias = Literal["inline", "fullscreen", "pip"] | str
"""How a view is shown (TypeScript: McpUiDisplayMode)."""

Platform: TypeAlias = Literal["web", "desktop", "mobile"] | str
"""What kind of program the host is."""

Extent: TypeAlias = Literal["fixed", "flexible", "unbounded"]
"""Who decides on a view's width or height: the host, the view up to a maximum, or the view alone."""

Styles: TypeAlias = dict[str, Any]
"""CSS custom properties by name, see `StyleVariableKey` (TypeScript: McpUiStyles).

Only strings are to be applied, but hosts send null and more, so any value is kept.
"""


class HostCss(WireModel):
    """CSS text that the host offers (TypeScript: McpUiHostCss)."""

    fonts: str | None = None


class HostStyles(WireModel):
    """The host's looks (TypeScript: McpUiHostStyles)."""

    variables: Styles | None = None
    css: HostCss | None = None


class ContainerDimensions(WireModel):
    """The room for the view, in CSS pixels: fixed, or flexible up to a maximum, or unbounded."""

    width: Number | None = None
    height: Number | None = None
    max_width: Number | None = None
    max_height: Number | None = None

    @property
    def width_extent(self) -> Extent:
        """Who decides on the width."""
        return _extent(self.width, self.max_width)

    @property
    def height_extent(self) -> Extent:
        """Who decides on the height."""
        return _extent(self.height, self.max_height)


def _extent(size: float | None, maximum: float | None) -> Extent:
    if size is not None:
        return "fixed"
    return "unbounded" if maximum is None else "flexible"


class DeviceCapabilities(WireModel):
    """How the user can point at things."""

    touch: bool | None = None
    hover: bool | None = None


class SafeAreaInsets(WireModel):
    """What the device or the host covers at each edge, in CSS pixels."""

    top: Number = 0
    right: Number = 0
    bottom: Number = 0
    left: Number = 0


class ToolInfo(WireModel):
    """The tool call that opened the view; `id` is that of the call, kept as it came."""

    tool: Tool
    id: RequestId | None = None


class HostContext(WireModel):
    """Everything a host tells about where the view lives, or, in a change, a part of it
    (TypeScript: McpUiHostContext)."""

    tool_info: ToolInfo | None = None
    theme: Theme | None = None
    styles: HostStyles | None = None
    display_mode: DisplayMode | None = None
    available_display_modes: list[DisplayMode] | None = None
    container_dimensions: ContainerDimensions | None = None
    locale: str | None = None
    time_zone: str | None = None
    user_agent: str | None = None
    platform: Platform | None = None
    device_capabilities: DeviceCapabilities | None = None
    safe_area_insets: SafeAreaInsets | None = None

    def merged_with(self, changes: "HostContext") -> "HostContext":
        """Give the context after `changes`: each member that was sent replaces the old one whole.

        A member that was not sent stays; one that was sent as null becomes None.
        """
        sent: Json = {name: getattr(changes, name) for name in changes.model_fields_set}
        return self.model_copy(update=sent)


HostContextChangedParams = HostContext
"""Params of `ui/notifications/host-context-changed`: only what changed
(TypeScript: McpUiHostContextChangedNotification)."""
