"""What any connection needs: logs, progress, cancelling, errors."""

from typing import Any, Literal, TypeAlias

from ._base import Maybe, Number, Params, ProgressToken, RequestId, WireModel

LoggingLevel: TypeAlias = Literal["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] | str
"""How grave a log message is, as in RFC 5424 (TypeScript: LoggingLevel)."""


class LogMessageParams(Params):
    """Params of `notifications/message` (TypeScript: LoggingMessageNotification)."""

    level: LoggingLevel
    data: Any
    logger: Maybe[str] = None


class ProgressParams(Params):
    """Params of `notifications/progress` (TypeScript: ProgressNotification)."""

    progress_token: ProgressToken
    progress: Number
    total: Maybe[Number] = None
    message: Maybe[str] = None


class CancelledParams(Params):
    """Params of `notifications/cancelled` (TypeScript: CancelledNotification)."""

    request_id: Maybe[RequestId] = None
    reason: Maybe[str] = None


class ErrorData(WireModel):
    """The `error` member of a JSON-RPC answer."""

    code: int
    message: str
    data: Maybe[Any] = None
