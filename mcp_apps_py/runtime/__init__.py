"""Where Pyodide, PyScript and the wheels of a page live, and a folder of them that can be served. CPython only.

manifest = assemble(folder, pyodide=..., pyscript=..., wheels=[...])
runtime = Runtime.at("http://127.0.0.1:8000/runtime/", manifest)
runtime.origins     # for the CSP
"""

from .folder import assemble
from .location import Runtime
from .manifest import Manifest
from .pins import PinnedWheel, Pins, pins

__all__ = ["Manifest", "PinnedWheel", "Pins", "Runtime", "assemble", "pins"]
