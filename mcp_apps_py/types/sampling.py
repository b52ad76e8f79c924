"""Sampling: a view asks its host for a completion by the model."""

from typing import Literal

from ._base import Json, Maybe, Number, Params, Result, WireModel
from .content import OneOrMoreBlocks, Role, joined_text
from .tools import Tool


class SamplingMessage(WireModel):
    """One turn of the conversation to go on from (TypeScript: SamplingMessage)."""

    role: Role
    content: OneOrMoreBlocks
    meta: Maybe[Json] = None


class ModelHint(WireModel):
    """A part of the name of a model that would do (TypeScript: ModelHint)."""

    name: Maybe[str] = None


class ModelPreferences(WireModel):
    """What matters when the host picks a model, each from 0 to 1 (TypeScript: ModelPreferences)."""

    hints: Maybe[list[ModelHint]] = None
    cost_priority: Maybe[Number] = None
    speed_priority: Maybe[Number] = None
    intelligence_priority: Maybe[Number] = None


class ToolChoice(WireModel):
    """Whether the model may, must or must not use tools (TypeScript: ToolChoice)."""

    mode: Maybe[Literal["auto", "required", "none"] | str] = None


class CreateMessageParams(Params):
    """Params of `sampling/createMessage` (TypeScript: CreateMessageRequestParams)."""

    messages: list[SamplingMessage]
    max_tokens: int
    system_prompt: Maybe[str] = None
    model_preferences: Maybe[ModelPreferences] = None
    include_context: Maybe[Literal["none", "thisServer", "allServers"] | str] = None
    temperature: Maybe[Number] = None
    stop_sequences: Maybe[list[str]] = None
    metadata: Maybe[Json] = None
    tools: Maybe[list[Tool]] = None
    tool_choice: Maybe[ToolChoice] = None


class CreateMessageResult(Result):
    """Result of `sampling/createMessage`
    (TypeScript: CreateMessageResult and CreateMessageResultWithTools)."""

    role: Role
    content: OneOrMoreBlocks
    model: str
    stop_reason: Maybe[Literal["endTurn", "stopSequence", "maxTokens", "toolUse"] | str] = None

    @property
    def text(self) -> str:
        """The text of all text blocks, one below the other."""
        return joined_text(self.content if isinstance(self.content, list) else [self.content])
