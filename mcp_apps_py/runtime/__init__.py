"""Where Pyodide, PyScript and the wheels of a page live, and a folder of them that can be served. CPython only.

assemble(folder, pyodide=..., pyscript=..., wheels=[...])
manifest = make_fast_start(folder)
runtime = Runtime.at("http://127.0.0.1:8000/runtime/", manifest)
runtime.origins     # for the CSP
"""

from .folder import assemble
from .location import Runtime
from .makers import Maker, MakerError, find_maker
from .making import make_fast_start
from .manifest import Manifest
from .pins import PinnedWheel, Pins, pins
from .wishes import ViewTop, Wishes

__all__ = [
    "Maker",
    "MakerError",
    "Manifest",
    "PinnedWheel",
    "Pins",
    "Runtime",
    "ViewTop",
    "Wishes",
    "assemble",
    "find_maker",
    "make_fast_start",
    "pins",
]
