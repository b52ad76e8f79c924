"""A page with everything in it: PyScript and the runtime as text of script elements. CPython only."""

from .assets import asset_elements, inline_facts
from .pyscript import INTERPRETER, inline_pyscript

__all__ = ["INTERPRETER", "asset_elements", "inline_facts", "inline_pyscript"]
