"""How authors hear of what the host tells: hooks, and listeners bound by their annotations."""

from .hook import EventHook, Subscription

__all__ = ["EventHook", "Subscription"]
