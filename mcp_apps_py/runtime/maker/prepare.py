"""Runs inside Pyodide, before a snapshot is taken: imports what views need, and forgets where that was.

`job` is what `Job` in mcp_apps_py.runtime says, `sources` the text of other files of this folder.
"""

import gc
import importlib
import sys
import zipimport
from typing import Any

import _mcp_apps_runtime as runtime


def main(job: dict[str, Any], sources: dict[str, str]) -> str | None:
    """Prepare; gives what is wrong with what the author gave, or None."""
    for name in job["preload"]:
        importlib.import_module(name)
    for name in ("exercise.py", "pyscript_preload.py"):
        exec(compile(sources[name], name, "exec"), {"__name__": name})
    from mcp_apps_py import browser

    runtime.ARRIVALS.append(browser.arrive)
    author = {"__name__": "author.py", "job": job}
    exec(compile(sources["author.py"], "author.py", "exec"), author)
    sys.path_importer_cache.clear()
    vars(zipimport)["_zip_directory_cache"].clear()
    gc.collect()
    return author["problem"]  # type: ignore[return-value]


problem = main(**{name: globals()[name] for name in ("job", "sources")})
