"""The `_meta.ui` of a page: what hosts must know before they show it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import McpAppsError

WASM_KEYWORD = "'wasm-unsafe-eval'"
ORIGIN = re.compile(
    r"(?:https?|wss?)://(?:\*\.)?[\w.-]+(?::(?:\d{1,5}|\*))?|(?:https?|wss?)://\[[0-9a-fA-F:]+\](?::\d{1,5})?"
)
CSP_MEMBERS = {
    "connect_domains": "connectDomains",
    "resource_domains": "resourceDomains",
    "frame_domains": "frameDomains",
    "base_uri_domains": "baseUriDomains",
}


class DomainError(McpAppsError, ValueError):
    """A domain that a page declares is not the origin of anything."""


def is_origin(kind: str, entry: str) -> bool:
    """Tell whether an entry is an origin; or a keyword, where hosts copy the entries into their policy.

    Args:
        kind: `connect_domains`, `resource_domains`, `frame_domains` or `base_uri_domains`.
        entry: What is declared.
    """
    return bool(ORIGIN.fullmatch(entry)) or (kind == "resource_domains" and entry == WASM_KEYWORD)


def content_security_policy(domains: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """Make the `csp` of a page.

    Args:
        domains: By the names of `CSP_MEMBERS`, origins that the view needs. For hosts that copy the entries into
            their policy as they are, `'wasm-unsafe-eval'`, with its quotes, is possible among `resource_domains` too.

    Raises:
        DomainError: An entry is not an origin.
    """
    csp: dict[str, Any] = {}
    for kind, member in CSP_MEMBERS.items():
        entries = sorted(set(domains.get(kind, ())))
        for entry in entries:
            if not is_origin(kind, entry):
                raise DomainError(
                    f"{kind}: {entry!r} is not an origin such as https://api.example.com or https://*.example.com"
                )
        if entries or kind in {"connect_domains", "resource_domains"}:
            csp[member] = entries
    return csp | {"wasmUnsafeEval": True}
