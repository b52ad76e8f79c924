"""App: a view's connection to its host, and everything that hangs on it."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator
from typing import Any, TypeVar, cast, overload

from pydantic import ValidationError

from ..codec import excerpt
from ..context import RequestContext
from ..errors import ConnectionClosedError, LocalProtocolError, RemoteProtocolError
from ..host import read_answer
from ..protocol import message_ids
from ..session import DEFAULT_TIMEOUT, Served, Session
from ..tools import AppTool, AppTools
from ..transport import Transport
from ..types import (
    KNOWN_PROTOCOL_VERSIONS,
    AppCapabilities,
    CallToolResult,
    Icon,
    Implementation,
    InitializeParams,
    ListChangedCapability,
    ToolAnnotations,
)
from ..validation import describe
from .calls import Calls
from .handlers import Handler, RequestHandlers, RequestHook
from .hooks import Hooks
from .outbound import Link
from .place import place
from .state import ViewState

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])
T = TypeVar("T")

logger = logging.getLogger("mcp_apps_py")


class App(Hooks, Calls):
    """A view: it connects to its host, hears what the host tells, and asks it for things.

    The counterpart is the class App of @modelcontextprotocol/ext-apps.

    Args:
        name: The view's name, as the host may show it. What is not given here may stand in the
            page: `appInfo` and `appCapabilities` in a JSON script with the id "mcp-app", which `write_page`
            makes of the view's header.
        version: The view's version.
        title: A name for people, if `name` is none.
        icons: Pictures for the view.
        website_url: Where people can read more.
        description: What the view is for.
        capabilities: What the view offers; registered tools are added by themselves.
        auto_resize: Whether `browser.run` reports the view's size to the host.

    Attributes:
        host: What is known of the host, once connected.
        tools: The registered app tools, by name.
        state: What survives a reload of the frame: a dict, or what `use_state` says.
        on_teardown: Handler of the host's wish to take the view away; clean up in it.
        call_tool: Handler of `tools/call`, instead of registered tools.
        list_tools: Handler of `tools/list`, instead of registered tools.
    """

    def __init__(
        self,
        name: str | None = None,
        version: str | None = None,
        *,
        title: str | None = None,
        icons: list[Icon] | None = None,
        website_url: str | None = None,
        description: str | None = None,
        capabilities: AppCapabilities | None = None,
        auto_resize: bool = True,
    ) -> None:
        super().__init__()
        self._info = {
            "name": name,
            "version": version,
            "title": title,
            "icons": None if icons is None else [icon.to_wire() for icon in icons],
            "websiteUrl": website_url,
            "description": description,
        }
        self._capabilities = capabilities
        self._introduced: InitializeParams | None = None
        self.auto_resize = auto_resize
        self._session: Session | None = None
        self._ids = message_ids()
        self._handlers = RequestHandlers()
        self.on_teardown = RequestHook(self._handlers, "ui/resource-teardown")
        self.call_tool = RequestHook(self._handlers, "tools/call")
        self.list_tools = RequestHook(self._handlers, "tools/list")
        self.tools = AppTools(self._tools_changed, self.report)
        self.state: ViewState[Any] = self._make_state(dict[str, Any])

    # Connecting and closing

    def connect(self, transport: Transport | None = None, *, timeout: float | None = DEFAULT_TIMEOUT) -> "Connection":
        """Connect to the host and shake hands: await it, or use it as `async with`.

        Args:
            transport: Carries the messages; in a page, the default is postMessage to the
                parent.
            timeout: Seconds to wait for the host's answer; None waits for ever.

        Raises:
            LocalProtocolError: If the app is connected or connecting already, has no name, or
                no transport.
            RequestTimeoutError: If the host does not answer in time.
            RequestError: If the host refuses.
            RemoteProtocolError: If the host's answer makes no sense; the text says why.
            ConnectionClosedError: If the connection ends meanwhile.
        """
        return Connection(self, self._connect(transport, timeout))

    async def _connect(self, transport: Transport | None, timeout: float | None) -> None:
        if self._session is not None:
            raise LocalProtocolError("this app is connected, or connecting, already")
        introduction = self._introduced = self._introduction()
        session = self._session = Session(transport or place.transport(), self, self._tasks, self._ids)
        try:
            await session.connect(introduction, self._accept, timeout)
        except BaseException:
            self._session = None
            raise

    async def close(self) -> None:
        """Close the connection and release everything that belongs to it. Idempotent.

        Pending calls end with ConnectionClosedError. The app may connect again.
        """
        if self._session is not None:
            self._session.end()
            await asyncio.sleep(0)  # a turn for who waits to learn of it

    @property
    def connected(self) -> bool:
        """Whether the handshake is over and the connection has not ended."""
        return self._session is not None and self._session.open

    @property
    def catching_up(self) -> bool:
        """Whether messages that came before the handshake was over still wait for their listeners."""
        return self._session is not None and self._session.catching_up

    def ended(self, reason: Exception | None) -> None:
        """Learn that the connection is over; see `session.Owner`."""
        self._session = None
        for hook in self._hooks():
            if hook is not self.on_close:
                hook.end()
        self.on_close.emit(reason)
        self.on_close.end()

    def _introduction(self) -> InitializeParams:
        page = place.metadata()
        said: Any = page.get("appInfo") or {}
        if not isinstance(said, dict):
            raise LocalProtocolError(f"appInfo in the page is not an object: {excerpt(said)}")
        info = self._named(cast("dict[str, Any]", said))
        try:
            app_info = Implementation.model_validate(info)
            declared = AppCapabilities.model_validate(page.get("appCapabilities") or {})
        except ValidationError as error:
            raise LocalProtocolError(f"what App or the page says of the app: {describe(error)}") from error
        capabilities = declared if self._capabilities is None else self._capabilities
        if self.tools and capabilities.tools is None:
            tools = ListChangedCapability(list_changed=True)
            capabilities = capabilities.model_copy(update={"tools": tools})
        return InitializeParams(app_info=app_info, app_capabilities=capabilities)

    def _named(self, page: dict[str, Any]) -> dict[str, Any]:
        """Merge what the page and `App(...)` say; they may not contradict each other."""
        given = {key: value for key, value in self._info.items() if value is not None}
        for key, value in given.items():
            if key in page and page[key] != value:
                raise LocalProtocolError(f"App says that {key} is {value!r}, and the page says {page[key]!r}")
        info = page | given
        missing = [key for key in ("name", "version") if not info.get(key)]
        if missing:
            raise LocalProtocolError(f"this app has no {' and no '.join(missing)}: write App(name, version)")
        return info

    def _accept(self, raw: dict[str, Any]) -> None:
        answer, problems = read_answer(raw)
        self.host.introduce(answer)
        for problem in problems:
            self.report(RemoteProtocolError(f"the host's answer to ui/initialize: {problem}"))
        if answer.protocol_version not in KNOWN_PROTOCOL_VERSIONS:
            logger.warning(
                "the host %s speaks protocol version %r; this SDK knows: %s",
                answer.host_info.name,
                answer.protocol_version,
                ", ".join(KNOWN_PROTOCOL_VERSIONS),
            )

    def _link(self) -> Link:
        if self._session is not None:
            return self._session
        if self.host.known:
            raise ConnectionClosedError("the connection to the host is closed; app.connect() begins a new one")
        raise LocalProtocolError("this app is not connected: await app.connect() first")

    # Requests of the host

    def add_request_handler(self, method: str, handler: Handler) -> None:
        """Let `handler` answer a request of the host.

        Args:
            method: Any method, known to the SDK or not.
            handler: Takes the params, and a `RequestContext` if it wants; sync or async.
                Known methods come with their params model, others with a dict.

        Raises:
            LocalProtocolError: If there is a handler already.
        """
        self._handlers.add(method, handler)

    def remove_request_handler(self, method: str) -> None:
        """Remove the handler of a method; it is no error if there was none."""
        self._handlers.replace(method, None)

    @property
    def fallback_request_handler(self) -> Handler | None:
        """Answers requests that nobody else does; gets the params and a `RequestContext`."""
        return self._handlers.fallback

    @fallback_request_handler.setter
    def fallback_request_handler(self, handler: Handler | None) -> None:
        self._handlers.fallback = handler

    def serve(self, method: str, params: Any, context: RequestContext) -> Served:
        """Answer a request of the host; see `session.Owner`."""
        if self._handlers.get(method) is None:
            if method in {"ping", "ui/resource-teardown"}:
                return {}
            if method == "tools/list" and self._has_tools:
                return self.tools.list().wire_members()
            if method == "tools/call" and self._has_tools:
                result = self.tools.call(params, context)
                return result.wire_members() if isinstance(result, CallToolResult) else _served_later(result)
        return self._handlers.serve(method, params, context)

    @property
    def _has_tools(self) -> bool:
        """Whether there are tools, or the page has said so before any was registered."""
        declared = self._introduced is not None and self._introduced.app_capabilities.tools is not None
        return bool(self.tools) or declared

    # State

    def use_state(self, type_: type[T]) -> ViewState[T]:
        """Say what the view's state is; gives `app.state`, typed.

        Args:
            type_: A model, dataclass or other type that can be made without arguments.

        Raises:
            LocalProtocolError: If pydantic can't validate into it.
        """
        self.state = state = self._make_state(type_)
        return state

    def _make_state(self, type_: type[T]) -> ViewState[T]:
        return ViewState(type_, self._state_keys, place.storage)

    def _state_keys(self) -> list[str]:
        result = self.on_tool_result.last
        view_uuid = (result.meta or {}).get("viewUUID") if result is not None else None
        tool_info = self.host.context.tool_info if self.host.known else None
        call_id = tool_info.id if tool_info is not None else None
        name = self._introduced.app_info.name if self._introduced else self._info["name"]
        prefix = f"mcp-app-state:{name}"
        found = [("view", view_uuid), ("call", call_id)]
        return [f"{prefix}:{kind}:{value}" for kind, value in found if value is not None]

    # App tools

    @overload
    def tool(self, function: FunctionT) -> FunctionT: ...

    @overload
    def tool(
        self,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        annotations: ToolAnnotations | None = None,
        meta: dict[str, Any] | None = None,
    ) -> Callable[[FunctionT], FunctionT]: ...

    def tool(self, function: Any = None, *, name: str | None = None, **info: Any) -> Any:
        """Offer a function as a tool to the model, as a decorator with or without arguments.

        See `register_tool`. The handle is `app.tools[name]`.
        """

        def register(target: FunctionT) -> FunctionT:
            self.register_tool(name or target.__name__, target, **info)
            return target

        return register if function is None else register(function)

    def register_tool(
        self,
        name: str,
        function: Callable[..., Any],
        *,
        title: str | None = None,
        description: str | None = None,
        annotations: ToolAnnotations | None = None,
        meta: dict[str, Any] | None = None,
    ) -> AppTool:
        """Offer a function as a tool to the model.

        Its parameters make the input schema, its return annotation the output schema, its
        docstring the descriptions. A parameter annotated `RequestContext` gets the context.
        It may return text, a model, dict or dataclass, content blocks, or a CallToolResult,
        and raise ToolError to fail.

        Args:
            name: What the model calls it by.
            function: Sync or async.
            title: What people read.
            description: What the model reads, instead of the docstring.
            annotations: Hints on what the tool does.
            meta: The tool's `_meta`.

        Returns:
            The tool's handle.

        Raises:
            LocalProtocolError: If the name is taken, or the signature can't be a tool's.
        """
        return self.tools.register(
            name,
            function,
            title=title,
            description=description,
            annotations=annotations,
            meta=meta,
        )

    def _tools_changed(self) -> None:
        declared = self._introduced.app_capabilities.tools if self._introduced else None
        if self.connected and declared is not None and declared.list_changed:
            self._link().notify("notifications/tools/list_changed", {})


class Connection(Coroutine[Any, Any, None]):
    """What `App.connect` gives: awaited, or as a task, it connects; as `async with` it also closes."""

    def __init__(self, app: App, connecting: Coroutine[Any, Any, None]) -> None:
        self._app = app
        self._connecting = connecting

    def __await__(self) -> Generator[Any, None, None]:
        return self._connecting.__await__()

    def send(self, value: Any) -> Any:
        """Go on; see `Coroutine`, which asyncio wants for a task."""
        return self._connecting.send(value)

    def throw(self, *error: Any) -> Any:
        """Raise inside; see `Coroutine`."""
        return self._connecting.throw(*error)

    def close(self) -> None:
        """Give up; see `Coroutine`."""
        self._connecting.close()

    async def __aenter__(self) -> App:
        await self._connecting
        return self._app

    async def __aexit__(self, *_exception: object) -> None:
        await self._app.close()


async def _served_later(result: Coroutine[Any, Any, CallToolResult]) -> dict[str, Any]:
    return (await result).wire_members()
