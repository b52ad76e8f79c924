"""Pyodide's JavaScript is changed where, and only where, it has the expected form."""

from pathlib import Path

import pytest

from mcp_apps_py.runtime.patches import ASM, patched_asm

PYODIDE = """async function _createPyodideModule(moduleArg={}){var Module=moduleArg;
updateGOT(origExports);use(_used);Module._named();
var _used,_spare,_named,_data,table;function assignWasmExports(wasmExports){_used=Module["_used"]=wasmExports["used"];\
_spare=Module["_spare"]=wasmExports["spare"];_named=Module["_named"]=wasmExports["named"];\
_data=Module["_data"]=wasmExports["data"].value>>>0;table=Module["table"]=wasmExports["other"]}var after;
;return moduleRtn}export default _createPyodideModule;
"""


def patched(folder: Path, text: str) -> str:
    (folder / ASM).write_text(text, encoding="utf-8")
    return patched_asm(folder).decode()


def test_exports_that_nobody_names_are_assigned_by_a_loop(tmp_path: Path) -> None:
    text = patched(tmp_path, PYODIDE)
    assert "var _used,_named,table;function" in text
    assert '_used=Module["_used"]=wasmExports["used"];_named=Module["_named"]=wasmExports["named"];table=' in text
    assert "_spare" not in text
    assert "_data" not in text
    assert text.count("for(const name of Object.keys(wasmExports))") == 1
    assert "var after;" in text


def test_the_function_is_an_expression_and_exports_are_not_entered_in_the_table(tmp_path: Path) -> None:
    text = patched(tmp_path, PYODIDE)
    assert text.startswith("const _createPyodideModule=(async function(moduleArg={}){")
    assert text.endswith("return moduleRtn});export default _createPyodideModule;")
    assert "updateGOT(" not in text


@pytest.mark.parametrize("missing", ["updateGOT(origExports);", "function assignWasmExports", "export default"])
def test_another_version_is_refused_by_name(missing: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"pyodide\.asm\.mjs is not of the pinned version"):
        patched(tmp_path, PYODIDE.replace(missing, "other"))
