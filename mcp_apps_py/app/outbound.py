"""The way out: every call of an app goes through here to its session."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, Unpack, overload

from pydantic import ValidationError

from ..errors import CapabilityError, LocalProtocolError, RemoteProtocolError
from ..host import Host
from ..methods import TO_HOST
from ..session import RequestOptions
from ..types import WireModel
from ..validation import adapter_for, describe, validate_into

T = TypeVar("T")
ResultT = TypeVar("ResultT", bound=WireModel)


class Link(Protocol):
    """What the calls need of a session."""

    async def request(self, method: str, params: dict[str, Any], options: RequestOptions) -> dict[str, Any]:
        """Send a request and wait for its result."""
        ...

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification."""
        ...


class Outbound:
    """Sends what the SDK knows, checked against the method table, and anything else.

    Attributes:
        host: What is known of the host, once connected.
    """

    host: Host

    def _link(self) -> Link:
        """Give the session.

        Raises:
            LocalProtocolError: If there is none.
        """
        raise NotImplementedError

    @overload
    async def request(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        **options: Unpack[RequestOptions],
    ) -> dict[str, Any]: ...

    @overload
    async def request(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        result_type: type[T],
        **options: Unpack[RequestOptions],
    ) -> T: ...

    async def request(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        result_type: type[Any] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Any:
        """Send any request.

        Args:
            method: Any method, known to the SDK or not.
            params: Its params.
            result_type: What to validate the result into; without it the result is a dict.
            options: See `RequestOptions`.

        Raises:
            ResultValidationError: If the result does not fit `result_type`.
        """
        adapter = None if result_type is None else adapter_for(result_type, f"{method}: result_type")
        result = await self._link().request(method, dict(params or {}), options)
        return result if adapter is None else validate_into(adapter, result, method)

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send any notification."""
        self._link().notify(method, dict(params or {}))

    async def _request(self, method: str, result: type[ResultT], options: RequestOptions, **params: Any) -> ResultT:
        link = self._link()
        spec = TO_HOST[method]
        if spec.required and spec.capability and not self.host.supports(spec.capability):
            raise CapabilityError(f"{method}: the host {self.host.info.name} does not offer {spec.capability}")
        raw = await link.request(method, self._params(method, params), options)
        try:
            return result.model_validate(raw)
        except ValidationError as error:
            raise RemoteProtocolError(f"the host's answer to {method} does not fit: {describe(error)}") from error

    def tell(self, method: str, **params: Any) -> None:
        """Send a notification that the SDK knows, from code that can't await.

        Args:
            method: The method.
            params: The fields of its params model; None leaves one out.

        Raises:
            LocalProtocolError: If the params don't fit, or the view is not connected.
            ConnectionClosedError: If the connection is closed.
        """
        self._link().notify(method, self._params(method, params))

    def _params(self, method: str, values: dict[str, Any]) -> dict[str, Any]:
        try:
            return TO_HOST[method].params.model_validate(values).wire_members()
        except ValidationError as error:
            raise LocalProtocolError(f"{method}: {describe(error)}") from error
