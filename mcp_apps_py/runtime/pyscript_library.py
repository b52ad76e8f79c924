"""The Python library inside PyScript's JavaScript, which a page would otherwise write and compile at every start."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

LIBRARY = re.compile(r'\{pyscript:(\{"__init__\.py":.*?\})\}\),', re.DOTALL)
NAME = "pyscript"


@dataclass(frozen=True)
class PyScriptLibrary:
    """PyScript's Python library.

    Attributes:
        modules: The source of each file, by its name.
        writer: The Python that PyScript runs before every script, which writes these files and imports them.
    """

    modules: dict[str, str]
    writer: str


def read_library(folder: Path) -> PyScriptLibrary:
    """Take the library out of PyScript's `dist`.

    Raises:
        ValueError: It is not there in the form of the pinned version.
    """
    for path in sorted(folder.glob("core-*.js")):
        if found := LIBRARY.search(path.read_text(encoding="utf-8")):
            modules: dict[str, str] = json.loads(found[1])
            return PyScriptLibrary(modules, _writer(modules))
    raise ValueError(f"{folder} holds no PyScript of the pinned version: its Python library was not found")


def _writer(modules: dict[str, str]) -> str:
    lines = ["import os as _os", "from pathlib import Path as _Path", "_path = None"]
    lines += [f'_path = _Path("./{NAME}")', f'if not _os.path.exists("./{NAME}"):']
    lines += ["    _path.mkdir(parents=True, exist_ok=True)"]
    for name, source in modules.items():
        lines += [f'_path = _Path("./{NAME}/{name}")']
        lines += [f'_path.write_text({json.dumps(source, ensure_ascii=False)},encoding="utf-8")']
    lines += ["import pyscript as _pyscript", *(f"del {name}" for name in ("_Path", "_path", "_os", "_pyscript")), "\n"]
    return "\n".join(lines)
