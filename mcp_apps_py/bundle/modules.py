"""The modules beside a view's script that it imports."""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from .errors import PageError
from .files import read_python


def local_modules(script: Path, text: str | None = None) -> dict[str, str]:
    """Find the modules that a script imports from its own folder, and those that these import in turn.

    A package comes as a whole, with all Python files in its folder.

    Args:
        script: The script's file.
        text: The part of it that counts; None for all of it.

    Returns:
        The text of each module, by its path relative to the folder, with slashes.

    Raises:
        PageError: A file cannot be read, or is not Python.
    """
    root = script.parent
    found: dict[str, str] = {}
    waiting = [(script, read_python(script) if text is None else text)]
    while waiting:
        for path in _imported_files(root, *waiting.pop()):
            name = path.relative_to(root).as_posix()
            if name not in found and path != script:
                found[name] = read_python(path)
                waiting.append((path, found[name]))
    return dict(sorted(found.items()))


def imported_modules(sources: Iterable[tuple[Path, str]]) -> set[str]:
    """Give the dotted names of all modules that Python files may import, from wherever.

    Args:
        sources: Files, or what to call them, and their text.

    Raises:
        PageError: A file is not Python.
    """
    names: set[str] = set()
    for path, text in sources:
        for node in ast.walk(_parse(path, text)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name[:end] for name in names for end in range(1, len(name) + 1) if name[end : end + 1] in {"", "."}}


def _imported_files(root: Path, path: Path, text: str) -> Iterator[Path]:
    for name in sorted(_imported_names(path, text)):
        module, package = root / f"{name}.py", root / name
        if (package / "__init__.py").is_file():
            yield from sorted(package.rglob("*.py"))
        elif module.is_file():
            yield module


def _imported_names(path: Path, text: str) -> set[str]:
    """Return the first part of each absolute import, wherever in the file it stands."""
    return {name for name in imported_modules([(path, text)]) if "." not in name}


def _parse(path: Path, text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        version = ".".join(map(str, sys.version_info[:2]))
        raise PageError(path, error.lineno, f"is not Python that Python {version} understands: {error.msg}") from error
    except ValueError as error:
        raise PageError(path, None, f"is not Python: {error}") from error
