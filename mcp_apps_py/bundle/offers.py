"""Whether a view offers tools, as far as its text shows."""

import ast
from collections.abc import Iterable
from pathlib import Path

from .errors import PageError
from .header import Header


def check_tools(header: Header, sources: Iterable[tuple[Path, str]]) -> None:
    """See that the header says so if the view offers tools: the host is told before Python is there to say it.

    Args:
        header: The view's header.
        sources: The view's Python files, and their text.

    Raises:
        PageError: The view has a tool, and names itself in a header that is silent on tools.
    """
    if header.info is None or header.settings.tools is not None or "tools" in header.capabilities:
        return
    for path, text in sources:
        for node in ast.walk(ast.parse(text)):
            if (line := _line_of_tool(node)) is not None:
                problem = "offers a tool, and the header does not say so: write `tools = true` into [tool.mcp-app]"
                raise PageError(path, line if path.suffix == ".py" else None, problem)


def _line_of_tool(node: ast.AST) -> int | None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for decorator in node.decorator_list:
            named = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(named, ast.Attribute) and named.attr == "tool":
                return decorator.lineno
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "register_tool":
        return node.lineno
    return None
