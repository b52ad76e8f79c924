"""Where Pyodide, PyScript and the wheels of a page live, and a folder of them that can be served. CPython only.

assemble(folder, pyodide=..., pyscript=..., wheels=[...])
manifest = make_fast_start(folder)
runtime = Runtime.at("http://127.0.0.1:8000/runtime/", manifest)
runtime.origins     # for the CSP
"""

from .folder import assemble
from .location import Runtime
from .making import MakerError, make_fast_start
from .manifest import Manifest
from .pins import PinnedWheel, Pins, pins

__all__ = ["MakerError", "Manifest", "PinnedWheel", "Pins", "Runtime", "assemble", "make_fast_start", "pins"]
