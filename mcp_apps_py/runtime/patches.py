"""Changes to Pyodide's JavaScript, of the pinned version, that make it start sooner.

A quarter of its text gives each of thousands of exported functions a variable and a property, one after the other.
Few of the variables are used, and a loop does the rest.
"""

import re
from collections import Counter
from pathlib import Path

ASM = "pyodide.asm.mjs"

PATCHES = (
    # It enters every exported function into the function table, thousands of which no side module asks for.
    # Those that one does ask for are entered a little later all the same, with what is still undefined.
    ("updateGOT(origExports);", ""),
    # A function in parentheses is compiled at once, beside the page's own thread, and not once more when called.
    ("async function _createPyodideModule(moduleArg={}){", "const _createPyodideModule=(async function(moduleArg={}){"),
    ("}export default _createPyodideModule;", "});export default _createPyodideModule;"),
)

EXPORTS = re.compile(r"var ([\w$]+(?:,[\w$]+)*);function assignWasmExports\(wasmExports\)\{(.*?)\}(?=\w)", re.DOTALL)
ASSIGNMENT = re.compile(r'_([\w$]+)=Module\["_\1"\]=wasmExports\["\1"\](?:\.value>>>0)?')
IDENTIFIER = re.compile(r"[\w$]+")
LOOP = (
    "for(const name of Object.keys(wasmExports)){const value=wasmExports[name];"
    'Module["_"+name]??=value instanceof WebAssembly.Global?value.value>>>0:value}'
)


def patched_asm(pyodide: Path) -> bytes:
    """Return Pyodide's `pyodide.asm.mjs` with the changes made.

    Args:
        pyodide: The folder that it lies in.

    Raises:
        ValueError: It is not of the pinned version.
    """
    path = pyodide / ASM
    text = path.read_text(encoding="utf-8").rstrip()
    for old, new in PATCHES:
        if text.count(old) != 1:
            raise ValueError(f"{path} is not of the pinned version: {old!r} is not there just once")
        text = text.replace(old, new)
    found = EXPORTS.search(text)
    if not found:
        raise ValueError(f"{path} is not of the pinned version: assignWasmExports was not found")
    return (text[: found.start()] + _shortened(found, Counter(IDENTIFIER.findall(text))) + text[found.end() :]).encode()


def _shortened(found: re.Match[str], uses: Counter[str]) -> str:
    names, statements = found[1].split(","), found[2].split(";")
    assigned = {statement: ASSIGNMENT.fullmatch(statement) for statement in statements}
    # Once where it is declared, and twice where it is assigned.
    spare = {f"_{match[1]}" for match in assigned.values() if match and uses[f"_{match[1]}"] <= 3}
    kept = [statement for statement in statements if statement.partition("=")[0] not in spare]
    declared = ",".join(name for name in names if name not in spare)
    return f"var {declared};function assignWasmExports(wasmExports){{{';'.join([*kept, LOOP])}}}"
