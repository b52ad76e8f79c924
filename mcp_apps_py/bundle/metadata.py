"""The `_meta.ui` of a page: what hosts must know before they show it."""

import re
from collections.abc import Iterable
from typing import Any

from ..errors import McpAppsError
from ..runtime import Runtime

WASM_KEYWORD = "'wasm-unsafe-eval'"
ORIGIN = re.compile(
    r"(?:https?|wss?)://(?:\*\.)?[\w.-]+(?::(?:\d{1,5}|\*))?|(?:https?|wss?)://\[[0-9a-fA-F:]+\](?::\d{1,5})?"
)


class DomainError(McpAppsError, ValueError):
    """A domain that a page declares is not the origin of anything."""


def page_metadata(runtime: Runtime, connect_domains: Iterable[str], resource_domains: Iterable[str]) -> dict[str, Any]:
    """Make the metadata of a page that loads its runtime from elsewhere.

    Args:
        runtime: Where Pyodide, PyScript and the packages are.
        connect_domains: Further origins that the view talks to.
        resource_domains: Further origins of images, fonts, scripts and styles. For hosts that copy the entries
            into their policy as they are, `'wasm-unsafe-eval'`, with its quotes, is possible too.

    Raises:
        DomainError: An entry is not an origin.
    """
    return {
        "csp": {
            "connectDomains": _domains("connect_domains", [*runtime.origins, *connect_domains]),
            "resourceDomains": _domains("resource_domains", [*runtime.origins, *resource_domains], {WASM_KEYWORD}),
            "wasmUnsafeEval": True,
        }
    }


def _domains(name: str, entries: Iterable[str], also: Iterable[str] = ()) -> list[str]:
    found = sorted(set(entries))
    for entry in found:
        if entry not in also and not ORIGIN.fullmatch(entry):
            raise DomainError(
                f"{name}: {entry!r} is not an origin such as https://api.example.com or https://*.example.com"
            )
    return found
