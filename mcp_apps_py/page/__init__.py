"""What a page needs so that Python starts soon, and in the frames of real hosts: hand-written JavaScript.

shim.js                speaks to host and people until Python can
storage.js             an IndexedDB in memory, if the browser denies the real one
address.js             a base for relative addresses, if the document has none
loader.js              starts Python from a snapshot or from compiled archives
inline.js              gives the loader what it asks for out of the page itself
begin.js               lets the loader begin while the page is still being read
start.js               starts PyScript, or says in the page why it cannot
direct.js              runs the view without PyScript
_mcp_apps_runtime.py   Python's side of the loader
"""

from functools import cache
from importlib.resources import files

FIRST_SCRIPT = "shim.js"
CLASSIC_SCRIPTS = ("storage.js", "address.js")
LOADER_SCRIPTS = ("loader.js", "begin.js")
INLINE_SCRIPT = "inline.js"
MODULE_SCRIPTS = {"pyscript": "start.js", "direct": "direct.js"}


@cache
def script(name: str) -> str:
    """Return the text of one of the scripts.

    Raises:
        FileNotFoundError: There is no script of that name.
    """
    return files(__name__).joinpath(name).read_text(encoding="ascii")


@cache
def script_in_page(name: str) -> str:
    """Return the text of one of the scripts as it stands in a page: without indentation and lines of comment.

    Raises:
        FileNotFoundError: There is no script of that name.
    """
    lines = [line.strip() for line in script(name).splitlines()]
    return "".join(f"{line}\n" for line in lines if line and not line.startswith(("//", "/**")))
