"""What hosts really send: null, unknown words and members, wrong shapes."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from mcp_apps_py import types
from mcp_apps_py.errors import LocalProtocolError
from tests.cases import case


def faults_of(model: type[types.WireModel], value: Any) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(value)
    return [".".join(map(str, fault["loc"])) for fault in caught.value.errors()]


def context_of(**members: Any) -> types.HostContext:
    answer = {
        "protocolVersion": "2026-01-26",
        "hostInfo": {"name": "h", "version": "1"},
        "hostCapabilities": {},
        **members,
    }
    return types.InitializeResult.model_validate(answer).host_context


class TestInitializeAnswer:
    @case("L1")
    def test_of_an_old_host_gives_an_unknown_host_and_an_empty_context(self) -> None:
        old = {
            "protocolVersion": "0.1",
            "host": {"name": "a", "version": "1"},
            "capabilities": {},
            "hostContext": None,
        }
        answer = types.InitializeResult.model_validate(old)
        assert answer.host_info.name == "unknown"
        assert answer.host_capabilities == types.HostCapabilities()
        assert answer.host_context == types.HostContext()
        assert answer.model_extra == {"host": old["host"], "capabilities": {}}

    @case("L1")
    def test_that_is_no_answer_names_what_is_missing(self) -> None:
        assert faults_of(types.InitializeResult, {"status": "error", "message": "no"}) == ["protocolVersion"]

    @case("L2")
    @pytest.mark.parametrize("version", ["2025-06-18", "2025-11-21", "2026-01-26", "2027-01-01", ""])
    def test_keeps_any_version_that_is_a_string(self, version: str) -> None:
        assert types.InitializeResult.model_validate({"protocolVersion": version}).protocol_version == version

    @case("L2")
    def test_with_a_number_as_version_is_one_clear_fault(self) -> None:
        assert faults_of(types.InitializeResult, {"protocolVersion": 20260126}) == ["protocolVersion"]

    @case("L10")
    @pytest.mark.parametrize("sent", [7, 0, -1, "7", "", "call_1"])
    def test_keeps_the_id_of_the_tool_call_as_it_was_sent(self, sent: int | str) -> None:
        info = context_of(hostContext={"toolInfo": {"id": sent, "tool": {"name": "t", "inputSchema": {}}}}).tool_info
        assert info is not None
        assert info.id == sent
        assert type(info.id) is type(sent)
        assert info.to_wire()["id"] == sent


class TestRequestId:
    @pytest.mark.parametrize("bad", [1.5, True, {}, [], None])
    def test_that_is_neither_a_whole_number_nor_a_string_is_refused(self, bad: Any) -> None:
        faults = faults_of(types.ProgressParams, {"progressToken": bad, "progress": 1})
        assert set(faults) == {"progressToken.int", "progressToken.str"}


class TestHostContext:
    @case("S3")
    def test_may_be_absent_or_null(self) -> None:
        assert context_of() == context_of(hostContext=None) == types.HostContext()

    @case("S3")
    def test_keeps_members_that_nobody_knows(self) -> None:
        sent = {"viewport": {"width": 3}, "toolCall": None, "theme": "dark"}
        context = context_of(hostContext=sent)
        assert context.model_extra == {"viewport": {"width": 3}, "toolCall": None}
        assert context.to_wire() == sent

    @case("S3", "J1")
    def test_reads_null_as_absent_for_every_member(self) -> None:
        empty = types.HostContext.model_validate(
            {types.WireModel.model_config["alias_generator"](name): None for name in types.HostContext.model_fields}  # type: ignore[operator,misc]
        )
        assert empty.model_extra == {}
        assert all(getattr(empty, name) is None for name in types.HostContext.model_fields)
        assert empty.to_wire() == {}

    @case("S3")
    def test_keeps_words_that_nobody_knows(self) -> None:
        words = {"platform": "tv", "displayMode": "modal", "theme": "sepia", "availableDisplayModes": ["modal", "pip"]}
        context = context_of(hostContext=words)
        assert (context.platform, context.display_mode, context.theme) == ("tv", "modal", "sepia")
        assert context.to_wire() == words

    @case("S7")
    @pytest.mark.parametrize(
        "sent", [{"height": 400, "maxWidth": 767.984375}, {"width": 1130.5}, {"maxWidth": 598}, {}]
    )
    def test_takes_fractional_and_whole_lengths_as_they_come(self, sent: dict[str, Any]) -> None:
        dimensions = context_of(hostContext={"containerDimensions": sent}).container_dimensions
        assert dimensions is not None
        assert json.dumps(dimensions.to_wire(), sort_keys=True) == json.dumps(sent, sort_keys=True)

    def test_takes_style_values_that_are_no_strings(self) -> None:
        variables = {"--a": "light-dark(#000, #fff)", "--font-sans": None, "b": 3}
        styles = context_of(hostContext={"styles": {"variables": variables}}).styles
        assert styles is not None
        assert styles.variables == variables

    def test_replaces_each_member_that_was_sent_whole_and_keeps_the_rest(self) -> None:
        before = types.HostContext.model_validate(
            {"theme": "light", "locale": "de", "styles": {"variables": {"--a": "1"}, "css": {"fonts": "x"}}, "own": 1}
        )
        partial = {"theme": None, "styles": {"variables": {"--b": "2"}}, "own": 2, "new": [None]}
        after = before.merged_with(types.HostContext.model_validate(partial))
        assert after.to_wire() == {
            "locale": "de",
            "styles": {"variables": {"--b": "2"}},
            "own": 2,
            "new": [None],
        }
        assert after.theme is None
        assert before.theme == "light"


class TestToolInput:
    @case("D1")
    @pytest.mark.parametrize("model", [types.ToolInputParams, types.ToolInputPartialParams, types.CallToolParams])
    def test_without_arguments_has_none_of_them(self, model: type[types.WireModel]) -> None:
        for sent in ({"name": "t"}, {"name": "t", "arguments": None}, {"name": "t", "arguments": {}}):
            assert model.model_validate(sent).arguments == {}  # type: ignore[attr-defined]

    @case("D1")
    @pytest.mark.parametrize("arguments", ["not json", [], 3, True])
    def test_with_arguments_that_are_no_object_names_them(self, arguments: Any) -> None:
        assert faults_of(types.ToolInputParams, {"arguments": arguments}) == ["arguments"]

    @case("J3")
    def test_sends_null_that_was_given_and_nothing_that_was_not(self) -> None:
        assert types.CallToolParams(name="t", arguments={"x": None, "y": [None]}).to_wire() == {
            "name": "t",
            "arguments": {"x": None, "y": [None]},
        }
        assert types.CallToolParams(name="t").to_wire() == {"name": "t"}

    def test_that_json_can_not_hold_is_a_clear_error(self) -> None:
        with pytest.raises(LocalProtocolError, match="CallToolParams is not JSON"):
            types.CallToolParams(name="t", arguments={"x": object()}).to_wire()


class TestToolResult:
    @case("D5")
    def test_that_failed_without_content_has_an_empty_list(self) -> None:
        for sent in ({"isError": True}, {"isError": True, "content": None}):
            result = types.CallToolResult.model_validate(sent)
            assert result.is_error
            assert result.content == []
            assert result.structured_content is None

    @pytest.mark.parametrize("value", [{}, [], "text", 0, False, None, {"a": [None]}])
    def test_takes_any_json_as_structured_content(self, value: Any) -> None:
        result = types.CallToolResult.model_validate({"content": [], "structuredContent": value})
        assert result.structured_content == value
        assert result.to_wire() == {"content": [], "structuredContent": value}

    @case("D6")
    def test_types_the_blocks_it_knows_and_keeps_the_others_whole(self) -> None:
        blocks = [
            {"type": "text", "text": "a", "annotations": None, "_meta": {"k": None}},
            {"type": "tool_use", "id": "1", "name": "t", "input": {"a": None}},
            {"type": "tool_result", "toolUseId": "1", "content": [{"type": "text", "text": "b"}, {"type": "new"}]},
            {"type": "resource", "resource": {"uri": "ui://a", "blob": "AA==", "mimeType": "image/png"}},
            {"type": "resource_link", "uri": "ui://a", "name": "a", "size": 1.5},
            {"type": "video", "frames": [None, {"x": 1}], "annotations": None},
        ]
        result = types.CallToolResult.model_validate({"content": blocks})
        assert [type(block) for block in result.content] == [
            types.TextContent,
            types.ToolUseContent,
            types.ToolResultContent,
            types.EmbeddedResource,
            types.ResourceLink,
            types.UnknownContent,
        ]
        embedded = result.content[3]
        assert isinstance(embedded, types.EmbeddedResource)
        assert isinstance(embedded.resource, types.BlobResourceContents)
        del blocks[0]["annotations"]
        assert result.to_wire()["content"] == blocks

    def test_joins_its_text(self) -> None:
        image = types.ImageContent(data="", mime_type="image/png")
        result = types.CallToolResult(content=[types.TextContent(text="a"), image, types.TextContent(text="b")])
        assert result.text == "a\nb"
        assert types.CallToolResult().text == ""

    @case("D6")
    @pytest.mark.parametrize(
        ("block", "faults"),
        [
            ({"type": "text"}, ["content.0.text.text"]),
            ({"type": "image", "data": 5, "mimeType": "a"}, ["content.0.image.data"]),
            ({"type": "resource", "resource": {"uri": "a"}}, ["content.0.resource.resource.text.text"]),
            ({"type": "resource", "resource": {"uri": 1, "blob": ""}}, ["content.0.resource.resource.blob.uri"]),
            ({"text": "a"}, ["content.0.unknown.type"]),
            ({"type": ["text"]}, ["content.0.unknown.type"]),
            ({"type": None}, ["content.0.unknown.type"]),
            ("text", ["content.0.unknown"]),
            (None, ["content.0.unknown"]),
        ],
    )
    def test_with_a_bad_block_names_one_field(self, block: Any, faults: list[str]) -> None:
        assert faults_of(types.CallToolResult, {"content": [block]}) == faults
        with pytest.raises(ValidationError) as caught:
            types.CallToolResult.model_validate_json(json.dumps({"content": [block]}))
        assert caught.value.error_count() == len(faults)


class TestSampling:
    def test_answers_with_one_block_or_with_a_list(self) -> None:
        text = {"type": "text", "text": "a"}
        for content in (text, [text], [text, {"type": "new"}]):
            answer = {"role": "assistant", "model": "m", "content": content}
            result = types.CreateMessageResult.model_validate(answer)
            assert result.text == "a"
            assert result.to_wire() == answer

    @case("D6")
    def test_with_a_bad_block_names_one_field(self) -> None:
        answer: dict[str, Any] = {"role": "assistant", "model": "m", "content": {"type": "text", "text": 1}}
        assert faults_of(types.CreateMessageResult, answer) == ["content.block.text.text"]
        answer["content"] = [{"type": "text", "text": 1}]
        assert faults_of(types.CreateMessageResult, answer) == ["content.list.0.text.text"]


@case("J1")
def test_null_is_none_wherever_it_stands() -> None:
    sent = {"code": -1, "message": "m", "data": {"a": None, "b": [None, {"c": None}]}, "other": None}
    error = types.ErrorData.model_validate(sent)
    assert error.data == {"a": None, "b": [None, {"c": None}]}
    assert error.model_extra == {"other": None}
    assert error.to_wire() == sent


def test_a_log_message_sends_null_as_its_data() -> None:
    assert types.LogMessageParams(level="info", data=None).to_wire() == {"level": "info", "data": None}


def test_members_are_accepted_by_either_name() -> None:
    by_python = types.ImageContent(data="a", mime_type="b", meta={"c": 1})
    by_wire = types.ImageContent.model_validate({"type": "image", "data": "a", "mimeType": "b", "_meta": {"c": 1}})
    assert by_python == by_wire
    assert by_wire.to_wire() == by_python.to_wire()
    assert by_wire.model_dump(exclude_unset=True) == {"type": "image", "data": "a", "mime_type": "b", "meta": {"c": 1}}
