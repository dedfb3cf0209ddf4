"""A turn whose calls, lease or number got lost on the way changes nothing twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from memory.conversation import ConversationId, pair
from tests.fakes.language_model import Held as HeldAnswer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.replier import RecordingReplier
from tests.fakes.stage import NOON, Stage
from workers.jobs import Notice, Outcome, Turn
from workers.lanes import Committed, Lease, LeaseLost
from workers.leases import Held
from workers.local_lanes import LocalLanes
from workers.redis_link import NotSent, OutcomeUnknown
from workers.replier import Draft, StillOurs, unquestioned


class Lane:
    """Passes everything on to a lane, with faults before or after a call: first in, first out."""

    def __init__(self, lanes: LocalLanes) -> None:
        self._lanes = lanes
        self.before: dict[str, list[Exception]] = {}
        self.after: dict[str, list[Exception]] = {}
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Any:
        async def call(*args: Any) -> Any:
            self.calls.append(name)
            if self.before.get(name):
                raise self.before[name].pop(0)
            result = await getattr(self._lanes, name)(*args)
            if self.after.get(name):
                raise self.after[name].pop(0)
            return result

        return call


async def test_a_commit_whose_answer_got_lost_is_repeated_and_delivered_once() -> None:
    stage = Stage()
    lane = Lane(stage.lanes)
    lane.after = {"commit": [OutcomeUnknown("lost")], "release": [OutcomeUnknown("lost")]}
    await stage.put("Hello")
    held = await stage.lease()
    stage.lanes = lane

    await stage.answer.run(held)

    assert lane.calls.count("commit") == 2
    assert len(stage.model.prompts) == 1
    assert stage.replier.texts("1") == ["echo: Hello"]
    assert len((await stage.memory()).exchanges) == 1


async def test_a_call_that_was_not_sent_is_repeated() -> None:
    stage = Stage()
    lane = Lane(stage.lanes)
    lane.before = {name: [NotSent("down")] for name in ("open", "commit", "mark_sent", "release")}
    await stage.put("Hello")
    held = await stage.lease()
    stage.lanes = lane

    await stage.answer.run(held)

    assert stage.replier.texts("1") == ["echo: Hello"]
    assert all(lane.calls.count(name) == 2 for name in ("open", "commit", "release"))


async def test_calls_are_not_repeated_past_the_end_of_the_lease() -> None:
    stage = Stage(lease_s=0.05)
    lane = Lane(stage.lanes)
    lane.before = {"open": [NotSent("down")] * 99}
    await stage.put("Hello")
    held = await stage.lease()
    stage.lanes = lane

    await stage.answer.run(held)

    assert lane.calls == ["open"]
    assert stage.model.prompts == []


async def test_a_number_that_somebody_else_took_costs_no_second_answer() -> None:
    stage = Stage(ScriptedModel("mine"))
    await stage.put("Hello")
    held = await stage.lease()
    store: Any = stage.store

    class Sneaking(ScriptedModel):
        async def answer(self, prompt: Any, on_text: Any) -> Any:
            store.append(ConversationId("1"), pair(1, "theirs", "first", at=NOON))
            return await super().answer(prompt, on_text)

    stage.model = Sneaking("mine")
    await stage.answer.run(held)

    memory = await stage.memory()
    assert [(e.number, e.assistant) for e in memory.exchanges] == [(1, "first"), (2, "mine")]
    assert len(stage.model.prompts) == 1


async def test_a_conflict_at_every_try_ends() -> None:
    stage = Stage(max_attempts=1)
    await stage.put("Hello")
    held = await stage.lease()

    class Contested(Lane):
        async def commit(self, lease: Lease, turns: Sequence[Turn], outcome: Outcome) -> Committed:
            self.calls.append("commit")
            return Committed.CONFLICT

    lane = Contested(stage.lanes)
    stage.lanes = lane
    await stage.answer.run(held)

    assert lane.calls.count("commit") == 5
    assert [r.notice for r in stage.replier.replies_to("1")] == [Notice.FAILED]


async def test_a_zombie_changes_nothing_and_says_nothing() -> None:
    slow = HeldAnswer("late", shown="la")
    stage = Stage(ScriptedModel(slow, "in time"))
    await stage.put("Hello")
    zombie = asyncio.create_task(stage.answer.run(await stage.lease("frozen")))
    await slow.reached.wait()

    stage.skip(20.0)
    await stage.run_one()
    slow.go_on.set()
    await zombie

    assert stage.replier.texts("1") == ["in time"]
    assert [e.assistant for e in (await stage.memory()).exchanges] == ["in time"]


async def test_being_cancelled_leaves_the_lane_as_it_was() -> None:
    slow = HeldAnswer("never")
    stage = Stage(ScriptedModel(slow))
    await stage.put("Hello")
    held = await stage.lease()
    running = asyncio.create_task(stage.answer.run(held))
    await slow.reached.wait()

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await stage.lanes.hand_back(held.lease)

    assert slow.closed
    again = await stage.lease("w2")
    assert again.lease.attempts == 0
    await stage.answer.run(again)
    assert stage.replier.texts("1") == ["echo: Hello"]


async def test_a_lease_that_was_lost_before_the_lane_was_opened_is_no_error() -> None:
    stage = Stage()

    await stage.answer.run(Held(Lease("1", 5), 15, since=0, clock=lambda: 0.0))

    assert stage.replier.tried == []


async def test_lease_lost_while_delivering_is_no_delivery_fault() -> None:
    stage = Stage(replier=RecordingReplier(LeaseLost()))
    lane = Lane(stage.lanes)
    await stage.put("Hello")
    held = await stage.lease()
    stage.lanes = lane

    await stage.answer.run(held)

    assert "fail" not in lane.calls
    assert "release" not in lane.calls


async def test_a_worker_that_stood_still_past_its_lease_sends_nothing_more() -> None:
    stage, now_s = Stage(), 0.0
    stage.replier.gate = asyncio.Event()
    lane = Lane(stage.lanes)
    await stage.put("Hello")
    held = Held((await stage.lease()).lease, 15, since=0, clock=lambda: now_s)
    stage.lanes = lane
    working = asyncio.create_task(stage.answer.run(held))
    await stage.replier.until(lambda replier: bool(replier.tried))

    now_s = 16
    stage.replier.gate.set()
    await working

    assert stage.replier.delivered == []
    assert "fail" not in lane.calls
    assert "release" not in lane.calls


async def test_a_worker_that_stood_still_past_its_lease_asks_no_model() -> None:
    now_s = 0.0

    class Frozen(RecordingReplier):
        @asynccontextmanager
        async def working(
            self, turn: Turn, still_ours: StillOurs = unquestioned
        ) -> AsyncIterator[Draft]:
            nonlocal now_s
            async with super().working(turn, still_ours) as draft:
                now_s = 16
                yield draft

    stage = Stage(replier=Frozen())
    lane = Lane(stage.lanes)
    await stage.put("Hello")
    held = Held((await stage.lease()).lease, 15, since=0, clock=lambda: now_s)
    stage.lanes = lane

    await stage.answer.run(held)

    assert stage.model.prompts == []
    assert lane.calls == ["open"]
