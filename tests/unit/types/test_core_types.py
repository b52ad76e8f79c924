"""The core MCP types against those of the official Python SDK, in both directions."""

import json
from typing import Any

import pytest
from hypothesis import assume, given

from mcp_apps_py import types
from tests.schema_instances import instances_of, quickly

mcp_types = pytest.importorskip("mcp_types", reason="the official mcp-types are not installed")

from pydantic import TypeAdapter  # noqa: E402

PAIRS: tuple[tuple[Any, Any], ...] = (
    (types.Annotations, mcp_types.Annotations),
    (types.AudioContent, mcp_types.AudioContent),
    (types.BlobResourceContents, mcp_types.BlobResourceContents),
    (types.CallToolParams, mcp_types.CallToolRequestParams),
    (types.CallToolResult, mcp_types.CallToolResult),
    (types.CancelledParams, mcp_types.CancelledNotificationParams),
    (types.ContentBlock, mcp_types.ContentBlock),
    (types.CreateMessageParams, mcp_types.CreateMessageRequestParams),
    (types.CreateMessageResult, mcp_types.CreateMessageResult),
    (types.CreateMessageResult, mcp_types.CreateMessageResultWithTools),
    (types.EmbeddedResource, mcp_types.EmbeddedResource),
    (types.EmptyResult, mcp_types.EmptyResult),
    (types.ErrorData, mcp_types.ErrorData),
    (types.Icon, mcp_types.Icon),
    (types.ImageContent, mcp_types.ImageContent),
    (types.Implementation, mcp_types.Implementation),
    (types.ListResourceTemplatesParams, mcp_types.PaginatedRequestParams),
    (types.ListResourceTemplatesResult, mcp_types.ListResourceTemplatesResult),
    (types.ListResourcesParams, mcp_types.PaginatedRequestParams),
    (types.ListResourcesResult, mcp_types.ListResourcesResult),
    (types.ListToolsParams, mcp_types.PaginatedRequestParams),
    (types.ListToolsResult, mcp_types.ListToolsResult),
    (types.LogMessageParams, mcp_types.LoggingMessageNotificationParams),
    (types.ModelHint, mcp_types.ModelHint),
    (types.ModelPreferences, mcp_types.ModelPreferences),
    (types.Params, mcp_types.RequestParams),
    (types.ProgressParams, mcp_types.ProgressNotificationParams),
    (types.ReadResourceParams, mcp_types.ReadResourceRequestParams),
    (types.ReadResourceResult, mcp_types.ReadResourceResult),
    (types.Resource, mcp_types.Resource),
    (types.ResourceLink, mcp_types.ResourceLink),
    (types.ResourceTemplate, mcp_types.ResourceTemplate),
    (types.SamplingMessage, mcp_types.SamplingMessage),
    (types.TextContent, mcp_types.TextContent),
    (types.TextResourceContents, mcp_types.TextResourceContents),
    (types.Tool, mcp_types.Tool),
    (types.ToolAnnotations, mcp_types.ToolAnnotations),
    (types.ToolChoice, mcp_types.ToolChoice),
    (types.ToolExecution, mcp_types.ToolExecution),
    (types.ToolResultContent, mcp_types.ToolResultContent),
    (types.ToolUseContent, mcp_types.ToolUseContent),
)


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


NEWER = {"result_type", "ttl_ms", "cache_scope", "input_responses", "request_state", "task"}
"""Of versions of core MCP that MCP Apps is not built on; such members are kept as unknown ones."""


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_what_the_official_sdk_sends_is_parsed_and_sent_back_unchanged(ours: Any, theirs: Any) -> None:
    adapter, official = TypeAdapter(ours), TypeAdapter(theirs)

    @quickly(8)
    @given(instances_of(official.json_schema(by_alias=True)))
    def check(value: Any) -> None:
        sent = official.dump_python(official.validate_python(value), mode="json", by_alias=True, exclude_none=True)
        # The official dump loses null where it is required, as in the data of a log message.
        assume("data" in sent or "data" not in value)
        received = adapter.validate_python(sent)
        assert text(received.to_wire()) == text(sent)
        assert official.validate_python(received.to_wire()) == official.validate_python(sent)

    check()


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_every_field_of_the_official_type_is_a_field(ours: Any, theirs: Any) -> None:
    if ours is not types.ContentBlock:
        names = set(theirs.model_fields) - NEWER
        assert names - set(ours.model_fields) == set()
