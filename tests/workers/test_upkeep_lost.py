"""A memory whose tending lease is over, by the server's word or by our own clock, costs no more
tokens and is changed by nobody but the next one who tends it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tests.fakes.embedder import ListedMeanings
from tests.fakes.language_model import Held as HeldAnswer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from tests.workers.test_turn_lost import Lane
from tests.workers.test_upkeep import GOOD, lease, long_stage
from workers.embedding import BATCH
from workers.lanes import TendingLease
from workers.language_model import Answer, OnText
from workers.prompt import PromptMessage
from workers.redis_link import NotSent
from workers.upkeep import Upkeep

IN_ONE_CALL = 8
"""Exchanges."""
IN_TWO_CALLS = 400


class MovedClock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def outlast_a_lease(self) -> None:
        self.now += 16


class Freezing(ScriptedModel):
    """We stand still while it makes its first answer."""

    def __init__(self, stand_still: Callable[[], None]) -> None:
        super().__init__(*[GOOD] * 9)
        self._stand_still = stand_still

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        answer = await super().answer(prompt, on_text)
        if len(self.prompts) == 1:
            self._stand_still()
        return answer


async def frozen_in_its_first_call(exchanges: int) -> tuple[Stage, Lane]:
    stage, clock = long_stage(exchanges=exchanges), MovedClock()
    stage.model = Freezing(clock.outlast_a_lease)
    ours, lane = await lease(stage), Lane(stage.lanes)
    await replace(stage.tend, tending=lane, clock=clock).run(ours)
    return stage, lane


async def test_whoever_cannot_reach_the_server_ends_it_when_the_lease_is_over() -> None:
    slow, clock = HeldAnswer("costs tokens"), MovedClock()
    stage = long_stage(slow, lease_s=0.3)
    before, ours, lane = await stage.memory(), await lease(stage), Lane(stage.lanes)
    lane.before = {"beat_tending": [NotSent("down")] * 999}

    running = asyncio.create_task(replace(stage.tend, tending=lane, clock=clock).run(ours))
    await slow.reached.wait()
    clock.outlast_a_lease()
    async with asyncio.timeout(5):
        await running

    assert slow.closed
    assert await stage.memory() == before
    assert "finish_tending" not in lane.calls


async def test_a_beat_that_hangs_does_not_outlast_the_lease() -> None:
    slow, begun, clock = HeldAnswer("costs tokens"), asyncio.Event(), MovedClock()
    stage = long_stage(slow, lease_s=0.3)
    ours = await lease(stage)

    async def hanging(_: TendingLease) -> bool:
        begun.set()
        await asyncio.Event().wait()
        return True

    stage.lanes.beat_tending = hanging
    running = asyncio.create_task(replace(stage.tend, clock=clock).run(ours))
    await slow.reached.wait()
    await begun.wait()
    clock.outlast_a_lease()
    async with asyncio.timeout(5):
        await running

    assert slow.closed


async def test_a_beat_that_got_lost_is_made_up_for() -> None:
    slow, beaten = HeldAnswer(GOOD), asyncio.Event()
    stage = long_stage(slow, lease_s=3)
    ours, lane = await lease(stage), Lane(stage.lanes)
    lane.before = {"beat_tending": [NotSent("down")]}
    beat_tending = stage.lanes.beat_tending

    async def told(held: TendingLease) -> bool:
        beaten.set()
        return bool(await beat_tending(held))

    stage.lanes.beat_tending = told
    running = asyncio.create_task(replace(stage.tend, tending=lane).run(ours))
    async with asyncio.timeout(5):
        await beaten.wait()
    slow.go_on.set()
    await running

    assert (await stage.memory()).watermark == 6


async def test_whoever_stood_still_past_the_lease_asks_the_model_nothing_more() -> None:
    stage, lane = await frozen_in_its_first_call(IN_TWO_CALLS)

    assert len(stage.model.prompts) == 1
    assert (await stage.memory()).watermark == 0
    assert lane.calls == []


async def test_a_summary_that_is_finished_after_the_lease_is_not_stored() -> None:
    stage, lane = await frozen_in_its_first_call(IN_ONE_CALL)

    assert (await stage.memory()).watermark == 0
    assert lane.calls == []


async def test_the_next_one_tends_it_as_if_nothing_had_been_done() -> None:
    stage, _ = await frozen_in_its_first_call(IN_ONE_CALL)

    stage.skip(16)
    (again,) = await stage.lanes.lease_tending("w2", 1)
    await stage.tend.run(again)

    assert (await stage.memory()).watermark == 6
    assert await stage.lanes.lease_tending("w2", 1) == ()


async def test_whoever_stood_still_past_the_lease_embeds_nothing_more() -> None:
    clock, embedder = MovedClock(), ListedMeanings()
    stage = long_stage(exchanges=BATCH + 1, recipe="vectors,window", embedder=embedder)
    ours, passages = await lease(stage), embedder.passages

    async def freezing(texts: Any) -> Any:
        clock.outlast_a_lease()
        return await passages(texts)

    embedder.passages = freezing  # type: ignore[method-assign]  # its answer is heard of late
    await replace(stage.tend, clock=clock).run(ours)

    assert not any(f"row {BATCH + 1} " in text for text in embedder.embedded)


async def test_a_lease_counts_from_before_it_was_asked_for() -> None:
    stage, clock, asked_again = long_stage(), MovedClock(), asyncio.Event()
    await stage.lanes.ask_tending((await stage.memory()).conversation)

    class Slow(Lane):
        async def lease_tending(self, worker: str, most: int) -> tuple[TendingLease, ...]:
            leases: tuple[TendingLease, ...] = await stage.lanes.lease_tending(worker, most)
            clock.outlast_a_lease()
            if not leases:
                asked_again.set()
            return leases

    lane = Slow(stage.lanes)
    upkeep = Upkeep(tending=lane, tend=replace(stage.tend, tending=lane, clock=clock), name="w1")
    upkeep.wake()
    running = asyncio.create_task(upkeep.run())
    async with asyncio.timeout(5):
        await asked_again.wait()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running

    assert stage.model.prompts == []
    assert lane.calls == []
