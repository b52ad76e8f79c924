# /// script
# dependencies = ["mcp-apps-py"]
# [tool.mcp-app]
# name = "Plain"
# version = "1.0.0"
# loader = "direct"
# ///
"""A view of one file, without HTML and without PyScript."""

import js
from pydantic import BaseModel

from mcp_apps_py import App
from mcp_apps_py.browser import run


class Greeting(BaseModel):
    text: str


app = App()
paragraph = js.document.createElement("p")
paragraph.id = "shown"
js.document.body.append(paragraph)


@app.on_tool_result
def show(greeting: Greeting) -> None:
    paragraph.textContent = greeting.text


run(app)
