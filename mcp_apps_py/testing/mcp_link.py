"""The stub host's connection to a real MCP server, through the official client."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from mcp import Client, MCPError
from mcp.client.extension import advertise
from mcp.client.stdio import StdioServerParameters
from mcp.server.mcpserver import MCPServer
from mcp.shared.dispatcher import ProgressFnT
from mcp_types import Result

from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND

OnProgress: TypeAlias = ProgressFnT | None
Server: TypeAlias = "str | StdioServerParameters | MCPServer[Any]"
EXTENSION = "io.modelcontextprotocol/ui"
MIME_TYPE = "text/html;profile=mcp-app"


class McpLink:
    """Passes a view's requests on to an MCP server.

    Args:
        server: The URL of a streamable HTTP server, a program that talks over standard input and output, or a
            server of this process.
    """

    def __init__(self, server: Server) -> None:
        self._client = Client(server, extensions=[advertise(EXTENSION, {"mimeTypes": [MIME_TYPE]})], cache=None)
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._methods: dict[str, Callable[[dict[str, Any], OnProgress], Awaitable[Result]]] = {
            "tools/call": self._call_tool,
            "tools/list": lambda params, _: self._client.list_tools(cursor=params.get("cursor")),
            "resources/list": lambda params, _: self._client.list_resources(cursor=params.get("cursor")),
            "resources/read": lambda params, _: self._client.read_resource(params["uri"]),
        }

    async def connect(self) -> None:
        """Connect; the connection belongs to a task of its own, as the client demands.

        Raises:
            Exception: Whatever keeps the client from connecting.
        """
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._hold(ready))
        await ready

    async def _hold(self, ready: asyncio.Future[None]) -> None:
        try:
            async with self._client:
                ready.set_result(None)
                await self._stop.wait()
        except Exception as error:
            if ready.done():
                raise
            ready.set_exception(error)

    async def close(self) -> None:
        """Disconnect."""
        self._stop.set()
        if self._task:
            await self._task

    async def request(self, method: str, params: Mapping[str, Any], on_progress: OnProgress = None) -> dict[str, Any]:
        """Pass a request on; cancelling the task cancels the request.

        Args:
            method: The method.
            params: Its params.
            on_progress: Gets progress, total and message, if the server tells of them.

        Returns:
            The answer without its envelope: a dict with either `result` or `error`.
        """
        if method not in self._methods:
            return _error(METHOD_NOT_FOUND, f"the stub host does not pass {method} on")
        try:
            result = await self._methods[method](dict(params), on_progress)
        except KeyError as error:
            return _error(INVALID_PARAMS, f"{method} lacks {error}")
        except MCPError as error:
            return _error(error.code, error.message, error.data)
        except Exception as error:  # noqa: BLE001 - whatever it is, the view is owed an answer
            return _error(INTERNAL_ERROR, f"{method} failed: {error or type(error).__name__}")
        return {"result": result.model_dump(mode="json", by_alias=True, exclude_none=True)}

    async def _call_tool(self, params: dict[str, Any], on_progress: OnProgress) -> Result:
        # The client has its own token for each call.
        meta: Any = dict(params.get("_meta") or {})
        meta.pop("progressToken", None)
        return await self._client.call_tool(
            params["name"], params.get("arguments"), progress_callback=on_progress, meta=meta or None
        )


def _error(code: int, message: str, data: Any = None) -> dict[str, Any]:
    error = {"code": code, "message": message}
    return {"error": error if data is None else {**error, "data": data}}
