"""The web server of the benchmarks: a host page on one site, views and their files on another.

As in a real host the two are different sites, so that a view has a process of its own.
"""

import asyncio
import gzip
import mimetypes
import socket
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from mcp_apps_py.bundle import Page
from mcp_apps_py.hosts import load
from mcp_apps_py.testing.delivery import Delivery, deliver

MEDIA_TYPES = mimetypes.MimeTypes()
for _suffix, _type in {
    ".wasm": "application/wasm",
    ".so": "application/wasm",
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".json": "application/json",
    ".whl": "application/zip",
}.items():
    MEDIA_TYPES.add_type(_type, _suffix)
# What a content delivery network compresses on the wire; archives and images come compressed.
COMPRESSIBLE = ("text/", "application/javascript", "application/json", "application/wasm")
HOST_PAGE = "<!doctype html><meta charset=utf-8><title>Benchmark</title><body><script type=module src=host.js></script>"


class BenchServer:
    """Serves from a thread of its own, and counts what it sends.

    Args:
        roots: Folders by the first part of the path that they are served under.
        compress: Whether compressible files go over the wire as gzip.
        script: The script of the host page.

    Attributes:
        plan: What the host page is told to do, if its script asks.
        found: What it tells in the end.
        host: The address of the host page.
        view: The origin of views and files.
        sent: Bytes of bodies that the view's origin has sent, as they went over the wire.
    """

    def __init__(self, roots: Mapping[str, Path], *, script: Path, compress: bool = False) -> None:
        self._roots = {name: folder.resolve() for name, folder in roots.items()}
        self._compress = compress
        self._script = script
        self.plan: dict[str, Any] = {}
        self.found: Future[dict[str, Any]] = Future()
        self._heard: tuple[float, dict[str, Any]] = 0.0, {}
        self._sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        host_port, view_port = [listener.getsockname()[1] for listener in self._sockets]
        self.host = f"http://localhost:{host_port}/"
        self.view = f"http://127.0.0.1:{view_port}"
        self.sent = 0
        self._pages: dict[str, Delivery] = {}
        self._bodies: dict[tuple[Path, int], tuple[bytes, dict[str, str]]] = {}
        host_app = Starlette(
            routes=[
                Route("/", _host_page),
                Route("/host.js", self._host_script),
                Route("/plan", self._tell_plan),
                Route("/progress", self._take_progress, methods=["POST"]),
                Route("/found", self._take_found, methods=["POST"]),
            ]
        )
        view_app = Starlette(
            routes=[
                Route("/page/{name}", self._page),
                Route("/empty", _empty_page),
                Route("/{root}/{path:path}", self._file),
            ]
        )
        self._servers = [uvicorn.Server(_config(app)) for app in (host_app, view_app)]
        self._thread = threading.Thread(target=self._run, name="benchmark server", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in self._servers:
            server.should_exit = True
        self._thread.join()

    def add_page(self, name: str, page: Page, profile: str = "spec-wasm") -> str:
        """Serve a view's page under the policy that a host gives it; gives its address."""
        self._pages[name] = deliver(page.html, page.meta, load(profile))
        return f"{self.view}/page/{name}"

    def _run(self) -> None:
        pairs = zip(self._servers, self._sockets, strict=True)

        async def serve() -> None:
            await asyncio.gather(*(server.serve(sockets=[listener]) for server, listener in pairs))

        asyncio.run(serve())

    async def _host_script(self, _request: Request) -> Response:
        return Response(self._script.read_bytes(), media_type="text/javascript", headers={"Cache-Control": "no-store"})

    async def _tell_plan(self, _request: Request) -> Response:
        return JSONResponse(self.plan)

    async def _take_progress(self, request: Request) -> Response:
        self._heard = time.monotonic(), await request.json()
        return Response(status_code=204)

    def wait(self, patience: float) -> dict[str, Any]:
        """Wait for what the host page finds.

        Args:
            patience: Seconds that it may take from one progress to the next.

        Raises:
            RuntimeError: It found an error, or makes no progress any more; the text says which.
        """
        self._heard = time.monotonic(), {}
        while True:
            try:
                found = self.found.result(timeout=1)
            except TimeoutError:
                since, last = self._heard
                if time.monotonic() - since > patience:
                    raise RuntimeError(f"no progress within {patience:g} s; the last was {last}") from None
                continue
            if "error" in found:
                raise RuntimeError(found["error"])
            return found

    async def _take_found(self, request: Request) -> Response:
        self.found.set_result(await request.json())
        return Response(status_code=204)

    async def _page(self, request: Request) -> Response:
        delivery = self._pages.get(request.path_params["name"])
        if delivery is None:
            return Response("There is no such page.", 404)
        body = delivery.html.encode()
        headers = {**delivery.headers("url"), "Cache-Control": "no-store"}
        if self._compress:
            body = gzip.compress(body, 6)
            headers["Content-Encoding"] = "gzip"
        self.sent += len(body)
        return HTMLResponse(body, headers=headers)

    async def _file(self, request: Request) -> Response:
        folder = self._roots.get(request.path_params["root"])
        path = (folder / request.path_params["path"]).resolve() if folder else None
        if folder is None or path is None or not path.is_relative_to(folder) or not path.is_file():
            return Response("There is no such file.", 404, {"Access-Control-Allow-Origin": "*"})
        body, headers = self._body(path)
        self.sent += len(body)
        return Response(body, headers=headers)

    def _body(self, path: Path) -> tuple[bytes, dict[str, str]]:
        key = (path, path.stat().st_mtime_ns)
        if key not in self._bodies:
            body = path.read_bytes()
            kind = MEDIA_TYPES.guess_type(path.name)[0] or "application/octet-stream"
            headers = {
                "Content-Type": kind,
                "Access-Control-Allow-Origin": "*",
                "Timing-Allow-Origin": "*",
                "Cache-Control": "public, max-age=31536000, immutable",
            }
            if self._compress and kind.startswith(COMPRESSIBLE):
                body = gzip.compress(body, 6)
                headers["Content-Encoding"] = "gzip"
            self._bodies[key] = body, headers
        return self._bodies[key]


def _config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(app, log_level="warning", lifespan="off", ws="none", timeout_graceful_shutdown=1)


async def _host_page(_request: Request) -> Response:
    return HTMLResponse(HOST_PAGE, headers={"Cache-Control": "no-store"})


async def _empty_page(_request: Request) -> Response:
    return HTMLResponse("<!doctype html><title></title>", headers={"Cache-Control": "no-store"})
