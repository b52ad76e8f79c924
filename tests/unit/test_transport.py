"""The in-memory transport and the clock that stands still."""

import asyncio

import pytest

from mcp_apps_py import ConnectionClosedError, LocalProtocolError, ManualClock, memory_pair
from mcp_apps_py.transport import settle


class Recorder:
    def __init__(self) -> None:
        self.texts: list[str] = []
        self.ends = 0

    def receive(self, text: str) -> None:
        self.texts.append(text)

    def fail(self, error: Exception) -> None:
        raise error

    def closed(self) -> None:
        self.ends += 1


async def test_messages_arrive_in_order_and_in_a_later_turn() -> None:
    view, host = memory_pair()
    recorder = Recorder()
    view.start(Recorder())
    host.start(recorder)
    for text in "abc":
        view.send(text)
    assert recorder.texts == []
    await settle()
    assert recorder.texts == ["a", "b", "c"]


async def test_what_is_sent_to_nobody_is_lost() -> None:
    view, host = memory_pair()
    view.start(Recorder())
    view.send("lost")
    await settle()
    recorder = Recorder()
    host.start(recorder)
    await settle()
    assert recorder.texts == []


async def test_a_transport_that_is_not_started_or_closed_does_not_send() -> None:
    view, _host = memory_pair()
    with pytest.raises(ConnectionClosedError):
        view.send("x")
    view.start(Recorder())
    with pytest.raises(LocalProtocolError, match="started already"):
        view.start(Recorder())
    view.close()
    view.close()
    with pytest.raises(ConnectionClosedError):
        view.send("x")
    view.start(Recorder())


async def test_closing_is_silent_and_hanging_up_is_not() -> None:
    view, host = memory_pair()
    ours, theirs = Recorder(), Recorder()
    view.start(ours)
    host.start(theirs)
    view.close()
    assert theirs.ends == 0
    view.start(ours)
    view.hang_up()
    view.hang_up()
    assert (ours.ends, theirs.ends) == (0, 1)


async def test_timers_of_the_clock_fire_in_order_and_not_once_cancelled() -> None:
    clock = ManualClock()
    fired: list[tuple[str, float]] = []
    for name, delay in [("c", 3.0), ("a", 1.0), ("b", 1.0), ("x", 2.0)]:
        timer = clock.call_later(delay, lambda name=name: fired.append((name, clock.now)))
        if name == "x":
            timer.cancel()
            timer.cancel()
    assert clock.pending == 3
    await clock.advance(0.5)
    assert fired == []
    await clock.advance(10)
    assert fired == [("a", 1.0), ("b", 1.0), ("c", 3.0)]
    assert clock.now == 10.5
    assert clock.pending == 0


async def test_a_timer_may_set_another_that_falls_due_in_the_same_advance() -> None:
    clock = ManualClock()
    fired: list[float] = []

    def tick() -> None:
        fired.append(clock.now)
        if len(fired) < 3:
            clock.call_later(1, tick)

    clock.call_later(1, tick)
    await clock.advance(10)
    assert fired == [1, 2, 3]


async def test_tasks_run_between_two_timers() -> None:
    clock = ManualClock()
    event = asyncio.Event()
    seen: list[bool] = []

    async def wait() -> None:
        await event.wait()
        seen.append(True)

    task = asyncio.ensure_future(wait())
    clock.call_later(1, event.set)
    clock.call_later(2, lambda: seen.append(False))
    await clock.advance(2)
    assert seen == [True, False]
    await task


async def test_without_a_clock_time_is_that_of_the_loop() -> None:
    view, _host = memory_pair()
    done = asyncio.Event()
    view.call_later(0, lambda: None).cancel()
    view.call_later(0.001, done.set)
    await asyncio.wait_for(done.wait(), 5)
