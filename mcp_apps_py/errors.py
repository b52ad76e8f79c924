"""Every exception of the SDK, and how an exception becomes a JSON-RPC error.

McpAppsError
├── RequestError(code, message, data)      the host answered a request with an error
│   └── MethodNotFoundError                … because it does not know the method (-32601)
├── RequestTimeoutError, TimeoutError      the host did not answer in time
├── ConnectionClosedError, ConnectionError the connection ended, or never began
├── LocalProtocolError, RuntimeError       this view broke a rule of the protocol or of the API
│   └── CapabilityError                    … by asking for what the host did not offer
├── RemoteProtocolError, ValueError        the host sent something that breaks the protocol
├── ResultValidationError, ValueError      data did not fit the model that was asked for
├── ToolError                              raised by an app tool: the call has failed
└── ToolCallError(result)                  a server tool's result says that the call failed
"""

from typing import Any, Protocol

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603


class McpAppsError(Exception):
    """The base of every exception that the SDK raises."""


class RequestError(McpAppsError):
    """The host answered a request with a JSON-RPC error; a handler may raise it to answer so.

    Attributes:
        code: The JSON-RPC error code, for instance -32602 for invalid params.
        message: What the other side says went wrong.
        data: Whatever else it sent along, or None.
    """

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def __str__(self) -> str:
        return f"{self.message} (code {self.code})"

    @classmethod
    def from_wire(cls, code: int, message: str, data: Any = None) -> "RequestError":
        """Make the exception whose class fits the code."""
        if code == METHOD_NOT_FOUND:
            return MethodNotFoundError(message, data)
        return RequestError(code, message, data)


class MethodNotFoundError(RequestError):
    """The host does not know the method, so a view can do without it."""

    def __init__(self, message: str = "Method not found", data: Any = None) -> None:
        super().__init__(METHOD_NOT_FOUND, message, data)


class RequestTimeoutError(McpAppsError, TimeoutError):
    """The host did not answer a request in time."""


class ConnectionClosedError(McpAppsError, ConnectionError):
    """The connection to the host has ended, or has not begun."""


class LocalProtocolError(McpAppsError, RuntimeError):
    """This view did something that the protocol or the API does not allow now."""


class CapabilityError(LocalProtocolError):
    """This view asked for something that the host did not offer."""


class RemoteProtocolError(McpAppsError, ValueError):
    """The host sent something that breaks the protocol."""


class ResultValidationError(McpAppsError, ValueError):
    """Data from the host did not fit the model that was asked for; the text names the field."""


class ToolError(McpAppsError):
    """Raise it in an app tool: the call's result gets `isError` and this text."""


class FailedResult(Protocol):
    """What `types.CallToolResult` has that an error needs; errors know nothing of types."""

    content: Any
    structured_content: Any
    is_error: Any
    meta: Any

    @property
    def text(self) -> str:
        """The text of all text blocks."""
        ...


class ToolCallError(McpAppsError):
    """A server tool ran and failed, and the caller had asked for typed data.

    Attributes:
        result: The whole `types.CallToolResult`, as the server gave it.
    """

    def __init__(self, result: FailedResult) -> None:
        super().__init__(result.text or "the tool reported an error without text")
        self.result = result


def error_to_wire(error: BaseException) -> dict[str, Any]:
    """Turn what a request handler raised into the `error` member of a JSON-RPC answer.

    A RequestError keeps its code and data. Anything else is an internal error, of which only
    the message crosses: a traceback is nobody's business in another window.
    """
    if isinstance(error, RequestError):
        wire: dict[str, Any] = {"code": error.code, "message": error.message}
        if error.data is not None:
            wire["data"] = error.data
        return wire
    return {"code": INTERNAL_ERROR, "message": str(error) or type(error).__name__}
