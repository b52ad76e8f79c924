"""The view side of MCP Apps, in Python.

A view is a page that an MCP host shows in a frame. `App` is its connection to the host;
`mcp_apps_py.browser.run` brings it to life in the page; everything that crosses the wire is a
model of `mcp_apps_py.types`.
"""

from .app import App, Connection, HostLogHandler, ViewState, validate_partial
from .context import RequestContext
from .errors import (
    CapabilityError,
    ConnectionClosedError,
    LocalProtocolError,
    McpAppsError,
    MethodNotFoundError,
    RemoteProtocolError,
    RequestError,
    RequestTimeoutError,
    ResultValidationError,
    ToolCallError,
    ToolError,
)
from .events import EventHook
from .host import Host
from .session import RequestOptions
from .tools import AppTool, AppTools
from .transport import ManualClock, MemoryTransport, Transport, memory_pair

__version__ = "0.1.0"

__all__ = [
    "App",
    "AppTool",
    "AppTools",
    "CapabilityError",
    "Connection",
    "ConnectionClosedError",
    "EventHook",
    "Host",
    "HostLogHandler",
    "LocalProtocolError",
    "ManualClock",
    "McpAppsError",
    "MemoryTransport",
    "MethodNotFoundError",
    "RemoteProtocolError",
    "RequestContext",
    "RequestError",
    "RequestOptions",
    "RequestTimeoutError",
    "ResultValidationError",
    "ToolCallError",
    "ToolError",
    "Transport",
    "ViewState",
    "memory_pair",
    "validate_partial",
]
