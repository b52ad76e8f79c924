"""Runs what authors register, be it sync or async, and never lets its failures escape."""

import asyncio
import inspect
import sys
from collections.abc import Awaitable, Callable
from typing import Any


class Tasks:
    """The tasks that belong to one app: held while they run, reported when they fail.

    Args:
        report: Is called with every exception that author's code lets out.
    """

    def __init__(self, report: Callable[[BaseException], None]) -> None:
        self._report = report
        self._running: set[asyncio.Task[Any]] = set()
        self.deferred = 0
        """How many tasks there ever were whose first step did not come at once; tells whether a call began one."""

    def __len__(self) -> int:
        return len(self._running)

    def start(self, function: Callable[..., Any], *args: Any) -> None:
        """Call a sync function now, or run an async one as a task."""
        try:
            outcome = function(*args)
        except (Exception, SystemExit, asyncio.CancelledError) as error:  # noqa: BLE001 - authors' code may raise anything
            self._report(error)
            return
        if inspect.isawaitable(outcome):
            self.run(outcome)

    def run(self, awaitable: Awaitable[Any]) -> asyncio.Task[Any]:
        """Run an awaitable as a task.

        Its first step comes at once, or, before Python 3.12, in the next turn of the loop: in a page a turn takes
        longer than most first steps do.
        """
        loop = asyncio.get_event_loop()
        if sys.version_info >= (3, 12) and is_running(loop):
            task = asyncio.Task(self._guard(awaitable), loop=loop, eager_start=True)
            if not task.done():
                self._running.add(task)
            return task
        self.deferred += 1
        task = loop.create_task(self._guard(awaitable))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _guard(self, awaitable: Awaitable[Any]) -> None:
        # SystemExit would stop the event loop, and with it the view.
        try:
            await awaitable
        except (Exception, SystemExit, asyncio.CancelledError) as error:  # noqa: BLE001 - authors' code may raise anything
            raise_if_cancelled(error)
            self._report(error)
        finally:
            self._running.discard(_this_task())

    def cancel_soon(self) -> None:
        """Cancel what runs now, in the next turn of the loop, except the task that asks for it.

        Until then, who waits for an answer learns that there will be none.
        """
        asyncio.get_event_loop().call_soon(_cancel, self._running - {asyncio.current_task()})


def is_running(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether code runs in this loop now."""
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False


def _this_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


def raise_if_cancelled(error: BaseException) -> None:
    """Let a cancellation of the current task pass; one that author's code has let out is an error like others."""
    task = asyncio.current_task()
    if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling():
        raise error


def _cancel(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
