"""A host in memory: what a view's tests need instead of a chat client.

    app = App("weather", "1.0")
    with StubHost(context={"theme": "dark"}) as host:
        await app.connect(host.transport)
        host.send_tool_result({"city": "Rome"})
        call = await host.received("tools/call")

Every frame of the view is checked against the rules of the protocol; leaving the `with` raises
if one broke them. Nothing in it waits for time to pass, except for a frame that does not come.
"""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Literal, Self, TypeVar, cast

from pydantic_core import from_json

from ..content import Content
from ..errors import RequestError
from ..transport import ManualClock, Timer, memory_pair, settle
from ..types import CallToolResult, HostContext, ListToolsResult
from .answers import SILENCE, Answers
from .conduct import Conduct
from .notation import JS_ONLY, plain
from .playing import Player, make_rules
from .wire import to_wire, tool_result

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Frame:
    """One message that crossed.

    Attributes:
        sender: Who posted it.
        data: The JSON value; for text that is not JSON, the text.
    """

    sender: Literal["view", "host"]
    data: Any


class StubHost:
    """Plays a host over an in-memory transport, by rules that are data.

    Args:
        preset: The name of a host profile (see `mcp_apps_py.hosts`), or rules, which then change
            those of the specification.
        clock: Stands in for the time of host and view alike, if time-outs matter.
        context: Members of the host context that the view is told at the handshake.
        capabilities: What the host offers, instead of what the preset does.
        patience: Seconds to wait for a frame of the view before a wait fails.

    Attributes:
        transport: The view's end: `await app.connect(host.transport)`.
        rules: The rules it plays.
        frames: Every message so far, both ways, in order.
        clock: The clock, or None.

    Raises:
        ProfileError: If there is no such preset, or the rules are malformed.
    """

    def __init__(
        self,
        preset: str | Mapping[str, Any] = "spec",
        *,
        clock: ManualClock | None = None,
        context: Mapping[str, Any] | None = None,
        capabilities: Mapping[str, Any] | None = None,
        patience: float = 5.0,
    ) -> None:
        self.rules = make_rules(preset, context, capabilities)
        self.clock = clock
        self.frames: list[Frame] = []
        self.transport, self._end = memory_pair(clock)
        self._patience = patience
        self._player = Player(self.rules)
        self._answers = Answers()
        self._conduct = Conduct(allowed=self.rules.get("answers", {}))
        self._ids = itertools.count()
        self._received: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: list[Timer] = []
        self._end.start(self)

    # What the view posts

    def receive(self, text: str) -> None:
        """Take a message from the view; see `Receiver`."""
        frame = json.loads(text)
        self.frames.append(Frame("view", frame))
        self._conduct.view_posted(frame)
        news, self._news = self._news, asyncio.Event()
        news.set()
        if not isinstance(frame, dict) or "method" not in frame:
            return
        call = cast("dict[str, Any]", frame)
        if "id" in call and call["method"] in self._answers:
            task = asyncio.get_running_loop().create_task(self._answer(call))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            self._play(self._player.reaction(call))

    async def _answer(self, request: dict[str, Any]) -> None:
        answer = await self._answers.make(request)
        if answer is not None:
            self.post(answer)

    def _play(self, frames: list[Any]) -> None:
        for index, frame in enumerate(frames):
            if isinstance(frame, dict) and "$wait" in frame:
                seconds = float(cast("dict[str, Any]", frame)["$wait"])
                self._timers.append(self._end.call_later(seconds, partial(self._play, frames[index + 1 :])))
                return
            self.post(frame)

    def fail(self, error: Exception) -> None:
        """Learn of a broken message; see `Receiver`. A memory transport has none."""
        raise error

    def closed(self) -> None:
        """Learn that the view hung up; see `Receiver`."""

    def posted(self, method: str | None = None) -> list[dict[str, Any]]:
        """Give what the view has posted so far: all of it, or the calls of one method."""
        frames = [frame.data for frame in self.frames if frame.sender == "view"]
        return frames if method is None else [frame for frame in frames if frame.get("method") == method]

    async def received(self, method: str) -> dict[str, Any]:
        """Wait until the view calls a method; each call is given once, in order.

        Raises:
            AssertionError: If it does not come.
        """
        index = self._received[method]
        self._received[method] += 1
        return await self._until(lambda: self._nth(method, index), f"the view posted no {method}")

    def _nth(self, method: str, index: int) -> dict[str, Any] | None:
        found = self.posted(method)
        return found[index] if index < len(found) else None

    async def _until(self, find: Callable[[], T | None], problem: str) -> T:
        while (found := find()) is None:
            try:
                await asyncio.wait_for(self._news.wait(), self._patience)
            except TimeoutError:
                posted = ", ".join(str(frame.get("method", "an answer")) for frame in self.posted()) or "nothing"
                raise AssertionError(f"{problem}; it posted: {posted}") from None
        return found

    # What the host posts

    def post(self, value: Any) -> None:
        """Post any value, noise too; see `testing.notation` for what JSON can't say."""
        arrived = plain(value)
        if arrived is not JS_ONLY:
            self._post(arrived, json.dumps(arrived))

    def post_text(self, text: str) -> None:
        """Post raw text, which need not be JSON."""
        try:
            value = from_json(text)
        except (ValueError, TypeError):
            value = text
        self._post(value, text)

    def _post(self, value: Any, text: str) -> None:
        self.frames.append(Frame("host", value))
        self._conduct.host_posted(value)
        self._end.send(text)

    def notify(self, method: str, params: Any = None) -> None:
        """Post a notification; without `params` it has none."""
        self.post({"jsonrpc": "2.0", "method": method, **_given(params=params)})

    async def request(self, method: str, params: Any = None, *, id: int | str | None = None) -> dict[str, Any] | None:
        """Post a request and let the view work; gives its answer, or None if there is none yet.

        Args:
            method: Any method.
            params: Its params; without them it has none.
            id: Its id; counted up from 0 if it is not given.
        """
        asked = self._ask(method, params, id)
        await settle()
        return asked()

    async def _call(self, method: str, params: Any) -> dict[str, Any]:
        answer = await self._until(self._ask(method, params, None), f"the view did not answer {method}")
        if "error" in answer:
            error = answer["error"]
            raise RequestError.from_wire(error["code"], error["message"], error.get("data"))
        return answer["result"]

    def _ask(self, method: str, params: Any, id: int | str | None) -> Callable[[], dict[str, Any] | None]:
        request_id = next(self._ids) if id is None else id
        seen = len(self.frames)
        self.post({"jsonrpc": "2.0", "id": request_id, "method": method, **_given(params=params)})

        def answer() -> dict[str, Any] | None:
            later = (frame.data for frame in self.frames[seen:] if frame.sender == "view")
            answers = (frame for frame in later if "method" not in frame and frame["id"] == request_id)
            return next((frame for frame in answers if type(frame["id"]) is type(request_id)), None)

        return answer

    # The host's part of the protocol

    def send_tool_input(self, arguments: Any = None) -> None:
        """Tell the complete arguments of the tool call: a model, dataclass or dict; none without."""
        self.notify("ui/notifications/tool-input", _given(arguments=to_wire(arguments)))

    def send_partial(self, arguments: Mapping[str, Any]) -> None:
        """Tell the arguments so far."""
        self.notify("ui/notifications/tool-input-partial", {"arguments": to_wire(arguments)})

    def send_tool_result(
        self, structured: Any = None, *, content: Content | None = None, is_error: bool = False
    ) -> None:
        """Tell the tool's result.

        Args:
            structured: A model, dataclass or JSON value.
            content: Text or content blocks; the structured content as text if there is none.
            is_error: Whether the tool failed.
        """
        result = tool_result(structured, content, is_error=is_error)
        self.notify("ui/notifications/tool-result", result)

    def cancel_tool(self, reason: str | None = None) -> None:
        """Tell that the tool call was cancelled."""
        self.notify("ui/notifications/tool-cancelled", _given(reason=reason))

    def change_context(self, **members: Any) -> None:
        """Tell a change of the host context, for instance `theme="dark"`.

        Args:
            members: What changed, by its name in Python or on the wire.
        """
        self.notify("ui/notifications/host-context-changed", HostContext.model_validate(members).to_wire())

    def cancel(self, request_id: int | str, reason: str | None = None) -> None:
        """Give up a request that was posted with this id."""
        self.notify("notifications/cancelled", {"requestId": request_id, **_given(reason=reason)})

    async def ping(self) -> None:
        """Wait for the view to answer a ping."""
        await self._call("ping", None)

    async def list_tools(self) -> ListToolsResult:
        """List the view's tools.

        Raises:
            RequestError: If the view answers with an error.
        """
        return ListToolsResult.model_validate(await self._call("tools/list", None))

    async def call_tool(self, name: str, arguments: Mapping[str, Any] | None = None) -> CallToolResult:
        """Call a tool of the view, as the model would.

        Raises:
            RequestError: If the view answers with an error.
        """
        params = {"name": name, **_given(arguments=to_wire(arguments))}
        return CallToolResult.model_validate(await self._call("tools/call", params))

    async def teardown(self, reason: str | None = None) -> dict[str, Any] | None:
        """Take the view away, in the way of this host.

        Returns:
            The view's result; None from a host that only notifies.

        Raises:
            RequestError: If the view answers with an error.
        """
        params = _given(reason=reason)
        if self.rules.get("teardown") == "notification":
            self.notify("ui/resource-teardown", params)
            await settle()
            return None
        return await self._call("ui/resource-teardown", params)

    # How it answers

    def answer(self, method: str, result: Any = None) -> None:
        """Say how to answer a method from now on.

        Args:
            method: Any method; the view may use it then.
            result: A model or dict; a RequestError; or a function of the params, sync or async,
                that gives the one or raises the other.
        """
        self._answers.set(method, result)
        self._conduct.allow(method)

    def silence(self, method: str) -> None:
        """Do not answer a method from now on."""
        self.answer(method, SILENCE)

    def answer_tool(self, name: str, result: Any = None, *, content: Content | None = None) -> None:
        """Say what a tool of the server gives from now on.

        Args:
            name: The tool.
            result: Structured content: a model, dataclass or JSON value; a whole CallToolResult;
                a RequestError; or a function of the arguments, sync or async.
            content: Text or content blocks; the structured content as text if there is none.
        """
        self._answers.set_tool(name, result, content)

    # The end

    @property
    def violations(self) -> list[str]:
        """What the view did wrong so far, a sentence each."""
        return self._conduct.violations

    def check(self) -> None:
        """Raise AssertionError if the view broke a rule of the protocol."""
        if self.violations:
            raise AssertionError("the view broke the protocol:\n" + "\n".join(f"- {v}" for v in self.violations))

    def hang_up(self) -> None:
        """Vanish; the view is told that the connection is over."""
        self._end.hang_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        for pending in (*self._tasks, *self._timers):
            pending.cancel()
        self._end.close()
        if error is None:
            self.check()


def _given(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}
