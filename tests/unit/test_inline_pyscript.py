"""PyScript becomes one module script that loads nothing, where it has the expected form."""

from pathlib import Path

import pytest

from mcp_apps_py.bundle.inline.pyscript import inline_pyscript

CORE = 'export{a as other,e as hooks}from"./core-C9.js";\n//# sourceMappingURL=core.js.map\n'
CHUNK = """const Q={e:()=>import("./error-D2.js"),t:()=>import("./toml-V4.js")};
const W=new Blob(["/*@*/"+'\\'module:import(o),engine'],{});
const U=e=>({url:o,module:import(o),engine:1}),T="</script><!--\u00e9\U0001f600";export{Q as a,U as e};
//# sourceMappingURL=core-C9.js.map"""


def made(folder: Path, core: str = CORE, chunk: str = CHUNK) -> str:
    (folder / "core.js").write_text(core, encoding="utf-8")
    (folder / "core-C9.js").write_text(chunk, encoding="utf-8")
    return inline_pyscript(folder)


def test_the_interpreter_comes_from_the_page_and_the_hooks_are_left_there(tmp_path: Path) -> None:
    text = made(tmp_path)
    assert "module:globalThis.mcpAppsInterpreters?.[o]??import(o),engine" in text
    assert text.endswith("globalThis.mcpAppsPyScript={hooks:U};\n")
    assert "export" not in text


def test_nothing_is_loaded_on_demand_and_workers_have_no_text(tmp_path: Path) -> None:
    text = made(tmp_path)
    assert 'import("' not in text
    assert "{e:()=>Promise.resolve({notify(){},notOnDOM(){}}),t:()=>Promise.reject(" in text
    assert "toml-V4 is not in this page" in text
    assert "new Blob([\"/*@*/\"+''],{})" in text


def test_it_can_stand_in_a_script_element_and_is_ascii(tmp_path: Path) -> None:
    text = made(tmp_path)
    assert text.isascii()
    assert '"\\x3c/script>\\x3c!--\\u00e9\\ud83d\\ude00"' in text


@pytest.mark.parametrize(
    ("old", "what"),
    [
        ("/*@*/", "the text of workers"),
        ("module:import(o),engine:1", "the import of the interpreter"),
        ("export{Q", "the list of exports"),
    ],
)
def test_another_version_is_refused_by_what_was_not_found(old: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"not of the pinned version of PyScript: {what} was not found"):
        made(tmp_path, chunk=CHUNK.replace(old, "other"))
