from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from tests.fakes.language_model import Held as HeldAnswer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.replier import RecordingReplier
from tests.fakes.stage import Stage
from workers.lanes import Beat, Lease, Leased
from workers.language_model import ModelUnavailable
from workers.leases import Held
from workers.redis_link import NotSent, ServerSaidNo
from workers.worker import Worker


@asynccontextmanager
async def at_work(*workers: Worker) -> AsyncIterator[list[asyncio.Task[None]]]:
    """The workers run inside, and are drained at the end."""
    tasks = [asyncio.create_task(worker.run()) for worker in workers]
    try:
        yield tasks
    finally:
        for worker in workers:
            worker.drain()
        async with asyncio.timeout(10):
            await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        if not task.cancelled():
            task.result()


def answered(count: int) -> Callable[[RecordingReplier], bool]:
    return lambda replier: len(replier.delivered) >= count


async def test_turns_of_a_chat_are_answered_in_order_one_at_a_time_by_two_workers() -> None:
    stage = Stage()
    for n in range(60):
        await stage.put(f"turn {n}", chat=str(n % 3))

    async with at_work(stage.worker("w1"), stage.worker("w2")):
        await stage.replier.until(answered(60))

    for chat in range(3):
        assert stage.replier.texts(str(chat)) == [f"echo: turn {n}" for n in range(chat, 60, 3)]
        numbers = [e.number for e in (await stage.memory(str(chat))).exchanges]
        assert numbers == list(range(1, 21))
    assert len(stage.model.prompts) == 60
    assert stage.model.most_at_once <= 3


async def test_chats_are_worked_on_side_by_side() -> None:
    slow = [HeldAnswer(f"answer {n}") for n in range(5)]
    stage = Stage(ScriptedModel(*slow))
    for n in range(5):
        await stage.put("Hello", chat=str(n))

    async with at_work(stage.worker()):
        async with asyncio.timeout(5):
            await asyncio.gather(*(answer.reached.wait() for answer in slow))
        for answer in slow:
            answer.go_on.set()
        await stage.replier.until(answered(5))


async def test_a_worker_holds_no_more_lanes_than_it_may() -> None:
    stage = Stage()
    for n in range(12):
        await stage.put("Hello", chat=str(n))

    async with at_work(stage.worker(concurrency=3)):
        await stage.replier.until(answered(12))

    assert stage.model.most_at_once <= 3


async def test_a_turn_put_while_the_worker_rests_is_answered() -> None:
    stage = Stage()

    async with at_work(stage.worker()):
        for n in range(3):
            await stage.put(f"turn {n}")
            await stage.replier.until(answered(n + 1))


async def test_a_retry_comes_back_by_itself() -> None:
    stage = Stage(ScriptedModel(ModelUnavailable("timeout"), "at last", "second"))
    await stage.put("one")
    await stage.put("two")

    async with at_work(stage.worker()):
        await stage.replier.until(answered(2))

    assert stage.replier.texts("1") == ["at last", "second"]


async def test_a_turn_that_crashes_ends_no_worker() -> None:
    stage = Stage()

    class Crashing:
        async def run(self, held: Held) -> None:
            if held.lease.chat == "bad":
                raise KeyError("SECRET")
            await stage.answer.run(held)

    worker = stage.worker()
    worker._turn = Crashing()
    await stage.put("Hello", chat="bad")
    await stage.put("Hello", chat="good")

    async with at_work(worker):
        await stage.replier.until(answered(1))

    assert stage.replier.texts("good") == ["echo: Hello"]


async def test_a_killed_worker_s_turn_is_taken_over_after_its_lease() -> None:
    slow = HeldAnswer("never")
    stage = Stage(ScriptedModel(slow, "taken over", "next"), lease_s=0.3)
    await stage.put("one")
    await stage.put("two")
    killed = asyncio.create_task(stage.worker("killed").run())
    await slow.reached.wait()
    killed.cancel()  # nothing is handed back
    with suppress(asyncio.CancelledError):
        await killed

    async with at_work(stage.worker("w2")):
        await stage.replier.until(answered(2))

    assert stage.replier.texts("1") == ["taken over", "next"]
    assert stage.model.questions == ["one", "one", "two"]


async def test_leases_are_renewed_for_as_long_as_the_model_takes() -> None:
    slow = HeldAnswer("slow but ours")
    stage = Stage(ScriptedModel(slow), lease_s=0.3)
    beats = asyncio.Semaphore(0)
    beat = stage.lanes.beat

    async def counted(leases: Sequence[Lease]) -> Beat:
        beats.release()
        result: Beat = await beat(leases)
        return result

    stage.lanes.beat = counted
    await stage.put("one")

    async with at_work(stage.worker("w1"), stage.worker("w2")):
        for _ in range(8):  # more than two lease times
            await beats.acquire()
        slow.go_on.set()
        await stage.replier.until(answered(1))

    assert len(stage.model.prompts) == 1


async def test_a_lost_lease_ends_its_turn_at_once() -> None:
    slow = HeldAnswer("late")
    stage = Stage(ScriptedModel(slow), lease_s=15)
    await stage.put("one")
    worker = stage.worker()

    async with at_work(worker) as (running,):
        await slow.reached.wait()
        stage.skip(16.0)
        thief = await stage.lease("thief")
        worker._heart.soon("1")
        await slow.ended.wait()
        assert not running.done()
        await stage.lanes.hand_back(thief.lease)
        await stage.replier.until(answered(1))

    assert stage.replier.texts("1") == ["echo: one"]


async def test_a_worker_that_is_cut_off_ends_its_turns_by_its_own_clock() -> None:
    slow = HeldAnswer("costs tokens")
    stage = Stage(ScriptedModel(slow), lease_s=0.2)

    async def cut_off(*_: Any) -> Any:
        raise NotSent("no connection")

    await stage.put("one")
    worker = stage.worker()
    closed = asyncio.Event()

    async with at_work(worker):
        await slow.reached.wait()
        stage.lanes.beat = stage.lanes.lease = stage.lanes.wait = cut_off
        (held,) = worker._held
        assert held.task is not None
        held.task.add_done_callback(lambda _: closed.set())
        async with asyncio.timeout(5):
            await closed.wait()

    assert slow.closed


async def test_a_server_that_is_away_for_a_while_is_waited_out() -> None:
    stage = Stage()
    faults = [NotSent("down"), ServerSaidNo("OOM"), NotSent("down")]
    lease = stage.lanes.lease

    async def flaky(worker: str, most: int) -> Leased:
        if faults:
            raise faults.pop()
        result: Leased = await lease(worker, most)
        return result

    stage.lanes.lease = flaky
    await stage.put("one")

    async with at_work(stage.worker()):
        await stage.replier.until(answered(1))

    assert faults == []


async def test_stop_reaches_the_running_turn_at_once_and_later_turns_go_on() -> None:
    slow = HeldAnswer("whole", shown="Half")
    stage = Stage(ScriptedModel(slow))
    await stage.put("one")

    async with at_work(stage.worker()):
        await slow.reached.wait()
        await stage.put("dropped")
        stopped = await stage.lanes.stop("1", before=3)
        await stage.put("later")
        await stage.replier.until(answered(2))

    assert (stopped.running, stopped.dropped) == (True, 1)
    assert slow.closed
    assert stage.replier.texts("1") == ["Half", "echo: later"]


async def test_draining_lets_running_turns_finish_and_takes_nothing_new() -> None:
    slow = HeldAnswer("finished")
    stage = Stage(ScriptedModel(slow))
    await stage.put("one")
    await stage.put("two")
    worker = stage.worker(drain_s=30)
    running = asyncio.create_task(worker.run())
    await slow.reached.wait()

    worker.drain()
    await stage.put("three", chat="2")
    slow.go_on.set()
    async with asyncio.timeout(5):
        await running

    assert stage.replier.texts("1") == ["finished"]
    leased = (await stage.lanes.lease("w2", 9)).leases
    assert sorted(lease.chat for lease in leased) == ["1", "2"]


async def test_draining_hands_back_what_does_not_finish_in_time() -> None:
    slow = HeldAnswer("never")
    stage = Stage(ScriptedModel(slow))
    await stage.put("one")
    worker = stage.worker(drain_s=8.05)
    running = asyncio.create_task(worker.run())
    await slow.reached.wait()

    worker.drain()
    async with asyncio.timeout(5):
        await running

    assert slow.closed
    again = await stage.lease("w2")
    assert again.lease.attempts == 0


async def test_draining_finishes_a_delivery_after_the_turns_were_handed_back() -> None:
    slow = HeldAnswer("never")
    replier = RecordingReplier()
    replier.gate = asyncio.Event()
    stage = Stage(ScriptedModel("delivered", slow), replier)
    await stage.put("one", chat="1")
    worker = stage.worker(drain_s=8.0)
    running = asyncio.create_task(worker.run())
    await replier.until(lambda it: bool(it.tried))
    await stage.put("two", chat="2")
    await slow.reached.wait()

    worker.drain()
    await slow.ended.wait()
    replier.gate.set()
    async with asyncio.timeout(5):
        await running

    assert [reply.text for _, reply in replier.delivered] == ["delivered"]


async def test_a_second_drain_hands_everything_back_now_and_the_reply_is_kept() -> None:
    slow = HeldAnswer("never")
    replier = RecordingReplier()
    replier.gate = asyncio.Event()
    stage = Stage(ScriptedModel("kept", slow), replier)
    await stage.put("one", chat="1")
    worker = stage.worker(drain_s=1000)
    running = asyncio.create_task(worker.run())
    await replier.until(lambda it: bool(it.tried))
    await stage.put("two", chat="2")
    await slow.reached.wait()

    worker.drain()
    worker.drain()
    async with asyncio.timeout(5):
        await running
    replier.gate = None
    await stage.run_one()
    await stage.run_one()

    assert sorted(reply.text for _, reply in replier.delivered) == ["echo: two", "kept"]
    assert len(stage.model.prompts) == 3


class Watched:
    """Lanes that note every call. Nothing ever comes: each wait passes its whole time at once."""

    def __init__(self, lanes: Any, waits: int) -> None:
        self._lanes = lanes
        self._waits = waits
        self.calls: list[str] = []
        self.waited_s = 0.0
        self.enough = asyncio.Event()

    async def wait(self, timeout_s: float) -> None:
        self._waits -= 1
        self.waited_s += timeout_s
        self.calls.append("wait")
        if self._waits == 0:
            self.enough.set()
            await asyncio.Event().wait()
        await asyncio.sleep(0)

    def __getattr__(self, name: str) -> Any:
        if name not in {"on_stop", "on_rejoin", "on_beside"}:
            self.calls.append(name)
        return getattr(self._lanes, name)


async def test_an_idle_worker_looks_once_in_two_seconds_and_asks_for_nothing_else() -> None:
    stage = Stage()
    for n in range(50):
        await stage.put("hi", chat=str(n))
    async with at_work(stage.worker()):
        await stage.replier.until(answered(50))
    stage.lanes = lanes = Watched(stage.lanes, waits=100)

    async with at_work(stage.worker()):
        await lanes.enough.wait()

    looks = len(lanes.calls) - lanes.calls.count("wait")
    assert set(lanes.calls) == {"wait", "lease"}
    assert lanes.waited_s == 200
    assert looks <= lanes.waited_s / 2 + 2  # as it begins, for the lanes and for memories


async def test_an_idle_worker_ends_at_once_when_drained() -> None:
    stage = Stage()
    worker = stage.worker()
    await stage.put("one")
    running = asyncio.create_task(worker.run())
    await stage.replier.until(answered(1))

    worker.drain()
    async with asyncio.timeout(1):
        await running


@pytest.mark.parametrize("drained_first", [True, False])
async def test_a_worker_told_to_drain_before_it_began_ends(drained_first: bool) -> None:
    worker = Stage().worker()
    if drained_first:
        worker.drain()
    running = asyncio.create_task(worker.run())
    if not drained_first:
        worker.drain()

    async with asyncio.timeout(1):
        await running
