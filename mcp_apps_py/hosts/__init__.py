"""What real hosts do to a view, as data: sandbox, content security policy, habits.

Each JSON file beside this module is a host profile:

    profile = load("claude")
    profile.content_security_policy(page.meta["csp"])
    profile.rules    # how the host talks, for a stub host
"""

from .policy import Policy
from .profile import Frame, Profile, ProfileError, Size, check_rules, load, names
from .rules import Rules, ToolData, merge_rules

__all__ = [
    "Frame",
    "Policy",
    "Profile",
    "ProfileError",
    "Rules",
    "Size",
    "ToolData",
    "check_rules",
    "load",
    "merge_rules",
    "names",
]
