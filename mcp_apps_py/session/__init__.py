"""One connection, driven by asyncio: a protocol over a transport, with futures and clocks."""

from .pending import DEFAULT_TIMEOUT, OnProgress, PendingCall, RequestOptions
from .session import Owner, Served, Session

__all__ = ["DEFAULT_TIMEOUT", "OnProgress", "Owner", "PendingCall", "RequestOptions", "Served", "Session"]
