"""How a host hands a page over to a frame: with which policy, and with what of its own in it."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ..hosts import Profile

INJECTED = Path(__file__).with_name("stub_host") / "inject"
HEAD_STARTS = (r"<head(?:\s[^>]*)?>", r"<html(?:\s[^>]*)?>", r"<!doctype[^>]*>")


@dataclass(frozen=True)
class Delivery:
    """A page as one host shows it.

    Attributes:
        html: The page, with what the host has added.
        policy: The content security policy that it is under, or None.
        way: How it gets into its frame, and its policy with it.
        once: Whether it can be fetched only once.
    """

    html: str
    policy: str | None
    way: Literal["url", "write", "srcdoc"]
    once: bool

    def headers(self, way: str) -> dict[str, str]:
        """Return the headers of a response that brings the page about in this way."""
        return {"Content-Security-Policy": self.policy} if self.policy and way == self.way else {}


def deliver(page: str, meta: Mapping[str, Any], profile: Profile) -> Delivery:
    """Prepare a page as a host does.

    Args:
        page: The HTML of the view's resource.
        meta: The resource's `_meta.ui`.
        profile: The host.
    """
    policy = profile.content_security_policy(meta.get("csp"))
    head = "".join(_injected(name) for name in profile.frame.inject)
    if policy and profile.frame.delivery == "srcdoc":
        # Such a page has no header of its own.
        head = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">{head}'
    if profile.frame.in_body:
        page = f"<!doctype html><html><head>{head}</head><body>{page}</body></html>"
    elif head:
        place = _head_start(page)
        page = page[:place] + head + page[place:]
    return Delivery(page, policy, profile.frame.delivery, profile.frame.once)


def _head_start(page: str) -> int:
    for pattern in HEAD_STARTS:
        if match := re.search(pattern, page, re.IGNORECASE):
            return match.end()
    return 0


def _injected(name: str) -> str:
    text = (INJECTED / name).read_text(encoding="utf-8")
    return f"<style>{text}</style>" if name.endswith(".css") else f"<script>{text}</script>"
