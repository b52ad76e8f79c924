"""Everything that a view can ask of its host, and of the server behind it."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, TypeVar, Unpack, overload

from pydantic_core import to_jsonable_python

from ..content import Content, content_blocks, file_resource
from ..errors import CapabilityError, LocalProtocolError, RemoteProtocolError, ToolCallError
from ..session import RequestOptions
from ..types import (
    CallToolResult,
    CreateMessageResult,
    DisplayMode,
    DownloadFileResult,
    EmbeddedResource,
    EmptyResult,
    ListResourcesResult,
    ListToolsResult,
    LoggingLevel,
    MessageResult,
    ModelPreferences,
    OpenLinkResult,
    ReadResourceResult,
    RequestDisplayModeResult,
    Resource,
    ResourceLink,
    SamplingMessage,
    TextContent,
    Tool,
    ToolChoice,
    WireModel,
)
from ..validation import adapter_for, validate_into
from .outbound import Outbound

T = TypeVar("T")
ResultT = TypeVar("ResultT", bound=WireModel)


class Calls(Outbound):
    """What a view can ask of its host, and of the server behind it.

    Every request is a coroutine and takes `RequestOptions` as keywords. It raises
    RequestError (MethodNotFoundError where the host does not know the method),
    RequestTimeoutError, ConnectionClosedError, RemoteProtocolError for an answer that makes no
    sense, and LocalProtocolError before the view is connected or if it is given nonsense.
    Cancelling the task cancels the request.
    """

    # The server behind the host

    @overload
    async def call_server_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        **options: Unpack[RequestOptions],
    ) -> CallToolResult: ...

    @overload
    async def call_server_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        result_type: type[T],
        **options: Unpack[RequestOptions],
    ) -> T: ...

    async def call_server_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        result_type: type[Any] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Any:
        """Call a tool of the server (`tools/call`).

        Args:
            name: The tool's name.
            arguments: Its arguments; None values arrive as null.
            result_type: A type for the result's structured content. Without it the whole
                result is returned, also that of a tool that failed.
            options: See `RequestOptions`; each progress restarts the clock.

        Raises:
            ToolCallError: With `result_type`, if the tool failed.
            ResultValidationError: With `result_type`, if the content does not fit.
        """
        adapter = None if result_type is None else adapter_for(result_type, f"{name}: result_type")
        given = {} if arguments is None else {"arguments": dict(arguments)}
        result = await self._request("tools/call", CallToolResult, options, name=name, **given)
        if adapter is None:
            return result
        if result.is_error:
            raise ToolCallError(result)
        return validate_into(adapter, result.structured_content, f"the result of {name}")

    async def list_server_tools(self, cursor: str | None = None, **options: Unpack[RequestOptions]) -> ListToolsResult:
        """List one page of the server's tools (`tools/list`, draft of the specification)."""
        return await self._request("tools/list", ListToolsResult, options, cursor=cursor)

    async def list_server_resources(
        self, cursor: str | None = None, **options: Unpack[RequestOptions]
    ) -> ListResourcesResult:
        """List one page of the server's resources (`resources/list`)."""
        return await self._request("resources/list", ListResourcesResult, options, cursor=cursor)

    async def iter_server_tools(self, **options: Unpack[RequestOptions]) -> AsyncIterator[Tool]:
        """Iterate over the server's tools, page after page; the options count for each page."""
        async for page in _pages(lambda cursor: self.list_server_tools(cursor, **options)):
            for tool in page.tools:
                yield tool

    async def iter_server_resources(self, **options: Unpack[RequestOptions]) -> AsyncIterator[Resource]:
        """Iterate over the server's resources, page after page."""
        async for page in _pages(lambda cursor: self.list_server_resources(cursor, **options)):
            for resource in page.resources:
                yield resource

    async def read_server_resource(self, uri: str, **options: Unpack[RequestOptions]) -> ReadResourceResult:
        """Read a resource of the server (`resources/read`)."""
        return await self._request("resources/read", ReadResourceResult, options, uri=uri)

    # The host

    async def send_message(self, content: Content, **options: Unpack[RequestOptions]) -> MessageResult:
        """Say something in the conversation, as the user (`ui/message`).

        The host may refuse: the result's `is_error` is then true.
        """
        blocks = content_blocks(content)
        return await self._request("ui/message", MessageResult, options, content=blocks)

    async def update_model_context(
        self,
        content: Content | None = None,
        *,
        structured_content: Any = None,
        **options: Unpack[RequestOptions],
    ) -> EmptyResult:
        """Tell the model something for its next turn (`ui/update-model-context`).

        Each call replaces what the last one said.

        Args:
            content: Text or content blocks.
            structured_content: A model, dataclass or dict.
            options: See `RequestOptions`.
        """
        return await self._request(
            "ui/update-model-context",
            EmptyResult,
            options,
            content=None if content is None else content_blocks(content),
            structured_content=None if structured_content is None else _json_object(structured_content),
        )

    async def open_link(self, url: str, **options: Unpack[RequestOptions]) -> OpenLinkResult:
        """Ask the host to open a page outside the view (`ui/open-link`).

        The host may refuse: the result's `is_error` is then true.
        """
        return await self._request("ui/open-link", OpenLinkResult, options, url=url)

    async def download_file(
        self,
        contents: str | bytes | EmbeddedResource | ResourceLink | list[Any],
        name: str | None = None,
        *,
        mime_type: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> DownloadFileResult:
        """Offer a file to the user (`ui/download-file`); a sandboxed frame can't do it itself.

        Args:
            contents: The file's text or bytes, or resource blocks.
            name: The file's name, where `contents` is text or bytes.
            mime_type: Its MIME type; guessed from the name if it is not given.
            options: See `RequestOptions`.

        Raises:
            LocalProtocolError: If text or bytes come without a name.
        """
        if isinstance(contents, str | bytes):
            if not name:
                raise LocalProtocolError("download_file: text or bytes need a file name")
            blocks: list[Any] = [file_resource(contents, name, mime_type)]
        else:
            blocks = contents if isinstance(contents, list) else [contents]
        return await self._request("ui/download-file", DownloadFileResult, options, contents=blocks)

    async def request_display_mode(
        self, mode: DisplayMode, **options: Unpack[RequestOptions]
    ) -> RequestDisplayModeResult:
        """Ask for another display mode (`ui/request-display-mode`).

        Args:
            mode: "inline", "fullscreen" or "pip".
            options: See `RequestOptions`.

        Returns:
            The mode that the host really set; it need not be the one asked for.

        Raises:
            LocalProtocolError: If the host lists its modes and this is none of them (APP-106).
        """
        modes = self.host.context.available_display_modes if self.host.known else None
        if modes and mode not in modes:
            raise LocalProtocolError(
                f"the host {self.host.info.name} does not offer the display mode {mode!r}, only: {', '.join(modes)}"
            )
        return await self._request("ui/request-display-mode", RequestDisplayModeResult, options, mode=mode)

    async def toggle_fullscreen(self, **options: Unpack[RequestOptions]) -> RequestDisplayModeResult:
        """Ask for the whole window, or for the way back to inline if the view has it already.

        Raises:
            LocalProtocolError: If the host does not offer that; `app.host.offers_display_mode` tells.
        """
        back = self.host.context.display_mode == "fullscreen"
        return await self.request_display_mode("inline" if back else "fullscreen", **options)

    async def create_sampling_message(
        self,
        messages: str | SamplingMessage | Sequence[SamplingMessage],
        *,
        max_tokens: int = 1024,
        system_prompt: str | None = None,
        temperature: float | None = None,
        stop_sequences: list[str] | None = None,
        model_preferences: ModelPreferences | None = None,
        include_context: str | None = None,
        metadata: dict[str, Any] | None = None,
        tools: list[Tool] | None = None,
        tool_choice: ToolChoice | None = None,
        **options: Unpack[RequestOptions],
    ) -> CreateMessageResult:
        """Have the host's model complete something (`sampling/createMessage`).

        Args:
            messages: The conversation so far; text is a user's message.
            max_tokens: How many tokens the completion may have.
            system_prompt: What the model is told beforehand.
            temperature: How freely it speaks.
            stop_sequences: Where it stops.
            model_preferences: Which model should do it.
            include_context: "none", "thisServer" or "allServers".
            metadata: Whatever the model's provider takes.
            tools: What it may call; then the content may be a list with tool_use blocks.
            tool_choice: Whether it must.
            options: See `RequestOptions`.

        Raises:
            CapabilityError: If the host does not offer sampling, or not with tools.
        """
        self._link()
        if tools and not self.host.supports("sampling.tools"):
            raise CapabilityError(f"the host {self.host.info.name} does not offer sampling with tools")
        return await self._request(
            "sampling/createMessage",
            CreateMessageResult,
            options,
            messages=_sampling_messages(messages),
            max_tokens=max_tokens,
            system_prompt=system_prompt,
            temperature=temperature,
            stop_sequences=stop_sequences,
            model_preferences=model_preferences,
            include_context=include_context,
            metadata=metadata,
            tools=tools,
            tool_choice=tool_choice,
        )

    async def ping(self, **options: Unpack[RequestOptions]) -> None:
        """See whether the host answers."""
        await self._request("ping", EmptyResult, options)

    async def send_log(self, level: LoggingLevel, data: Any, *, logger: str | None = None) -> None:
        """Send a log message to the host (`notifications/message`).

        Args:
            level: "debug" to "emergency".
            data: Any JSON value.
            logger: Who speaks.
        """
        self.tell("notifications/message", level=level, data=data, logger=logger)

    async def send_size_changed(self, width: float | None = None, height: float | None = None) -> None:
        """Tell the host the view's size in CSS pixels; auto-resize does it by itself."""
        self.tell("ui/notifications/size-changed", width=width, height=height)

    async def request_teardown(self) -> None:
        """Ask the host to take the view away; it may answer with a teardown request."""
        self.tell("ui/notifications/request-teardown")

    async def send_tool_list_changed(self) -> None:
        """Tell the host that the view's tools changed; registered tools do it by themselves."""
        self.tell("notifications/tools/list_changed")


PageT = TypeVar("PageT", ListToolsResult, ListResourcesResult)


async def _pages(fetch: Callable[[str | None], Any]) -> AsyncIterator[Any]:
    cursor: str | None = None
    seen: set[str] = set()
    while True:
        page = await fetch(cursor)
        yield page
        cursor = page.next_cursor
        if not cursor:
            return
        if cursor in seen:
            raise RemoteProtocolError(f"the host gave the cursor {cursor!r} twice")
        seen.add(cursor)


def _json_object(value: Any) -> dict[str, Any]:
    try:
        return to_jsonable_python(value, by_alias=True)
    except ValueError as error:
        raise LocalProtocolError(f"structured_content can't be written as JSON: {error}") from error


def _sampling_messages(messages: str | SamplingMessage | Sequence[SamplingMessage]) -> list[SamplingMessage]:
    if isinstance(messages, str):
        return [SamplingMessage(role="user", content=TextContent(text=messages))]
    return [messages] if isinstance(messages, SamplingMessage) else list(messages)
