# The page's global object as Pyodide shows it: everything in it is a JavaScript value.
from typing import Any

def __getattr__(name: str) -> Any: ...
