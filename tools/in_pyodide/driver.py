"""Run pytest inside Pyodide, where an event loop cannot be waited for.

Twice: once as everywhere, on a plain event loop without input and output; then the coroutine tests that need no
fixture again, on Pyodide's own event loop, the one that a view runs on.
"""

import asyncio
import inspect
import logging
import time
import traceback
import warnings
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from _pytest.outcomes import Failed, Skipped

TEST_TIMEOUT_S = 60.0


class _NoInput:
    """The part of a selector that a loop without input and output needs."""

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("the test waits for something that nothing will bring about")
        time.sleep(timeout)
        return []


class PlainLoop(asyncio.BaseEventLoop):
    """An event loop that runs to its end inside a synchronous call; it has callbacks and timers only."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = _NoInput()

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


class _Collector:
    """A pytest plugin: gives coroutine tests a plain loop, and notes which of them can run anywhere."""

    def __init__(self) -> None:
        self.on_any_loop: list[pytest.Function] = []

    def pytest_asyncio_loop_factories(self) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
        return {"plain": PlainLoop}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.on_any_loop = [item for item in session.items if isinstance(item, pytest.Function) and _is_free(item)]


def _is_free(item: pytest.Function) -> bool:
    """Whether a test is a coroutine function that nothing but its parameters is handed to."""
    parameters: dict[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
    return inspect.iscoroutinefunction(item.obj) and set(inspect.signature(item.obj).parameters) <= parameters.keys()


def run_pytest(arguments: list[str]) -> tuple[int, list[pytest.Function]]:
    """Run pytest; return its exit code and the tests that `run_again` takes. To be called outside of any task."""
    collector = _Collector()
    loop = asyncio.get_event_loop()
    asyncio._set_running_loop(None)
    try:
        code = int(pytest.main(list(arguments), plugins=[collector]))
    finally:
        asyncio._set_running_loop(loop)
    return code, collector.on_any_loop


async def run_again(items: list[pytest.Function]) -> int:
    """Run coroutine tests on the event loop that runs this; return the number of failures."""
    failed = 0
    logging.getLogger().addHandler(logging.NullHandler())
    started = time.monotonic()
    for item in items:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                await asyncio.wait_for(_call(item), TEST_TIMEOUT_S)
            except Skipped:
                continue
            except (Exception, Failed):  # noqa: BLE001 - whatever a test raises is its failure
                failed += 1
                print(f"FAILED on Pyodide's own event loop: {item.nodeid}")
                traceback.print_exc()
    seconds = time.monotonic() - started
    print(f"again on Pyodide's own event loop: {len(items) - failed} passed, {failed} failed in {seconds:.2f}s")
    return failed


def _call(item: pytest.Function) -> Coroutine[Any, Any, None]:
    parameters: dict[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
    wanted = inspect.signature(item.obj).parameters
    return item.obj(**{name: value for name, value in parameters.items() if name in wanted})
