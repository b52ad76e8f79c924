"""Tables of the docs that are made from data of the package."""

from html import escape

from mcp_apps_py import hosts
from mcp_apps_py.hosts import Profile
from mcp_apps_py.methods import TO_HOST, TO_VIEW, Method
from mcp_apps_py.protocol import TRANSITIONS, Act

DECLARED: dict[str, object] = {"wasmUnsafeEval": True}
ENTRY = "'wasm-unsafe-eval'"


def markdown(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Write a table."""
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, ("---",) * len(head), *rows))


def states() -> str:
    """Write what may happen to a connection in which state, and the state that follows."""
    rows = [
        (act.value, *(following.name if (following := acts.get(act)) else "" for acts in TRANSITIONS.values()))
        for act in Act
    ]
    return markdown(("", *(state.name for state in TRANSITIONS)), rows)


def methods() -> str:
    """Write every method on the wire."""
    rows = [_method(each, "view → host") for each in TO_HOST.values()]
    rows += [_method(each, "host → view") for each in TO_VIEW.values()]
    return markdown(("method", "direction", "params", "result"), rows)


def _method(method: Method, direction: str) -> tuple[str, ...]:
    result = f"`{method.result.__name__}`" if method.result else ""
    return f"`{method.name}`", direction, f"`{method.params.__name__}`", result


def host_table() -> str:
    """Write what each host profile does to a view's page."""
    rows = [_host(hosts.load(name)) for name in hosts.names()]
    return markdown(("profile", "host", "a page of `write_page`", "frame", "notes"), rows)


def _host(profile: Profile) -> tuple[str, ...]:
    frame = profile.frame
    sandbox = "no sandbox" if frame.sandbox is None else f"`{frame.sandbox}`"
    opaque = frame.sandbox is not None and "allow-same-origin" not in frame.sandbox
    storage = "opaque origin, no storage" if opaque else "storage"
    notes = [note if note.endswith(".") else f"{note}." for note in profile.notes]
    if frame.patience is not None:
        notes.append(f"The frame is removed after {frame.patience:g} s without `initialized`.")
    if frame.hidden:
        notes.append("The frame is hidden until `initialized`.")
    shown = f"{frame.frames} frame{'s' if frame.frames > 1 else ''}, {frame.delivery}, {sandbox}; {storage}"
    return f"`{profile.name}`", profile.title, _webassembly(profile), shown, escape(" ".join(notes), quote=False)


def _webassembly(profile: Profile) -> str:
    """Say what makes WebAssembly run under a host's policy."""
    if _allows(profile, DECLARED):
        return "starts"
    if _allows(profile, {**DECLARED, "resourceDomains": [ENTRY]}):
        return f"starts with `{ENTRY}` in `resource_domains`"
    return "shows why it can't start"


def _allows(profile: Profile, declared: dict[str, object]) -> bool:
    policy = profile.content_security_policy(declared)
    if policy is None:
        return True
    [sources] = [directive.split()[1:] for directive in policy.split("; ") if directive.startswith("script-src ")]
    return ENTRY in sources or "'unsafe-eval'" in sources
