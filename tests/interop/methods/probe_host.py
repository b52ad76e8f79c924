"""A host page on AppBridge with the probe in it: tests say what the one answers and what the other does."""

import json
import shutil
from pathlib import Path
from typing import Any

from playwright.async_api import Page as HostPage

from mcp_apps_py.bundle import Page, write_page
from mcp_apps_py.runtime import Runtime
from tests.frame_check import check_frame
from tests.interop.bridge import BridgeHost
from tests.weather_conversation import CONTEXT, ROOT
from tools.browser_config import config

VIEW = ROOT / "tests" / "interop" / "views" / "probe"
PROBE = ROOT / "tests" / "probe" / "probe.py"
RECORDER = Path(__file__).with_name("recorder.js")

CAPABILITIES: dict[str, Any] = {
    "openLinks": {},
    "downloadFile": {},
    "serverTools": {"listChanged": True},
    "serverResources": {"listChanged": True},
    "logging": {},
    "updateModelContext": {"text": {}, "structuredContent": {}},
    "message": {"text": {}, "image": {}},
}
"""What the host offers at first: everything but sampling."""


def write_probe(folder: Path, runtime: Runtime) -> Page:
    """Make the probe's page, in a folder that holds its files for the while."""
    shutil.copytree(VIEW, folder, dirs_exist_ok=True)
    package = folder / "probe"
    package.mkdir()
    (package / "__init__.py").touch()
    shutil.copy(PROBE, package)
    return write_page(folder / "index.html", runtime=runtime)


class Failure(Exception):  # noqa: N818 - it stands for any error
    """Something that the view did has failed.

    Attributes:
        kinds: The names of the exception's classes.
        code: Its code, or None.
        data: Its data, or None.
    """

    def __init__(self, outcome: dict[str, Any]) -> None:
        super().__init__(outcome["message"])
        self.kinds = outcome["error"]
        self.code = outcome.get("code")
        self.data = outcome.get("data")


class ProbeHost(BridgeHost):
    """The host page, and the probe that it shows.

    Attributes:
        seen: The methods that crossed in the tests so far, by who sent them.
    """

    def __init__(self, page: HostPage) -> None:
        super().__init__(page)
        self.seen: dict[str, set[str]] = {"view": set(), "host": set()}

    async def show(self, page: Page, frame_server: str, profile: str) -> None:
        """Show the probe, until it is initialized.

        Args:
            page: Its page.
            frame_server: The stub host's server, which makes frames as one kind of host does.
            profile: The name of that kind of host.
        """
        await self.page.add_script_tag(path=RECORDER)
        body = {"html": page.html, "meta": page.meta, "profile": profile}
        view = await (await self.page.request.post(f"{frame_server}/views", data=body)).json()
        options = {"view": view, "context": CONTEXT, "capabilities": CAPABILITIES, "patience": config.boot_timeout}
        self.introduction = await self.page.evaluate("(options) => host.open(options)", options)
        await self.page.evaluate("recordBridge()")
        self._frame = next(frame for frame in self.page.frames if frame.parent_frame is not None)

    # What the view does

    async def do(self, action: str, /, **arguments: Any) -> Any:
        """Let the view do something, to its end.

        Raises:
            Failure: If it raised.
        """
        text = await self._frame.evaluate("([action, text]) => probe(action, text)", [action, json.dumps(arguments)])
        outcome = json.loads(text)
        if "error" in outcome:
            raise Failure(outcome)
        return outcome["result"]

    async def begin(self, name: str, action: str, /, **arguments: Any) -> None:
        """Let the view begin to do something."""
        await self.do("begin", name=name, action=action, arguments=arguments)

    async def end(self, name: str) -> Any:
        """Wait for what the view has begun.

        Raises:
            Failure: If it raised.
        """
        outcome = await self.do("end", name=name)
        if "error" in outcome:
            raise Failure(outcome)
        return outcome["result"]

    async def heard_by_view(self, label: str) -> Any:
        """Wait until a listener or handler of the view is called; gives with what."""
        return await self.do("heard", label=label)

    # What the host does

    async def run(self, script: str, argument: Any = None) -> Any:
        """Run an expression, or a function of one argument, in the host page."""
        return await self.page.evaluate(script, argument)

    async def asked(self, method: str) -> dict[str, Any]:
        """Wait until the view calls a method; each call is given once. Gives its params."""
        handle = await self.page.wait_for_function("(method) => takeCall(method)", arg=method)
        frame = await handle.json_value()
        return frame.get("params", {})

    async def posted(self, method: str) -> int:
        """How often the view has called a method in this test."""
        recorded = await self.page.evaluate("recorded")
        return sum(entry["sender"] == "view" and entry["frame"].get("method") == method for entry in recorded)

    async def reset(self) -> None:
        """Forget what was said, on both sides."""
        await super().reset()
        await self.do("begin_anew")
        await self.page.evaluate("forgetFrames()")

    async def check(self) -> None:
        """Hold everything that the view has posted to the official definitions."""
        requests: dict[Any, str] = {}
        for entry in await self.page.evaluate("recorded"):
            sender, frame = entry["sender"], entry["frame"]
            method = frame.get("method")
            if method is not None:
                self.seen[sender].add(method)
            if sender == "view":
                answers = requests[frame["id"]] if method is None else None
                check_frame(frame, answers=answers, known_only=not str(method).startswith("test/"))
            elif method is not None and "id" in frame:
                requests[frame["id"]] = method
