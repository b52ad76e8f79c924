# /// script
# dependencies = ["mcp-apps-py"]
# [tool.mcp-app]
# name = "Minimal"
# version = "1.0.0"
# ///
"""The least that a view can be; the text </script><!-- is here to be survived."""

from greeting import Greeting
from pyscript import document

from mcp_apps_py import App
from mcp_apps_py.browser import run

app = App()


@app.on_tool_result
def show(greeting: Greeting) -> None:
    document.getElementById("shown").textContent = f"{greeting.text} {greeting.mark}"


run(app)
