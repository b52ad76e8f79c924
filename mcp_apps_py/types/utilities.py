"""What any connection needs: logs, progress, cancelling, errors."""

from typing import Any, Literal, TypeAlias

from ._base import Number, Params, ProgressToken, RequestId, WireModel

LoggingLevel: TypeAlias = Literal["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] | str
"""How grave a log message is, as in RFC 5424 (TypeScript: LoggingLevel)."""


class LogMessageParams(Params):
    """Params of `notifications/message` (TypeScript: LoggingMessageNotification)."""

    _sent_if_given = ("data",)

    level: LoggingLevel
    data: Any
    logger: str | None = None


class ProgressParams(Params):
    """Params of `notifications/progress` (TypeScript: ProgressNotification)."""

    progress_token: ProgressToken
    progress: Number
    total: Number | None = None
    message: str | None = None


class CancelledParams(Params):
    """Params of `notifications/cancelled` (TypeScript: CancelledNotification)."""

    request_id: RequestId | None = None
    reason: str | None = None


class ErrorData(WireModel):
    """The `error` member of a JSON-RPC answer."""

    _sent_if_given = ("data",)

    code: int
    message: str
    data: Any = None
