"""Sampling: a view asks its host for a completion by the model."""

from typing import Literal

from ._base import Json, Number, Params, Result, WireModel
from .content import OneOrMoreBlocks, Role, joined_text
from .tools import Tool


class SamplingMessage(WireModel):
    """One turn of the conversation to go on from (TypeScript: SamplingMessage)."""

    role: Role
    content: OneOrMoreBlocks
    meta: Json | None = None


class ModelHint(WireModel):
    """A part of the name of a model that would do (TypeScript: ModelHint)."""

    name: str | None = None


class ModelPreferences(WireModel):
    """What matters when the host picks a model, each from 0 to 1 (TypeScript: ModelPreferences)."""

    hints: list[ModelHint] | None = None
    cost_priority: Number | None = None
    speed_priority: Number | None = None
    intelligence_priority: Number | None = None


class ToolChoice(WireModel):
    """Whether the model may, must or must not use tools (TypeScript: ToolChoice)."""

    mode: Literal["auto", "required", "none"] | str | None = None


class CreateMessageParams(Params):
    """Params of `sampling/createMessage` (TypeScript: CreateMessageRequestParams)."""

    messages: list[SamplingMessage]
    max_tokens: int
    system_prompt: str | None = None
    model_preferences: ModelPreferences | None = None
    include_context: Literal["none", "thisServer", "allServers"] | str | None = None
    temperature: Number | None = None
    stop_sequences: list[str] | None = None
    metadata: Json | None = None
    tools: list[Tool] | None = None
    tool_choice: ToolChoice | None = None


class CreateMessageResult(Result):
    """Result of `sampling/createMessage`
    (TypeScript: CreateMessageResult and CreateMessageResultWithTools)."""

    role: Role
    content: OneOrMoreBlocks
    model: str
    stop_reason: Literal["endTurn", "stopSequence", "maxTokens", "toolUse"] | str | None = None

    @property
    def text(self) -> str:
        """The text of all text blocks, one below the other."""
        return joined_text(self.content if isinstance(self.content, list) else [self.content])
