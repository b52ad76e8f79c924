"""The stub host's connection to a real MCP server, through the official client."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from mcp import Client, MCPError
from mcp.client.extension import advertise
from mcp.client.stdio import StdioServerParameters
from mcp.server.mcpserver import MCPServer
from mcp_types import Result
from pydantic import ValidationError

from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND

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
        self._methods: dict[str, Callable[[dict[str, Any]], Awaitable[Result]]] = {
            "tools/call": lambda params: self._client.call_tool(
                params["name"], params.get("arguments"), meta=params.get("_meta")
            ),
            "tools/list": lambda params: self._client.list_tools(cursor=params.get("cursor")),
            "resources/list": lambda params: self._client.list_resources(cursor=params.get("cursor")),
            "resources/read": lambda params: self._client.read_resource(params["uri"]),
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

    async def request(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Pass a request on.

        Returns:
            The answer without its envelope: a dict with either `result` or `error`.
        """
        if method not in self._methods:
            return _error(METHOD_NOT_FOUND, f"the stub host does not pass {method} on")
        try:
            result = await self._methods[method](dict(params))
        except KeyError as error:
            return _error(INVALID_PARAMS, f"{method} lacks {error}")
        except MCPError as error:
            return _error(error.code, error.message, error.data)
        except ValidationError as error:
            return _error(INTERNAL_ERROR, f"the server's answer to {method} is malformed: {error.errors()[0]['msg']}")
        return {"result": result.model_dump(mode="json", by_alias=True, exclude_none=True)}


def _error(code: int, message: str, data: Any = None) -> dict[str, Any]:
    error = {"code": code, "message": message}
    return {"error": error if data is None else {**error, "data": data}}
