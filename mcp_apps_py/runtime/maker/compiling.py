"""Runs inside Pyodide: turns the standard library and wheels into archives of compiled modules."""

import ast
import importlib.util
import io
import marshal
import sys
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

UNCHECKED_HASH = (1).to_bytes(4, "little") + bytes(8)
TIME = (1980, 1, 1, 0, 0, 0)
UNWANTED = (".pyi", ".typed")
OF_DISTRIBUTION = ("/METADATA", "/entry_points.txt", "/top_level.txt")
VERSION = f"{sys.version_info.major}{sys.version_info.minor}"
LIBRARY = f"/lib/python{VERSION}.zip"
SITE = f"/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
REST = "/lib/rest.zip"
RUNTIME_MODULE = "_mcp_apps_runtime"

Files = dict[str, bytes]


class Library:
    """Everything that can be imported, compiled.

    Args:
        folder: Has `python_stdlib.zip`, the wheels and the loader's own module.
        job: What is to be made; see `Job` in mcp_apps_py.runtime.
    """

    def __init__(self, folder: str, job: Mapping[str, Any]) -> None:
        root = Path(folder)
        self._job = job
        self._own = (root / f"{RUNTIME_MODULE}.py").read_text()
        self._imports: dict[str, list[str]] = {}
        self._zipped = self._compiled(read_zip((root / "python_stdlib.zip").read_bytes()), LIBRARY)
        self._loose: Files = {}
        self._side_modules: list[str] = []
        self._given: set[str] = set()
        for name in job["wheels"]:
            added = self._add_wheel(read_zip((root / name).read_bytes()))
            if name in job["given"]:
                self._given |= added.keys()
        pyscript = {f"pyscript/{name}": text.encode() for name, text in job["pyscript"].items()}
        self._zipped |= self._compiled(pyscript, LIBRARY)
        self._always = {*job["common"], *map(module_name, pyscript)}

    def _add_wheel(self, wheel: Files) -> Files:
        """Native modules can't be loaded from an archive, so packages that have some become files."""
        native = {name.split("/")[0] for name in wheel if name.endswith(".so")}
        files = self._compiled(wheel, SITE)
        for name, content in files.items():
            if name.endswith(".so"):
                self._side_modules.append(name)
                self._loose[name] = b""  # what is there is linked by its name; the importer wants to see a file
            elif name.split("/")[0] in native:
                self._loose[name] = content
            else:
                self._zipped[name] = content
        return files

    def _compiled(self, files: Files, root: str) -> Files:
        return compiled({name: content for name, content in files.items() if self._is_kept(name)}, root, self._imports)

    def archives(self, used: Iterable[str] | None) -> dict[str, Any]:
        """Make the archives.

        Args:
            used: The modules of the first archive; None for all of them.

        Returns:
            `library` and `rest`, lists of paths and contents; `modules`, the names of what is in each;
            `imports`, what each module of the rest imports; and `sides`, the native modules.
        """
        wanted = None if used is None else {*used, *self._always}
        first = {name: content for name, content in self._zipped.items() if self._is_first(name, wanted)}
        rest = {name: content for name, content in self._zipped.items() if name not in first}
        modules = {"library": names(first | self._loose), "rest": names(rest)}
        own = f"{self._own}\nARCHIVES.update({modules!r})\n"
        first |= compiled({f"{RUNTIME_MODULE}.py": own.encode()}, LIBRARY)
        loose = [(f"{SITE}/{name}", content) for name, content in self._loose.items()]
        return {
            "library": [(LIBRARY, write_zip(first)), *loose],
            "rest": [(REST, write_zip(rest))],
            "modules": modules,
            "imports": {name: self._imports[name] for path in rest if (name := module_name(path)) in self._imports},
            "sides": [{"path": f"{SITE}/{name}", "asset": asset_name(name)} for name in self._side_modules],
        }

    def _is_first(self, name: str, wanted: set[str] | None) -> bool:
        module = module_name(name)
        if wanted is None or module in wanted or name in self._given:
            return True
        # What is no module belongs to its package, and distributions are looked up by name.
        return not module and (".dist-info/" in name or name.rpartition("/")[0].replace("/", ".") in wanted)

    def _is_kept(self, name: str) -> bool:
        return name.replace("/", ".").split(".")[0] not in self._job["left_out"]


def names(files: Files) -> str:
    """Give the names of the modules, one after the other."""
    return " ".join(sorted(name for path in files if (name := module_name(path))))


def module_name(path: str) -> str:
    """Give the dotted name of a module's file, "" if it is none."""
    stem, dot, suffix = path.rpartition(".")
    if suffix == "so":
        folder, slash, name = path.rpartition("/")
        return f"{folder}{slash}{name.partition('.')[0]}".replace("/", ".")
    if not dot or suffix not in {"py", "pyc"}:
        return ""
    return stem.replace("/", ".").removesuffix(".__init__")


def asset_name(path: str) -> str:
    """Give the name of a native module's file among those of the job; mcp_apps_py.runtime uses the same."""
    return path.replace("/", ".")


def imported(path: str, tree: ast.Module) -> list[str]:
    """Give the dotted names of what a module may import, and of the packages around that."""
    package = path.removesuffix("/__init__.py").removesuffix(".py").split("/")
    package = package if path.endswith("/__init__.py") else package[:-1]
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return sorted({name[:end] for name in names for end in range(1, len(name) + 1) if name[end : end + 1] in {"", "."}})


def read_zip(content: bytes) -> Files:
    """Give the files of an archive."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def write_zip(files: Files) -> bytes:
    """Make an archive, the same every time; not compressed, since it will be as a whole."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        folders = {name[: at + 1] for name in files for at, letter in enumerate(name) if letter == "/"}
        for name in sorted({*files, *folders}):
            archive.writestr(zipfile.ZipInfo(name, TIME), files.get(name, b""))
    return written.getvalue()


def compiled(files: Files, root: str, imports: dict[str, list[str]] | None = None) -> Files:
    """Compile modules, and note what each imports. What does not compile stays as it is; some is left out."""
    result: Files = {}
    for name, content in files.items():
        if name.endswith(UNWANTED) or (".dist-info/" in name and not name.endswith(OF_DISTRIBUTION)):
            continue
        if name.endswith("/METADATA"):
            result[name] = content.partition(b"\n\n")[0] + b"\n"  # the rest is a long description
        elif name.endswith(".py"):
            result |= _compiled_module(name, content, root, {} if imports is None else imports)
        else:
            result[name] = content
    return result


def _compiled_module(name: str, content: bytes, root: str, imports: dict[str, list[str]]) -> Files:
    try:
        tree = ast.parse(content)
    except SyntaxError:
        return {name: content}
    imports[module_name(name)] = imported(name, tree)
    if not name.startswith("_pyodide/"):  # Pyodide hands its docstrings to what is written in C
        _take_out_docstrings(tree)
    code = compile(tree, f"{root}/{name}", "exec", dont_inherit=True, optimize=1)
    return {f"{name}c": importlib.util.MAGIC_NUMBER + UNCHECKED_HASH + marshal.dumps(code)}


def _take_out_docstrings(tree: ast.Module) -> None:
    """Docstrings are a fifth of all. Classes keep a short one: `dataclass` would make a long one, and take its time."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is None:
            continue
        if isinstance(node, ast.ClassDef):
            node.body[0] = ast.copy_location(ast.Expr(ast.copy_location(ast.Constant("-"), node)), node)
        else:
            del node.body[0]
            node.body = node.body or [ast.Pass(lineno=1, col_offset=0)]
