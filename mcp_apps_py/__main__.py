"""`python -m mcp_apps_py` is the command `mcp-apps-py`."""

from .cli import main

main()
