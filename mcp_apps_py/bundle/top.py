"""The top of a view: what stands above a mark in its file, and can run once for all when a snapshot is made."""

import ast
import io
import tokenize
import warnings
from collections.abc import Iterator
from pathlib import Path

from ..runtime import Runtime, ViewTop
from .errors import PageError
from .files import read_python
from .modules import local_modules

MARK = "# mcp-app: snapshot above"
COMMENT_OF_OURS = "# mcp-app:"


def view_top(path: Path) -> ViewTop | None:
    """Read the top of a view, and the modules beside it that the top imports; None if the file has no mark.

    The mark is the line `# mcp-app: snapshot above`.

    Args:
        path: The view's Python file.

    Raises:
        PageError: The mark stands twice, indented or inside a statement, or the file is not Python.
    """
    text = read_python(path)
    lines = list(_marks(path, text))
    if not lines:
        return None
    if len(lines) > 1:
        raise PageError(path, lines[1], f"the mark {MARK!r} stands here a second time, after line {lines[0]}")
    top = "".join(text.splitlines(keepends=True)[: lines[0] - 1])
    _check(path, top, lines[0])
    return ViewTop(path.name, top, local_modules(path, top))


def kept_top(path: Path | None, runtime: Runtime) -> ViewTop | None:
    """Give the top of a view if the snapshot of a runtime holds it, as it is now; warn if it holds another.

    Args:
        path: The view's Python file, if it has one.
        runtime: What the page will run on.

    Raises:
        PageError: As `view_top` does.
    """
    top = None if path is None else view_top(path)
    held = runtime.fast.get("top") if runtime.fast and runtime.fast["snapshot"] else None
    if held is None or (top and top.digest == held["digest"]):
        return top if held else None
    found = "now there is something else" if top else "there is none"
    warnings.warn(
        f"{path or 'the page'}: the snapshot of the runtime was made with the top of {held['name']}, and {found} "
        f"above {MARK!r}, so the view runs as a whole: export the runtime folder anew with --view",
        stacklevel=3,
    )
    return None


def _marks(path: Path, text: str) -> Iterator[int]:
    """Give the lines of all marks; a comment that looks like one must be one."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, tokenize.TokenError):
        return  # whoever compiles the file says more of it
    for token in tokens:
        if token.type == tokenize.COMMENT and token.string.startswith(COMMENT_OF_OURS):
            line, column = token.start
            if token.string.rstrip() != MARK or column:
                raise PageError(path, line, f"{token.string!r} means nothing; write {MARK!r}, alone in its line")
            yield line


def _check(path: Path, top: str, line: int) -> None:
    try:
        tree = ast.parse(top)
    except SyntaxError as error:
        raise PageError(path, line, f"the mark stands inside a statement: {error.msg}") from error
    for node in tree.body:
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if future and node.lineno != node.end_lineno:
            raise PageError(path, node.lineno, "above a mark, an import from __future__ must stand in one line")
