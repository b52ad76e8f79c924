"""A view that imports what is not in the first archive."""

import difflib
from xml.etree import ElementTree as ET

from mcp_apps_py import App
from mcp_apps_py.browser import run

app = App("imports", "1.0.0")
assert difflib.get_close_matches("appel", ["apple"]) == ["apple"]
assert ET.fromstring("<a/>").tag == "a"
run(app)
