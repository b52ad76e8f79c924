"""Runs inside Pyodide, before a snapshot is taken: imports PyScript's Python library outside of a page.

What the library takes from JavaScript at import is not there yet. Names get stand-ins, which are
replaced when the library is used for the first time; two modules that compute with it run only then.
"""

import importlib
import importlib.util
import sys
from types import CodeType, ModuleType
from typing import Any

import _mcp_apps_runtime as runtime

FOREIGN = ("js", "polyscript", "_pyscript")
LATE = ("pyscript.ffi", "pyscript.context")  # the second needs the first
WHOLE = ("pyscript", "pyscript.web", "pyscript.flatted", "pyscript.media")


class StandIn(ModuleType):
    """Stands for an object that will be there later, under the same name."""

    def __init__(self, *path: str) -> None:
        super().__init__(path[0])
        self.stands_for = path
        self.__path__ = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(*self.stands_for, name)

    def __call__(self, *_arguments: Any) -> Any:
        """Stand for the result, too."""
        return self

    def __hash__(self) -> int:
        return id(self)


def late_module(name: str) -> tuple[ModuleType, CodeType]:
    """Make the module that will run later; until then all its names are stand-ins."""
    spec = importlib.util.find_spec(name)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    module.__getattr__ = lambda attribute: StandIn(name, attribute)  # type: ignore[method-assign]
    module.RUNNING_IN_WORKER = False  # type: ignore[attr-defined]
    return module, spec.loader.get_code(name)  # type: ignore[attr-defined]


def preload() -> None:
    """Import the library, and leave behind what finishes it."""
    real = {name: sys.modules.pop(name, None) for name in FOREIGN}
    sys.modules.update({name: StandIn(name) for name in FOREIGN})
    package = importlib.util.module_from_spec(importlib.util.find_spec("pyscript"))  # type: ignore[arg-type]
    sys.modules["pyscript"] = package
    late = {name: late_module(name) for name in LATE}
    sys.modules.update({name: module for name, (module, _) in late.items()})
    package.__spec__.loader.exec_module(package)  # type: ignore[union-attr]
    for name in WHOLE:
        importlib.import_module(name)
    modules = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "pyscript"}
    for name in [*FOREIGN, *modules]:
        del sys.modules[name]
    sys.modules.update({name: module for name, module in real.items() if module})
    for module, _ in late.values():
        del module.__getattr__
    owed = [
        (module, name, value.stands_for)
        for module in modules.values()
        for name, value in vars(module).items()
        if isinstance(value, StandIn)
    ]
    for module, name, _ in owed:
        delattr(module, name)
    modules["pyscript.web"].page.__dict__.clear()
    runtime.waiting_pyscript = runtime.PyScript(modules, [(module, code) for module, code in late.values()], owed)


preload()
