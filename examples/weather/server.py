"""An MCP server with one view: the weather of the next days, as a chart.

`python server.py` serves streamable HTTP on this machine; `python server.py --stdio` is for hosts that
start their servers themselves.
"""

import argparse
import contextlib
import json
import os
import socket
from pathlib import Path
from typing import Annotated
from urllib.request import urlopen

import uvicorn
from mcp.server.apps import APP_MIME_TYPE, Apps
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resources import TextResource
from mcp_types import CallToolResult, TextContent
from pydantic import Field
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from forecast import Forecast
from mcp_apps_py.bundle import write_page
from mcp_apps_py.runtime import Runtime
from station import Station, UnknownCityError

PAGE = Path(__file__).with_name("index.html")
VIEW_URI = "ui://weather/view.html"

City = Annotated[str, Field(description="Name of the city, in English")]
Days = Annotated[int, Field(ge=1, le=7, description="How many days to look ahead")]
ForecastResult = Annotated[CallToolResult, Forecast]


def make_apps(station: Station) -> Apps:
    """Make the two tools that the view shows."""
    apps = Apps()

    def answer(city: str, days: int, *, anew: bool = False) -> CallToolResult:
        try:
            forecast = station.forecast(city, days, anew=anew)
        except UnknownCityError as error:
            return CallToolResult(content=[TextContent(text=str(error))], is_error=True)
        return CallToolResult(
            content=[TextContent(text=str(forecast))],
            structured_content=forecast.model_dump(mode="json"),
        )

    @apps.tool(resource_uri=VIEW_URI, title="Weather forecast")
    def get_weather(city: City, days: Days = 5) -> ForecastResult:
        """Get the weather forecast for a city."""
        return answer(city, days)

    @apps.tool(resource_uri=VIEW_URI, title="Newest report", visibility=["app"])
    def refresh_weather(city: City, days: Days = 5) -> ForecastResult:
        """Let a city report anew, and get the forecast that follows from it."""
        return answer(city, days, anew=True)

    return apps


def make_server(runtime: Runtime) -> MCPServer:
    """Put tools and view together.

    Args:
        runtime: Where the view finds Pyodide, PyScript and its packages.
    """
    apps = make_apps(Station.load())
    page = write_page(PAGE, runtime=runtime)
    # The server sends `meta` with the list entry and with the content: hosts look at either.
    apps.add_resource(
        TextResource(
            uri=VIEW_URI,
            name="weather",
            title="Weather",
            description="The weather of the next days, as a chart",
            mime_type=APP_MIME_TYPE,
            meta={"ui": {**page.meta, "prefersBorder": True}},
            text=page.html,
        )
    )
    return MCPServer("weather", version="1.0.0", extensions=[apps], log_level="WARNING")


def runtime_at(url: str) -> Runtime:
    """Take Pyodide, PyScript and the packages from a folder that is served under a URL, not from the CDN."""
    with urlopen(f"{url.rstrip('/')}/manifest.json", timeout=10) as manifest:  # noqa: S310  (who starts the server chooses the URL)
        return Runtime.at(url, json.load(manifest))


def web_app(server: MCPServer) -> ASGIApp:
    """Make the server reachable for clients that live in a web page of another origin."""
    app = server.streamable_http_app(stateless_http=True, json_response=True)
    return CORSMiddleware(app, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])


def serve(server: MCPServer, port: int) -> None:
    """Serve on this machine until interrupted; print the URL as soon as it can be used."""
    with socket.create_server(("127.0.0.1", port)) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
        config = uvicorn.Config(web_app(server), log_level="warning")
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def main() -> None:
    """Run the server as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--http", type=int, default=8765, metavar="PORT", help="0: a free one")
    way.add_argument("--stdio", action="store_true", help="talk over standard input and output")
    parser.add_argument(
        "--runtime",
        default=os.environ.get("MCP_APPS_RUNTIME"),
        metavar="URL",
        help="where Pyodide and PyScript are served (default: MCP_APPS_RUNTIME, else a CDN)",
    )
    arguments = parser.parse_args()
    server = make_server(runtime_at(arguments.runtime) if arguments.runtime else Runtime.cdn())
    if arguments.stdio:
        server.run("stdio")
    else:
        serve(server, arguments.http)


if __name__ == "__main__":
    main()
