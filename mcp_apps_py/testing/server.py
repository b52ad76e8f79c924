"""The web server of the stub host page: three origins, as with real hosts.

One has the host page, one the frames of views, one the runtime files. All listen on this machine only.
"""

import asyncio
import json
import mimetypes
import socket
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self, TypeVar
from uuid import uuid4

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ..errors import McpAppsError
from ..hosts import Profile, check_rules, load, merge_rules, names
from ..runtime import Runtime
from .delivery import Delivery, deliver
from .mcp_link import McpLink, OnProgress, Server

T = TypeVar("T")

PAGE = Path(__file__).with_name("stub_host")
VIEWS_KEPT = 20
HOSTS = ["127.0.0.1", "localhost"]
MEDIA_TYPES = mimetypes.MimeTypes()
for _suffix, _type in {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript"}.items():
    MEDIA_TYPES.add_type(_type, _suffix)
# Whatever page is open elsewhere in the browser must not be able to use the MCP server.
SAME_ORIGIN = frozenset({"same-origin", "none"})


class StubHostServer:
    """Serves the stub host page from a thread of its own.

    Args:
        runtime: The runtime folder that pages load from, made by `mcp_apps_py.runtime.assemble`.
        host_port: Port of the host page; 0 takes a free one.
        view_port: Port of the frames; 0 takes a free one.

    Attributes:
        url: The host page.
        view_origin: The origin of the frames.
        runtime: What `write_page` must be given for pages that are shown here.
        start: What the host page begins with when a person opens it: `tool`, `arguments`, `profile`.
        profiles: Host profiles by name, besides those that come with the package.
    """

    def __init__(self, runtime: Path, *, host_port: int = 0, view_port: int = 0) -> None:
        self.folder = runtime
        self._sockets = [socket.create_server(("127.0.0.1", port)) for port in (host_port, view_port, 0)]
        self.url, self.view_origin, runtime_origin = [
            f"http://127.0.0.1:{listener.getsockname()[1]}" for listener in self._sockets
        ]
        self.runtime = Runtime.at(runtime_origin, runtime)
        self.start: dict[str, Any] = {}
        self.profiles: dict[str, Profile] = {}
        self._deliveries: dict[str, Delivery] = {}
        self._link: McpLink | None = None
        self._loop = asyncio.new_event_loop()
        self._servers = [
            uvicorn.Server(_config(app)) for app in (self._host_app(), self._view_app(), self._files_app())
        ]
        self._thread = threading.Thread(target=self._run, name="stub host server", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect from the MCP server and stop serving."""
        self.disconnect()
        for server in self._servers:
            server.should_exit = True
        self._thread.join()
        self._loop.close()

    def connect(self, server: Server) -> None:
        """Connect to the MCP server that views call; an earlier one is left.

        Raises:
            Exception: Whatever keeps the client from connecting.
        """
        self.disconnect()
        link = self._in_loop(_make_link(server))
        self._link = link

    def disconnect(self) -> None:
        """Leave the MCP server."""
        link, self._link = self._link, None
        if link:
            self._in_loop(link.close())

    def request(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request to the MCP server; see `McpLink.request`."""
        return self._in_loop(self._pass_on(method, params))

    def _in_loop(self, work: Awaitable[T]) -> T:
        async def do() -> T:
            return await work

        future: Future[T] = asyncio.run_coroutine_threadsafe(do(), self._loop)
        return future.result()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        pairs = zip(self._servers, self._sockets, strict=True)
        await asyncio.gather(*(server.serve(sockets=[listener]) for server, listener in pairs))

    def _host_app(self) -> Starlette:
        return _app(
            Route("/", _page_file("index.html")),
            Route("/page/{name}", _page_files),
            Route("/frame/{id}", self._frame),
            Route("/start", self._first),
            Route("/views", _same_origin(self._add_view), methods=["POST"]),
            Route("/server", _same_origin(self._call_server), methods=["POST"]),
        )

    def _view_app(self) -> Starlette:
        return _app(
            Route("/frame/{id}", self._frame),
            Route("/proxy/{id}", self._proxy),
            Route("/page/{name}", _page_files),
        )

    def _files_app(self) -> Starlette:
        return _app(Route("/{path:path}", self._file))

    async def _first(self, _request: Request) -> Response:
        profiles = [*map(load, names()), *self.profiles.values()]
        known = [{"name": profile.name, "title": profile.title, "notes": profile.notes} for profile in profiles]
        return JSONResponse({"profiles": known, "server": self._link is not None, **self.start})

    async def _add_view(self, request: Request) -> Response:
        """Prepare a view's frame; the page is told what to put where."""
        asked = await request.json()
        name = asked["profile"]
        try:
            profile = self.profiles[name] if name in self.profiles else load(name)
            rules = merge_rules(profile.rules, check_rules(asked.get("rules") or {}, "the view's rules"))
        except McpAppsError as error:
            return JSONResponse({"error": str(error)}, 400)
        view_id = uuid4().hex
        delivery = self._deliveries[view_id] = deliver(asked["html"], asked.get("meta") or {}, profile)
        if len(self._deliveries) > VIEWS_KEPT:
            del self._deliveries[next(iter(self._deliveries))]
        frame = profile.frame
        origin = self.url if frame.origin == "host" else self.view_origin
        return JSONResponse(
            {
                "frame": frame.model_dump(),
                "rules": rules,
                "url": f"{origin}/frame/{view_id}",
                "proxy": f"{self.view_origin}/proxy/{view_id}" if frame.frames == 2 else None,
                "html": None if frame.delivery == "url" else delivery.html,
                "server": self._link is not None,
            }
        )

    async def _frame(self, request: Request) -> Response:
        view_id = request.path_params["id"]
        delivery = self._deliveries.get(view_id)
        if delivery is None:
            return Response("This view is gone.", 404)
        if delivery.once:
            del self._deliveries[view_id]
        return HTMLResponse(delivery.html, headers=delivery.headers("url"))

    async def _proxy(self, request: Request) -> Response:
        """The sandbox proxy; a page that is written into its inner frame inherits its policy."""
        delivery = self._deliveries.get(request.path_params["id"])
        content = (PAGE / "proxy.html").read_text(encoding="utf-8")
        return HTMLResponse(content, headers=delivery.headers("write") if delivery else {})

    async def _call_server(self, request: Request) -> Response:
        asked = await request.json()
        lines = self._answer_lines(asked["method"], asked.get("params") or {})
        return StreamingResponse(lines, media_type="application/x-ndjson")

    async def _answer_lines(self, method: str, params: Mapping[str, Any]) -> AsyncGenerator[str]:
        """Give progress as it comes, and at last the answer, a JSON object each."""
        parts: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def tell(progress: float, total: float | None, message: str | None) -> None:
            told = {"progress": progress, "total": total, "message": message}
            await parts.put({"progress": {key: value for key, value in told.items() if value is not None}})

        async def answer() -> None:
            await parts.put(await self._pass_on(method, params, tell))

        task = asyncio.create_task(answer())
        try:
            while True:
                part = await parts.get()
                yield json.dumps(part) + "\n"
                if "progress" not in part:
                    return
        finally:
            # The page has turned away from a call that the view has cancelled.
            task.cancel()

    async def _pass_on(self, method: str, params: Mapping[str, Any], tell: OnProgress = None) -> dict[str, Any]:
        if self._link is None:
            return {"error": {"code": -32000, "message": "the stub host is connected to no MCP server"}}
        return await self._link.request(method, params, tell)

    async def _file(self, request: Request) -> Response:
        path = (self.folder / request.path_params["path"]).resolve()
        headers = {"Access-Control-Allow-Origin": "*"}
        if not path.is_relative_to(self.folder.resolve()) or not path.is_file():
            return Response("There is no such file.", 404, headers)
        return FileResponse(path, media_type=_media_type(path.name), headers=headers)


async def _make_link(server: Server) -> McpLink:
    link = McpLink(server)
    await link.connect()
    return link


def _config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(app, log_level="warning", lifespan="off", ws="none", timeout_graceful_shutdown=1)


def _app(*routes: Route) -> Starlette:
    # A name that leads here by a trick of its DNS is turned away.
    return Starlette(routes=list(routes), middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS)])


def _media_type(name: str) -> str:
    return MEDIA_TYPES.guess_type(name)[0] or "application/octet-stream"


def _page_file(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def serve(_request: Request) -> Response:
        path = PAGE / name
        if not path.is_file():
            return Response("There is no such file.", 404)
        # Modules of a sandbox proxy with an opaque origin need the header.
        headers = {"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
        return Response(path.read_bytes(), media_type=_media_type(name), headers=headers)

    return serve


async def _page_files(request: Request) -> Response:
    return await _page_file(request.path_params["name"])(request)


def _same_origin(endpoint: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    async def guarded(request: Request) -> Response:
        if request.headers.get("sec-fetch-site", "none") not in SAME_ORIGIN:
            return Response("Only the host page may ask for this.", 403)
        return await endpoint(request)

    return guarded
