"""The event hooks of an app, and which notification of the host feeds which of them."""

import logging
from collections.abc import Callable
from typing import Any

from ..errors import ConnectionClosedError, LocalProtocolError
from ..events import EventHook
from ..events.binding import SKIP
from ..host import Host
from ..tasks import Tasks
from ..types import (
    CallToolResult,
    HostContext,
    Params,
    ToolCancelledParams,
    ToolInputParams,
    ToolInputPartialParams,
)

logger = logging.getLogger("mcp_apps_py")

NotificationHandler = Callable[..., Any]


class Hooks:
    """The inbound half of `App`: what the host tells, as event hooks.

    Attributes:
        on_tool_input: The complete arguments of the tool call that opened the view.
        on_tool_input_partial: The arguments so far, while the model still writes them.
        on_tool_result: The result of the tool call.
        on_tool_error: The result of a tool call that failed; typed result listeners do not
            hear of it.
        on_tool_cancelled: The tool call was cancelled.
        on_host_context_changed: A part of the context changed; it is merged already.
        on_server_tools_changed: The list of the server's tools changed.
        on_server_resources_changed: The list of the server's resources changed.
        on_server_prompts_changed: The list of the server's prompts changed.
        on_error: An error that no call would raise: in a listener, or in what the host sent.
        on_close: The connection ended; the value is what ended it, None if that was wanted.
    """

    def __init__(self) -> None:
        self.host = Host()
        self._tasks = tasks = Tasks(self.report)
        self.on_tool_input = EventHook[ToolInputParams]("tool_input", tasks, replay=True, select=_arguments)
        self.on_tool_input_partial = EventHook[ToolInputPartialParams](
            "tool_input_partial", tasks, newest=True, select=_arguments, whole=False
        )
        self.on_tool_result = EventHook[CallToolResult]("tool_result", tasks, replay=True, select=_structured_content)
        self.on_tool_error = EventHook[CallToolResult]("tool_error", tasks, replay=True)
        self.on_tool_cancelled = EventHook[ToolCancelledParams]("tool_cancelled", tasks, replay=True)
        self.on_host_context_changed = EventHook[HostContext]("host_context_changed", tasks)
        self.on_server_tools_changed = EventHook[Params]("server_tools_changed", tasks)
        self.on_server_resources_changed = EventHook[Params]("server_resources_changed", tasks)
        self.on_server_prompts_changed = EventHook[Params]("server_prompts_changed", tasks)
        # Failures of these two can't be reported through themselves.
        self.on_error = EventHook[BaseException]("error", Tasks(_log))
        self.on_close = EventHook[Exception | None]("close", Tasks(_log))
        self._feeds = self._make_feeds()
        self._notification_handlers: dict[str, NotificationHandler] = {}
        self.fallback_notification_handler: NotificationHandler | None = None

    def _make_feeds(self) -> dict[str, Callable[[Any], None]]:
        return {
            "ui/notifications/tool-input": self._hear_tool_input,
            "ui/notifications/tool-input-partial": self._hear_partial,
            "ui/notifications/tool-result": self._hear_tool_result,
            "ui/notifications/tool-cancelled": self.on_tool_cancelled.emit,
            "ui/notifications/host-context-changed": self._hear_host_context,
            "notifications/tools/list_changed": self.on_server_tools_changed.emit,
            "notifications/resources/list_changed": self.on_server_resources_changed.emit,
            "notifications/prompts/list_changed": self.on_server_prompts_changed.emit,
        }

    def _hooks(self) -> list[EventHook[Any]]:
        return [value for value in vars(self).values() if isinstance(value, EventHook)]

    # Registering, by the counterpart's names

    def _hook_named(self, event: str) -> EventHook[Any]:
        hooks = {hook.name.replace("_", ""): hook for hook in self._hooks()}
        hook = hooks.get(event.replace("_", ""))
        if hook is None:
            names = ", ".join(sorted(hooks))
            raise LocalProtocolError(f"there is no event {event!r}; events: {names}")
        return hook

    def add_event_listener(self, event: str, listener: Callable[..., Any]) -> None:
        """Add a listener by the event's name: "toolresult" or "tool_result".

        Raises:
            LocalProtocolError: If there is no such event, or the listener can't take it.
        """
        self._hook_named(event).add(listener)

    def remove_event_listener(self, event: str, listener: Callable[..., Any]) -> None:
        """Remove a listener by the event's name.

        Raises:
            LocalProtocolError: If there is no such event.
        """
        self._hook_named(event).remove(listener)

    def add_notification_handler(self, method: str, handler: NotificationHandler) -> None:
        """Let `handler` take the params of a notification that the SDK has no hook for.

        Raises:
            LocalProtocolError: If there is a hook or a handler for it already.
        """
        if method in self._feeds:
            raise LocalProtocolError(f"{method} has an event hook; add a listener to that")
        if method in self._notification_handlers:
            raise LocalProtocolError(f"{method} has a handler already; remove it first")
        self._notification_handlers[method] = handler

    def remove_notification_handler(self, method: str) -> None:
        """Remove the handler of a notification; it is no error if there was none."""
        self._notification_handlers.pop(method, None)

    # Hearing

    def hear(self, method: str, params: Any) -> None:
        """Pass a notification on to who listens; see `session.Owner`."""
        if method in self._feeds:
            self._feeds[method](params)
        elif method in self._notification_handlers:
            self._tasks.start(self._notification_handlers[method], params)
        elif self.fallback_notification_handler is not None:
            self._tasks.start(self.fallback_notification_handler, method, params)
        else:
            logger.debug("ignored the notification %s", method)

    def _hear_tool_input(self, params: ToolInputParams) -> None:
        for hook in (self.on_tool_result, self.on_tool_error, self.on_tool_cancelled):
            hook.forget()
        self.on_tool_input.emit(params)

    def _hear_partial(self, params: ToolInputPartialParams) -> None:
        ended = self.on_tool_result.last or self.on_tool_cancelled.last
        if self.on_tool_input.last is not None and ended is None:
            logger.debug("ignored partial input, since the complete input is here")
            return
        self.on_tool_input_partial.emit(params)

    def _hear_tool_result(self, result: CallToolResult) -> None:
        self.on_tool_result.emit(result)
        if result.is_error:
            self.on_tool_error.emit(result)

    def _hear_host_context(self, changes: HostContext) -> None:
        self.host.merge(changes)
        self.on_host_context_changed.emit(changes)

    def report(self, error: BaseException) -> None:
        """Tell `on_error` of an error, or log it if nobody listens there.

        That the connection ended is no error of a listener that was waiting for an answer;
        `on_close` tells of it.
        """
        if isinstance(error, ConnectionClosedError):
            logger.debug("%s", error)
        elif self.on_error.listened:
            self.on_error.emit(error)
        else:
            _log(error)


def _log(error: BaseException) -> None:
    logger.error("%s: %s", type(error).__name__, error, exc_info=error)


def _arguments(params: ToolInputParams | ToolInputPartialParams) -> Any:
    return params.arguments


def _structured_content(result: CallToolResult) -> Any:
    return SKIP if result.is_error else result.structured_content
