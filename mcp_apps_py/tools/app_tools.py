"""App tools: Python functions that the model can call in the view."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from typing import Any

from ..context import RequestContext
from ..errors import (
    INVALID_PARAMS,
    LocalProtocolError,
    RequestError,
    ResultValidationError,
    ToolError,
)
from ..types import CallToolParams, CallToolResult, ListToolsResult, TextContent, Tool
from ..types import ToolAnnotations as Annotations
from .result import tool_result
from .signature import Signature, read_signature


class AppTool:
    """The handle of a registered tool.

    Attributes:
        name: What the model calls it by.
        title: What people read, or None.
        description: What the model reads.
        annotations: Hints on what the tool does, or None.
        meta: The tool's `_meta`, or None.
        enabled: Whether it is listed and can be called.
    """

    def __init__(self, owner: "AppTools", name: str, function: Callable[..., Any]) -> None:
        self._owner = owner
        self._signature = read_signature(function)
        self._function = function
        self.name = name
        self.title: str | None = None
        self.description: str | None = self._signature.description
        self.annotations: Annotations | None = None
        self.meta: dict[str, Any] | None = None
        self.enabled = True

    @property
    def signature(self) -> Signature:
        """What the function takes and gives, as the model sees it."""
        return self._signature

    def enable(self) -> None:
        """List the tool again and let it be called."""
        self.update(enabled=True)

    def disable(self) -> None:
        """Keep the tool, but neither list it nor let it be called."""
        self.update(enabled=False)

    def update(self, *, function: Callable[..., Any] | None = None, enabled: bool | None = None, **info: Any) -> None:
        """Change the tool and tell the host that the list changed.

        Args:
            function: The new function; its signature gives the new schemas, its docstring the
                new description unless one is given.
            enabled: Whether it is listed and can be called.
            info: title, description, annotations, meta.

        Raises:
            LocalProtocolError: If `info` names something else.
        """
        unknown = set(info) - {"title", "description", "annotations", "meta"}
        if unknown:
            raise LocalProtocolError(f"a tool has no {', '.join(sorted(unknown))} to update")
        if function is not None:
            self._function, self._signature = function, read_signature(function)
            info.setdefault("description", self._signature.description)
        if enabled is not None:
            self.enabled = enabled
        for name, value in info.items():
            setattr(self, name, value)
        self._owner.changed()

    def remove(self) -> None:
        """Take the tool away; its name is free again."""
        self._owner.discard(self)

    def to_type(self) -> Tool:
        """What the host lists."""
        return Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=self._signature.input_schema(),
            output_schema=self._signature.output_schema(),
            annotations=self.annotations,
            meta=self.meta,
        )

    def call(
        self, arguments: dict[str, Any], context: RequestContext
    ) -> CallToolResult | Coroutine[Any, Any, CallToolResult]:
        """Validate the arguments, run the function, validate what it gives.

        What goes wrong in the tool is a result with `is_error`, so that the model can read it;
        what is the author's fault is raised as well, after the fact, by the owner's `report`.

        Returns:
            The result, or what it is to be awaited from if the function is async.
        """
        try:
            values = self._signature.validate(arguments, context)
        except ResultValidationError as error:
            return _failed(f"{self.name}: {error}")
        try:
            outcome = self._function(**values)
            return self._later(outcome) if inspect.isawaitable(outcome) else tool_result(outcome, self._signature)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - authors' code may raise anything
            return self._failure(error)

    async def _later(self, outcome: Awaitable[Any]) -> CallToolResult:
        try:
            return tool_result(await outcome, self._signature)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - authors' code may raise anything
            return self._failure(error)

    def _failure(self, error: BaseException) -> CallToolResult:
        if isinstance(error, ToolError):
            return _failed(str(error))
        self._owner.report(error)
        return _failed(f"{self.name} failed: {str(error) or type(error).__name__}")


class AppTools(Mapping[str, AppTool]):
    """The tools of a view, by name.

    Args:
        changed: Is called when the list changed.
        report: Is called with what a tool raised besides ToolError.
    """

    def __init__(self, changed: Callable[[], None], report: Callable[[BaseException], None]) -> None:
        self.changed = changed
        self.report = report
        self._tools: dict[str, AppTool] = {}

    def __getitem__(self, name: str) -> AppTool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    def register(
        self,
        name: str,
        function: Callable[..., Any],
        *,
        title: str | None = None,
        description: str | None = None,
        annotations: Annotations | None = None,
        meta: dict[str, Any] | None = None,
    ) -> AppTool:
        """Offer a function as a tool; see `App.register_tool`.

        Raises:
            LocalProtocolError: If the name is taken, or the signature can't be a tool's.
        """
        if name in self._tools:
            raise LocalProtocolError(f"there is a tool {name!r} already; update or remove it")
        tool = AppTool(self, name, function)
        tool.title, tool.annotations, tool.meta = title, annotations, meta
        tool.description = description or tool.description
        self._tools[name] = tool
        self.changed()
        return tool

    def discard(self, tool: AppTool) -> None:
        """Take a tool away, if it is still there."""
        if self._tools.get(tool.name) is tool:
            del self._tools[tool.name]
            self.changed()

    def list(self) -> ListToolsResult:
        """What the host gets for `tools/list`: the enabled tools, on one page."""
        return ListToolsResult(tools=[tool.to_type() for tool in self._tools.values() if tool.enabled])

    def call(
        self, params: CallToolParams, context: RequestContext
    ) -> CallToolResult | Coroutine[Any, Any, CallToolResult]:
        """What the host gets for `tools/call`: the result, or what it is to be awaited from.

        Raises:
            RequestError: If there is no such tool, or it is disabled.
        """
        tool = self._tools.get(params.name)
        if tool is None or not tool.enabled:
            names = ", ".join(t.name for t in self._tools.values() if t.enabled) or "none"
            state = "is disabled" if tool else "is not a tool of this view"
            raise RequestError(INVALID_PARAMS, f"{params.name!r} {state}; tools: {names}")
        return tool.call(params.arguments, context)


def _failed(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], is_error=True)
