"""The runtime of a page that loads nothing: what the loader asks for, as elements of the page."""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Iterable
from typing import Any

from ...runtime import Runtime
from .packing import packed_element
from .pyscript import INTERPRETER

PYODIDE_EXPORTS = re.compile(r"export\{(\w+) as loadPyodide,(\w+) as version\};\s*(?://# sourceMappingURL=\S+\s*)?$")
ASM_EXPORT = "export default _createPyodideModule;"
ASM_ADDRESS = "import.meta.url"
REST = "/lib/rest.zip"
ARCHIVE_TIME = (1980, 1, 1, 0, 0, 0)


def asset_elements(runtime: Runtime, imports: Iterable[str]) -> str:
    """Return the elements with everything that Python is made of, the slowest to get ready first.

    Args:
        runtime: The runtime, with a folder.
        imports: The dotted names of what the view imports.

    Raises:
        ValueError: A file is not of the pinned version.
        FileNotFoundError: A file of the runtime folder is missing.
    """
    assert runtime.folder
    assert runtime.fast
    fast, folder = runtime.fast, runtime.folder

    def content(name: str) -> bytes:
        return (folder / fast["assets"][name]["path"]).read_bytes()

    elements = [
        packed_element("pyodide.asm.mjs", _asm_script(content("pyodide.asm.mjs"))),
        packed_element("pyodide.asm.wasm", content("pyodide.asm.wasm")),
        *(packed_element(side["asset"], content(side["asset"])) for side in fast["sides"]),
        packed_element("pyodide.mjs", _pyodide_script(content("pyodide.mjs"))),
    ]
    for name in runtime.packs(imports):
        if name == "rest":
            elements.append(packed_element(name, _part_of_rest(content(name), runtime.needed_of_rest(imports))))
        else:
            elements.append(packed_element(name, content(name), is_compressed=True))
    return "".join(elements)


def _pyodide_script(content: bytes) -> bytes:
    text = content.decode()
    if not (found := PYODIDE_EXPORTS.search(text)):
        raise ValueError("pyodide.mjs is not of the pinned version: its exports were not found")
    give = f'mcpAppsInline.give("pyodide.mjs",{{loadPyodide:{found[1]},version:{found[2]}}});'
    return f"(()=>{{{text[: found.start()]}{give}}})();".encode()


def _asm_script(content: bytes) -> bytes:
    text = content.decode()
    if text.count(ASM_EXPORT) != 1:
        raise ValueError("pyodide.asm.mjs is not of the pinned version: its export was not found")
    text = text.replace(ASM_EXPORT, 'mcpAppsInline.give("pyodide.asm.mjs",{default:_createPyodideModule});')
    text = text.replace(ASM_ADDRESS, '"https://runtime.invalid/pyodide.asm.mjs"')
    return f"(()=>{{{text}}})();".encode()


def _part_of_rest(packed: bytes, wanted: Iterable[str]) -> bytes:
    """Make a pack with the modules that are wanted, and what belongs to their packages."""
    pack = gzip.decompress(packed)
    head = 4 + int.from_bytes(pack[:4], "little")
    files: list[tuple[str, int]] = json.loads(pack[4:head])
    assert [path for path, _ in files] == [REST]
    written = io.BytesIO()
    keep = {*wanted}
    with zipfile.ZipFile(io.BytesIO(pack[head:])) as rest, zipfile.ZipFile(written, "w") as part:
        for entry in rest.infolist():
            if _module(entry.filename) in keep or entry.is_dir():
                part.writestr(zipfile.ZipInfo(entry.filename, ARCHIVE_TIME), rest.read(entry))
    return make_pack([(REST, written.getvalue())])


def _module(path: str) -> str:
    """Give the dotted name of a module's file; other files go with their package."""
    stem, _, suffix = path.rpartition(".")
    if suffix not in {"py", "pyc"}:
        return path.rpartition("/")[0].replace("/", ".")
    return stem.replace("/", ".").removesuffix(".__init__")


def make_pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Put files one after the other, behind a list of their paths and sizes; `page/loader.js` reads it."""
    entries = list(files)
    listed = json.dumps([[path, len(content)] for path, content in entries]).encode()
    return b"".join([len(listed).to_bytes(4, "little"), listed, *(content for _, content in entries)])


def inline_facts(runtime: Runtime, imports: Iterable[str]) -> dict[str, Any]:
    """Say what the scripts of such a page must know: as for any other, without addresses."""
    assert runtime.fast
    first = "snapshot" if runtime.fast["snapshot"] else "library"
    archives = [name for name in runtime.packs(imports) if name != first]
    assets = {name: {"size": asset["size"]} for name, asset in runtime.fast["assets"].items()}
    fast = {**runtime.fast, "assets": assets}
    return {"interpreter": INTERPRETER, "runtime": [], "fast": fast, "archives": archives}
