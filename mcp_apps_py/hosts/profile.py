"""Host profiles: reading and checking them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from ..errors import McpAppsError
from .policy import Policy
from .rules import Rules, merge_rules

FOLDER = Path(__file__).parent
RULES = TypeAdapter(Rules)


class ProfileError(McpAppsError, ValueError):
    """A host profile is not there, or is not one."""


class Size(BaseModel):
    """What a host makes of the size that a view reports; all numbers are CSS pixels.

    Attributes:
        offset: Added to the reported height.
        minimum: Least height of the frame.
        maximum: Greatest height of the frame.
        width: Whether the reported width is applied too.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    offset: float = 0
    minimum: float = 0
    maximum: float | None = None
    width: bool = False


class Frame(BaseModel):
    """How a host shows a view.

    Attributes:
        frames: 1, or 2 if a sandbox proxy on another origin stands between host and view.
        delivery: How the page gets into its frame.
        origin: Whether the frame's address is on the host's own origin.
        sandbox: The `sandbox` attribute; without `allow-same-origin` the view's origin is opaque. None: no sandbox.
        once: Whether the page's address works only once.
        in_body: Whether the whole page is put into the body of another.
        inject: What the host adds to the head of the page: names of files of the stub host.
        hidden: Whether the frame is invisible until `initialized`.
        patience: Seconds until the frame is removed if there is no `initialized`; None: for ever.
        size: What becomes of the reported size.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    frames: Literal[1, 2] = 1
    delivery: Literal["url", "write", "srcdoc"] = "url"
    origin: Literal["other", "host"] = "other"
    sandbox: str | None = "allow-scripts"
    once: bool = False
    in_body: bool = False
    inject: tuple[str, ...] = ()
    hidden: bool = False
    patience: float | None = None
    size: Size = Size()


class Profile(BaseModel):
    """One host, as far as views feel it.

    Attributes:
        name: The name it is loaded by.
        title: What people call it.
        frame: Frames, origin and sandbox.
        csp: How the content security policy is written; None if there is none.
        rules: What the host answers and posts.
        notes: What else is known, for people.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str
    frame: Frame
    csp: Policy | None
    rules: Rules
    notes: tuple[str, ...] = ()

    def content_security_policy(self, declared: Mapping[str, Any] | None) -> str | None:
        """Return the Content-Security-Policy of a view.

        Args:
            declared: The view's `_meta.ui.csp`, or None if it declares nothing.

        Returns:
            The header's value, or None if this host sets no policy.
        """
        return self.csp.header(declared) if self.csp else None


def names() -> list[str]:
    """Return the names of all profiles that come with the package."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load(name: str | Path) -> Profile:
    """Load a host profile.

    Args:
        name: The name of one that comes with the package, or the path of a JSON file. Such a file may say
            `"extends": "spec"` and then holds only what differs.

    Raises:
        ProfileError: There is no such profile, or the file is not one; the message names it.
    """
    path = name if isinstance(name, Path) else FOLDER / f"{name}.json"
    if isinstance(name, str) and name not in names():
        raise ProfileError(f"there is no host profile {name!r}; there are {', '.join(names())}")
    values = _read(path)
    try:
        return Profile.model_validate_json(json.dumps({"name": path.stem, **values}))
    except ValidationError as error:
        raise _explain(error, str(path)) from error


def check_rules(rules: Mapping[str, Any], where: str) -> Rules:
    """Return rules that are known to be well-formed.

    Args:
        rules: The rules; any may be missing.
        where: Where they come from, for the message.

    Raises:
        ProfileError: There is an unknown rule, or one of the wrong type.
    """
    try:
        return RULES.validate_python(rules)
    except ValidationError as error:
        raise _explain(error, where) from error


def _explain(error: ValidationError, where: str) -> ProfileError:
    first = error.errors()[0]
    return ProfileError(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}")


def _read(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ProfileError(f"{path}: there is no such file") from error
    except ValueError as error:
        raise ProfileError(f"{path} is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise ProfileError(f"{path}: a host profile is a JSON object, not {type(values).__name__}")
    profile = cast("dict[str, Any]", values)
    base = profile.pop("extends", None)
    if base is None:
        return profile
    if base not in names() or base == path.stem:
        raise ProfileError(f"{path}: extends: there is no host profile {base!r}; there are {', '.join(names())}")
    return _extend(path, _read(FOLDER / f"{base}.json"), profile)


def _extend(path: Path, base: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    extended = {**base, "notes": (), **values}
    for name in ("frame", "csp"):
        if name in values:
            extended[name] = _over(base[name], values[name])
    if "rules" in values:
        extended["rules"] = merge_rules(base["rules"], check_rules(values["rules"], f"{path}: rules"))
    return extended


def _over(base: Any, value: Any) -> Any:
    """Lay one JSON value over another: objects member by member, everything else as a whole."""
    if not isinstance(base, dict) or not isinstance(value, dict):
        return value
    merged = cast("dict[str, Any]", {**base})
    for name, member in cast("dict[str, Any]", value).items():
        merged[name] = _over(merged.get(name), member)
    return merged
