"""What can be wrong with the files of a view."""

from pathlib import Path

from ..errors import McpAppsError


class PageError(McpAppsError, ValueError):
    """A file of a view cannot be made into a page.

    Attributes:
        path: The file.
        line: The line in it, counted from 1, or None if it is the file as a whole.
    """

    def __init__(self, path: Path, line: int | None, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}" if line else f"{path}: {problem}")
        self.path = path
        self.line = line
