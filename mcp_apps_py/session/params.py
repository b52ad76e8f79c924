"""The params of what a host sends, as far as they make sense."""

from collections.abc import Callable
from typing import Any, cast

from pydantic import ValidationError

from ..codec import excerpt
from ..errors import INVALID_PARAMS, RemoteProtocolError, RequestError
from ..methods import Method
from ..protocol import NotificationReceived, RequestReceived
from ..validation import describe, validate_what_fits


def read_params(
    event: RequestReceived | NotificationReceived, spec: Method | None, report: Callable[[BaseException], None]
) -> Any:
    """Validate the params of a known method into its model; those of another stay as they came.

    Args:
        event: The request or notification.
        spec: Its row in the method table, or None.
        report: Is told what was left out because it did not fit.

    Raises:
        RequestError: If they don't fit.
    """
    if spec is None:
        return event.params
    params, problem = event.params, None
    if not isinstance(params, dict):
        problem = f"params is not an object: {excerpt(params)}"
        # A ping is a ping, and the end the end, whatever comes along.
        if not (spec.lenient and spec.result):
            raise RequestError(INVALID_PARAMS, f"{event.method}: {problem}")
        params = {}
    params = cast("dict[str, Any]", params)
    try:
        if not spec.lenient:
            return spec.params.model_validate(params)
        value, unfit = validate_what_fits(spec.params, params)
    except ValidationError as error:
        raise RequestError(INVALID_PARAMS, f"{event.method}: {describe(error)}") from error
    if problem := unfit or problem:
        report(RemoteProtocolError(f"{event.method}: {problem}"))
    return value


def meta_of(params: Any) -> dict[str, Any]:
    """Give the `_meta` of params, {} if there is none."""
    meta = cast("dict[str, Any]", params).get("_meta") if isinstance(params, dict) else None
    return cast("dict[str, Any]", meta) if isinstance(meta, dict) else {}
