"""PyScript's JavaScript as the text of one module script, which loads nothing.

PyScript comes as a small module, `core.js`, that gives on what a large one exports. The large one loads editors,
terminals and workers on demand, which views do not use, and the interpreter by its address.
"""

import json
import re
from pathlib import Path

GLOBAL = "mcpAppsPyScript"
INTERPRETERS = "mcpAppsInterpreters"
INTERPRETER = "https://runtime.invalid/loader.mjs"
"""What the config names as interpreter; the page has it under this address, and nobody else does."""

PLUGINS = ("deprecations-manager-", "donkey-", "error-", "py-editor-", "py-game-", "py-terminal-")
"""PyScript loads these for every kind of script that has no config, and waits for them."""

IMPORTED = re.compile(r'export\{([^}]*)\}from"\./(core-[\w-]+\.js)"')
EXPORTED = re.compile(r"export\{([^}]*)\};\s*(?://# sourceMappingURL=\S+\s*)?$")
ON_DEMAND = re.compile(r'import\("\./([\w-]+)\.js"\)')
WORKER_TEXT = re.compile(r"""(new Blob\(\["/\*@\*/"\+)'(?:[^'\\]|\\.)*'""", re.DOTALL)
LOADED_BY_ADDRESS = re.compile(r"module:import\((\w+)\),engine")
ENDS_SCRIPT = re.compile(r"<(?=/script|!--)", re.IGNORECASE)
NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def inline_pyscript(dist: Path) -> str:
    """Return the text of a module script that starts PyScript.

    It leaves PyScript's `hooks` in `globalThis.mcpAppsPyScript`, and takes the interpreter from
    `globalThis.mcpAppsInterpreters`, by its address.

    Args:
        dist: The folder `dist` of the npm package `@pyscript/core`.

    Raises:
        ValueError: It is not of the pinned version; the message names what was not found.
    """
    core = (dist / "core.js").read_text(encoding="utf-8")
    names, file = _found(IMPORTED, core, "the list of exports", dist / "core.js").groups()
    path = dist / file
    text = path.read_text(encoding="utf-8")
    exports = _found(EXPORTED, text, "the list of exports", path)
    hooks = _names(exports[1])[_names(names)["hooks"]]
    text = text[: exports.start()]
    # What is put into the text of workers first: the same things stand in it once more.
    text = _replaced(WORKER_TEXT, r"\1''", text, "the text of workers", path)
    text = _replaced(
        LOADED_BY_ADDRESS,
        rf"module:globalThis.{INTERPRETERS}?.[\1]??import(\1),engine",
        text,
        "the import of the interpreter",
        path,
    )
    text = ON_DEMAND.sub(_not_here, text)
    text = f"{text}globalThis.{GLOBAL}={{hooks:{hooks}}};\n"
    return NOT_ASCII.sub(_escaped, ENDS_SCRIPT.sub(r"\\x3c", text))


def _not_here(match: re.Match[str]) -> str:
    if match[1].startswith(PLUGINS):
        return "Promise.resolve({notify(){},notOnDOM(){}})"
    problem = f"PyScript's {match[1]} is not in this page, which loads nothing: write it for a runtime in a folder"
    return f"Promise.reject(new Error({json.dumps(problem)}))"


def _names(listed: str) -> dict[str, str]:
    """Read `a as b,c` as {"b": "a", "c": "c"}."""
    pairs = [entry.strip().split(" as ") for entry in listed.split(",")]
    return {pair[-1]: pair[0] for pair in pairs}


def _found(pattern: re.Pattern[str], text: str, what: str, path: Path) -> re.Match[str]:
    match = pattern.search(text)
    if match is None:
        raise _unknown(what, path)
    return match


def _replaced(pattern: re.Pattern[str], by: str, text: str, what: str, path: Path) -> str:
    changed, count = pattern.subn(by, text)
    if count != 1:
        raise _unknown(what, path)
    return changed


def _unknown(what: str, path: Path) -> ValueError:
    return ValueError(f"{path} is not of the pinned version of PyScript: {what} was not found just once")


def _escaped(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
