"""A view that does what it is told and remembers what it hears; both stages of the scenarios use it."""

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from mcp_apps_py import App, ManualClock, RequestContext, RequestError, ToolError, Transport
from mcp_apps_py.events import EventHook
from mcp_apps_py.transport import settle
from mcp_apps_py.types import CallToolParams, CallToolResult, TextContent, WireModel

HEARD = (
    "tool_input",
    "tool_input_partial",
    "tool_result",
    "tool_cancelled",
    "host_context_changed",
    "server_tools_changed",
    "server_resources_changed",
    "server_prompts_changed",
    "error",
    "close",
)
"""The events that a probe listens to from the beginning, unless its options say otherwise."""


class Forecast(BaseModel):
    """A type of the author's."""

    city: str
    days: list[float] = []


TYPES = {"Forecast": Forecast, "str": str}


class Probe:
    """One view.

    Args:
        make_transport: Makes its transport, which takes its time from the clock.
        options: `listen`: names of events; `tools`: whether it has tools; `teardown`: how its teardown handler
            behaves, see `_behave`; `timeout`: of the handshake, in seconds.
    """

    def __init__(self, make_transport: Callable[[ManualClock], Transport], options: dict[str, Any]) -> None:
        self.clock = ManualClock()
        self.app = App("probe", "1.0")
        self.events: list[tuple[str, Any]] = []
        self.outcomes: dict[str, Any] = {}
        self._transport = make_transport(self.clock)
        self._timeout = options.get("timeout", 60)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._listeners: dict[str, Callable[..., Any]] = {}
        self._gate = asyncio.Event()
        for event in options.get("listen", HEARD):
            self.listen(event)
        if options.get("tools"):
            self._register_tools()
        if "teardown" in options:
            self.app.on_teardown(self._behave(options["teardown"], "teardown"))

    # What the stage asks

    async def do(self, action: str, arguments: dict[str, Any], name: str) -> None:
        """Begin to do something: a method of the probe, else one of its app."""
        self.outcomes.pop(name, None)
        self._running[name] = asyncio.ensure_future(self._run(name, action, arguments))
        await settle()

    async def _run(self, name: str, action: str, arguments: dict[str, Any]) -> None:
        try:
            method = getattr(self, action, None) or getattr(self.app, action)
            outcome = method(**self._prepared(arguments))
            outcome = await outcome if inspect.isawaitable(outcome) else outcome
            self.outcomes[name] = {"result": jsonable(outcome)}
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is the outcome
            self.outcomes[name] = jsonable(error)
        finally:
            del self._running[name]

    def _prepared(self, arguments: dict[str, Any]) -> dict[str, Any]:
        prepared = dict(arguments)
        if "on_progress" in prepared:
            prepared["on_progress"] = self._behave(prepared["on_progress"], "progress")
        if "result_type" in prepared:
            prepared["result_type"] = TYPES[prepared["result_type"]]
        return prepared

    async def advance(self, seconds: float) -> None:
        """Let the view's time pass."""
        await self.clock.advance(seconds)

    def look(self) -> dict[str, Any]:
        """Tell what has happened, and what is still held."""
        tasks = len(self.app._tasks) + len(self._running)
        remains = {"timers": self.clock.pending, "tasks": tasks}
        return {"events": self.events, "outcomes": self.outcomes, "remains": remains}

    # What it can do besides what its app can

    async def connect(self, timeout: float | None = None) -> None:
        """Connect over the stage's transport."""
        await self.app.connect(self._transport, timeout=self._timeout if timeout is None else timeout)

    def cancel(self, name: str) -> None:
        """Cancel something that it does."""
        self._running[name].cancel()

    def open_gate(self) -> None:
        """Let everything go on that waits at the gate."""
        self._gate.set()

    def listen(self, event: str, label: str | None = None, how: str = "sync") -> None:
        """Add a listener that notes what it hears as an event named `label`."""
        listener = self._listeners[label or event] = self._behave(how, label or event)
        self._hook(event).add(listener)

    def unlisten(self, event: str, label: str | None = None) -> None:
        """Remove a listener."""
        self._hook(event).remove(self._listeners[label or event])

    def handle(self, event: str, label: str | None = None, how: str = "sync") -> None:
        """Set the replaceable handler of an event; without a label, clear it."""
        self._hook(event).handler = None if label is None else self._behave(how, label)

    def listen_typed(self, event: str, label: str) -> None:
        """Add a listener for a `Forecast`."""

        def hear(forecast: Forecast) -> None:
            self.note(label, forecast)

        self._hook(event).add(hear)

    async def next(self, event: str) -> Any:
        """Wait for the next value of an event."""
        return await self._hook(event).next()

    async def iterate(self, event: str, count: int) -> list[Any]:
        """Take some values of an event, passing the gate before each."""
        found: list[Any] = []
        values = aiter(self._hook(event))
        while len(found) < count:
            await self._gate.wait()
            try:
                found.append(jsonable(await anext(values)))
            except StopAsyncIteration:
                break
        return found

    def context(self) -> Any:
        """Give the host context."""
        return self.app.host.context

    def host_info(self) -> Any:
        """Give the host's name and version."""
        return self.app.host.info

    def supports(self, capability: str) -> bool:
        """Ask what the host offers."""
        return self.app.host.supports(capability)

    def set_fallbacks(self) -> None:
        """Answer unknown requests, and note unknown notifications."""
        self.app.fallback_request_handler = lambda params: {"echo": params}
        self.app.fallback_notification_handler = lambda method, params: self.note("fallback", [method, params])

    def update_tool(self, name: str, **changes: Any) -> None:
        """Change a tool."""
        self.app.tools[name].update(**changes)

    def remove_tool(self, name: str) -> None:
        """Remove a tool."""
        self.app.tools[name].remove()

    # What listeners and handlers do

    def note(self, label: str, value: Any) -> None:
        """Remember an event."""
        self.events.append((label, jsonable(value)))

    def _hook(self, event: str) -> EventHook[Any]:
        return getattr(self.app, f"on_{event}")

    def _behave(self, how: str, label: str) -> Callable[..., Any]:
        """Make a function that notes what it is called with and then behaves in some way."""

        def sync(value: Any) -> None:
            self.note(label, value)

        async def later(value: Any) -> None:
            self.note(label, value)
            await asyncio.sleep(0)

        async def gate(value: Any) -> None:
            self.note(label, value)
            await self._gate.wait()
            self.note(f"{label} done", None)

        async def call(value: Any) -> None:
            self.note(label, value)
            self.note(f"{label} done", await self.app.call_server_tool("from_a_listener"))

        def fail(value: Any) -> None:
            self.note(label, value)
            raise ValueError(f"{label} fails")

        def exit_(value: Any) -> None:
            self.note(label, value)
            raise SystemExit(label)

        def add(value: Any) -> None:
            self.note(label, value)
            self.unlisten("tool_result", "third")

        ways = {"sync": sync, "async": later, "gate": gate, "call": call, "fail": fail, "exit": exit_, "unlisten": add}
        return ways[how]

    # Tools

    def _register_tools(self) -> None:
        for tool in (self.double, self.forecast, self.wait, self.break_, self.refuse, self.say, self.progress_):
            self.app.register_tool(tool.__name__.strip("_"), tool)

    def double(self, n: int, note: str | None = None) -> int:
        """Double a number."""
        self.note("double", [n, note])
        return 2 * n

    def forecast(self, city: str) -> Forecast:
        """Give a forecast."""
        return Forecast(city=city, days=[1.5])

    async def wait(self, context: RequestContext) -> str:
        """Wait at the gate."""
        self.note("wait", context.request_id)
        try:
            await self._gate.wait()
        except asyncio.CancelledError:
            self.note("wait cancelled", context.request_id)
            raise
        return "waited"

    def break_(self) -> None:
        """Fail by mistake."""
        raise ValueError("a wheel came off")

    def refuse(self) -> None:
        """Fail on purpose."""
        raise ToolError("not today")

    def say(self, text: str, is_error: bool = False) -> CallToolResult:
        """Give a whole result."""
        return CallToolResult(content=[TextContent(text=text)], is_error=is_error or None)

    async def progress_(self, context: RequestContext) -> str:
        """Tell of progress."""
        await context.progress(1, 2, "half")
        return "done"

    def handle_calls(self, how: str) -> None:
        """Answer `tools/call` and `tools/list` by hand."""

        def call(params: CallToolParams, context: RequestContext) -> CallToolResult:
            if how == "refuse":
                raise RequestError(-32000, "busy", {"until": "noon"})
            if how == "exit":
                raise SystemExit("bye")
            return CallToolResult(content=[TextContent(text=f"{params.name} by hand, request {context.request_id!r}")])

        self.app.call_tool.handler = call
        self.app.list_tools.handler = lambda: {"tools": [{"name": "hand", "inputSchema": {"type": "object"}}]}


def jsonable(value: Any) -> Any:
    """Make JSON of whatever an app gives or raises."""
    if isinstance(value, BaseException):
        names = [kind.__name__ for kind in type(value).__mro__]
        known = {name: getattr(value, name) for name in ("code", "data") if hasattr(value, name)}
        return {"error": names, "message": str(value), **known}
    if isinstance(value, WireModel):
        return value.to_wire()
    return to_jsonable_python(value, by_alias=True, fallback=str)
