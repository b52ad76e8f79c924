"""The snippets of the docs: finds them, and runs those that need no page."""

import ast
import asyncio
import contextlib
import inspect
import json
import re
import tempfile
from collections.abc import Awaitable, Generator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast

from mcp_apps_py import App
from mcp_apps_py.testing import StubHost
from mcp_apps_py.transport import settle

ROOT = Path(__file__).resolve().parent.parent.parent
_BLOCK = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_TRIAL = re.compile(r"<!-- try: (\{.*?\}) -->\n+\Z", re.DOTALL)
_FILE = re.compile(r"`([\w-]+\.(?:py|html|css|json))`")


@dataclass(frozen=True)
class Snippet:
    """A fenced block of a page.

    Attributes:
        page: The page, relative to the root of the project.
        line: The line of its first line of code.
        info: What stands behind the fence: `python`, `python view`, `html` ….
        text: The code.
        file: The file that it is, if the paragraph before it begins with a file's name.
        trial: How to try a view, from the comment before the block: `result` is the structured content to send,
            `shows` the text that must appear.
    """

    page: str
    line: int
    info: str
    text: str
    file: str | None
    trial: dict[str, Any]

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Give every page that is written by hand."""
    found = [path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name != "reference"]
    return [ROOT / "README.md", *found]


def snippets(page: Path) -> list[Snippet]:
    """Give the fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [_snippet(page, text, block) for block in _BLOCK.finditer(text)]


def _snippet(page: Path, text: str, block: re.Match[str]) -> Snippet:
    before = text[: block.start()]
    trial = _TRIAL.search(before)
    paragraph = (before[: trial.start()] if trial else before).rstrip().rpartition("\n\n")[2]
    file = _FILE.match(paragraph)
    return Snippet(
        str(page.relative_to(ROOT)),
        before.count("\n") + 2,
        block["info"].strip(),
        block["text"],
        file[1] if file else None,
        json.loads(trial[1]) if trial else {},
    )


async def run_page(page: Path) -> None:
    """Run the `python` blocks of a page, one after the other, in one namespace.

    `await` may stand outside of functions, as in a view. Functions called `test_…` are run after the block that defines
    them. The files that the page shows lie in the working directory. At the end no stub host may have anything to
    complain about.
    """
    found = snippets(page)
    module = ModuleType(f"snippets_of_{page.stem.replace('-', '_')}")
    with _folder_with(found):
        for snippet in found:
            if snippet.info == "python":
                await _run(snippet, module)
    await _end(module.__dict__)


async def _run(snippet: Snippet, module: ModuleType) -> None:
    before = set(vars(module))
    code = cast(
        "CodeType",
        compile("\n" * (snippet.line - 1) + snippet.text, snippet.page, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT),
    )
    outcome = eval(code, vars(module))  # noqa: S307 - our own docs
    if inspect.iscoroutine(outcome):
        await outcome
    for name in [name for name in vars(module) if name.startswith("test_") and name not in before]:
        outcome = vars(module)[name]()
        if inspect.isawaitable(outcome):
            await cast("Awaitable[object]", outcome)


async def _end(names: dict[str, Any]) -> None:
    for app in [value for value in names.values() if isinstance(value, App)]:
        await app.close()
    await settle()
    for host in [value for value in names.values() if isinstance(value, StubHost)]:
        host.check()
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task() and not task.done()]
    mine = [task for task in left if "mcp_apps_py" in repr(task.get_coro())]
    assert not mine, f"the snippets leave tasks behind: {mine}"


@contextlib.contextmanager
def _folder_with(found: list[Snippet]) -> Generator[None]:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for snippet in found:
            if snippet.file is not None:
                Path(snippet.file).write_text(snippet.text, encoding="utf-8")
        yield
