"""A module beside the view, which its top imports."""

LOUD = "!"


def shout(text: str) -> str:
    """Say it louder."""
    return text.upper() + LOUD
