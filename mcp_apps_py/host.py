"""What the connected view knows of its host."""

from typing import Any, cast

from pydantic import ValidationError

from .codec import excerpt
from .errors import LocalProtocolError, RemoteProtocolError
from .types import DisplayMode, HostCapabilities, HostContext, Implementation, InitializeResult, WireModel
from .validation import describe, validate_what_fits


class Host:
    """The host that a view is connected to.

    Reading it before the connection stands raises LocalProtocolError; after the end it keeps
    what was known last.
    """

    def __init__(self) -> None:
        self._answer: InitializeResult | None = None
        self._context = HostContext()

    @property
    def info(self) -> Implementation:
        """The host's name and version."""
        return self._known("info").host_info

    @property
    def capabilities(self) -> HostCapabilities:
        """What the host says that it offers; several hosts forget some of it."""
        return self._known("capabilities").host_capabilities

    @property
    def context(self) -> HostContext:
        """Theme, place, size, language and tool, as of the latest change."""
        self._known("context")
        return self._context

    @property
    def protocol_version(self) -> str:
        """The version of the protocol that the host speaks, for instance "2026-01-26"."""
        return self._known("protocol_version").protocol_version

    @property
    def known(self) -> bool:
        """Whether the host has introduced itself."""
        return self._answer is not None

    def supports(self, capability: str) -> bool:
        """Whether the host says that it offers something.

        Args:
            capability: An attribute of `HostCapabilities`, for instance "message", or a path
                such as "sampling.tools" or "message.image".

        Raises:
            LocalProtocolError: If there is no such capability, or no connection yet.
        """
        value: object = self.capabilities
        for name in capability.split("."):
            if value is None:
                return False
            value = _member(value, name, capability)
        return value is not None and value is not False

    def offers_display_mode(self, mode: DisplayMode) -> bool:
        """Whether the host can show the view in a display mode, or does so now.

        Args:
            mode: "inline", "fullscreen" or "pip".

        Raises:
            LocalProtocolError: If there is no connection yet.
        """
        context = self.context
        return mode in (context.available_display_modes or ()) or mode == context.display_mode

    def introduce(self, answer: InitializeResult) -> None:
        """Store what the host answered to the handshake."""
        self._answer = answer
        self._context = answer.host_context

    def merge(self, changes: HostContext) -> None:
        """Take a partial context: what was sent replaces what was known, member by member."""
        self._context = self._context.merged_with(changes)

    def _known(self, attribute: str) -> InitializeResult:
        if self._answer is None:
            raise LocalProtocolError(
                f"app.host.{attribute} is known once the view is connected: await app.connect(), "
                "or read it in a listener"
            )
        return self._answer


def _member(value: object, name: str, capability: str) -> object:
    if isinstance(value, dict):
        return cast("dict[str, Any]", value).get(name)
    fields = type(value).model_fields if isinstance(value, WireModel) else {}
    extra = (value.model_extra or {}) if isinstance(value, WireModel) else {}
    if name not in fields and name not in extra:
        names = ", ".join(sorted(fields)) or "none"
        raise LocalProtocolError(f"there is no capability {capability!r}: {name!r} is none of: {names}")
    return getattr(value, name)


_PARTS: dict[str, type[WireModel]] = {
    "hostInfo": Implementation,
    "hostCapabilities": HostCapabilities,
    "hostContext": HostContext,
}


def read_answer(raw: dict[str, Any]) -> tuple[InitializeResult, list[str]]:
    """Read the host's answer to the handshake, as far as it makes sense.

    Hosts leave out or garble some of it, which is no reason not to show the view: what does not
    fit is left out, down to single members. Only the protocol version must be there.

    Returns:
        The answer, and what was left out.

    Raises:
        RemoteProtocolError: If there is no protocol version.
    """
    problems: list[str] = []
    fields = dict(raw)
    for name, model in _PARTS.items():
        fields[name] = _read_part(model, name, raw.get(name), problems)
    try:
        return InitializeResult.model_validate(fields), problems
    except ValidationError as error:
        raise RemoteProtocolError(f"the host's answer to ui/initialize does not fit: {describe(error)}") from error


def _read_part(model: type[WireModel], name: str, value: Any, problems: list[str]) -> WireModel | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        problems.append(f"{name} is not an object: {excerpt(value)}")
        return None
    try:
        part, problem = validate_what_fits(model, cast("dict[str, Any]", value))
    except ValidationError as error:  # what is missing can't be left out
        problems.append(f"{name}: {describe(error)}")
        return None
    if problem is not None:
        problems.append(f"{name}: {problem}")
    return part
