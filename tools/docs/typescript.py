"""Reads the counterpart's type declarations: the names that its authors can use."""

import re
from functools import cache
from pathlib import Path

from tools.console import ROOT

PACKAGES = ROOT / "node_modules" / "@modelcontextprotocol"
DECLARATIONS = PACKAGES / "ext-apps" / "dist" / "src"

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_MEMBER = re.compile(r"(?:readonly\s+|abstract\s+|get\s+|set\s+)*(\w+)\??\s*[(<:]")
_HIDDEN = re.compile(r"(?:private|protected|static)\b")


def is_there() -> bool:
    """Whether the counterpart is installed."""
    return DECLARATIONS.is_dir()


@cache
def declarations(name: str) -> str:
    """Read a declaration file of the counterpart, without its comments."""
    return _without_comments(DECLARATIONS / name)


@cache
def protocol_declarations() -> str:
    """Read the declarations of the class that the counterpart's App extends.

    Raises:
        LookupError: If they are not where they were.
    """
    for path in sorted((PACKAGES / "client" / "dist").glob("*.d.mts")):
        text = _without_comments(path)
        if "declare abstract class Protocol<" in text:
            return text
    raise LookupError("no declaration of the class Protocol in @modelcontextprotocol/client")


def _without_comments(path: Path) -> str:
    return _COMMENT.sub("", path.read_text(encoding="utf-8"))


def members(text: str, head: str) -> list[str]:
    """Give the public members of a class or type, each once.

    Args:
        text: The declarations.
        head: How the declaration begins, for instance `class App`.

    Raises:
        LookupError: If there is no such declaration.
    """
    start = re.search(rf"\b{re.escape(head)}\b[^{{]*\{{", text)
    if start is None:
        raise LookupError(f"the counterpart has no {head!r}")
    lines = _statements(text[start.end() :])
    found = (_MEMBER.match(line) for line in lines if not _HIDDEN.match(line))
    return list(dict.fromkeys(each[1] for each in found if each))


def _statements(text: str) -> list[str]:
    """Split a body into its statements, up to the bracket that closes it."""
    found, current, depth = [""], "", 0
    for character in text:
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(character, 0)
        if depth < 0:
            break
        current += character
        if character == ";" and depth == 0:
            found.append(current.strip())
            current = ""
    return [line for line in found if line]


def exported(text: str) -> list[str]:
    """Give the names that a declaration file exports."""
    named = re.findall(r"\bexport declare (?:function|const|class) (\w+)", text)
    named += re.findall(r"\bexport (?:type|interface) (\w+)", text)
    for names in re.findall(r"\bexport (?:type )?\{([^}]*)\}", text):
        named += [name.split()[-1] for name in names.split(",") if name.strip()]
    return list(dict.fromkeys(named))
