"""What a page needs besides PyScript, so that PyScript runs in the frames of real hosts: hand-written JavaScript.

storage.js   an IndexedDB in memory, if the browser denies the real one
address.js   a base for relative addresses, if the document has none
start.js     starts PyScript, or says in the page why it cannot
"""

from functools import cache
from importlib.resources import files

CLASSIC_SCRIPTS = ("storage.js", "address.js")
MODULE_SCRIPT = "start.js"


@cache
def script(name: str) -> str:
    """Return the text of one of the scripts.

    Raises:
        FileNotFoundError: There is no script of that name.
    """
    return files(__name__).joinpath(name).read_text(encoding="ascii")
