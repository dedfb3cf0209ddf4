from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from memory.conversation import ConversationId, pair
from memory.kinds.summary import Summary
from memory.store import DictStore, Tended
from memory.summary_cost import SummaryCost
from memory.tending import cost_so_far
from tests.fakes.language_model import Held as HeldAnswer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import NOON, Stage, small_memory
from tests.workers.test_worker import answered, at_work
from workers.jobs import Command
from workers.lanes import TendingLease
from workers.language_model import (
    Answer,
    ContextTooLong,
    ModelRefused,
    ModelUnavailable,
    OnText,
)
from workers.local_lanes import LocalLanes
from workers.prompt import Part, PromptMessage
from workers.upkeep import DIGEST_AFTER, MAX_ATTEMPTS

TALK = ConversationId("1")
GOOD = "The user talks about the garden."


def long_stage(*script: Any, exchanges: int = 8, **options: Any) -> Stage:
    """A conversation well past its threshold, whose tending was asked for."""
    stage = Stage(
        ScriptedModel(*script),
        **{"recipe": "summary_buffer", "memory": small_memory(), **options},
    )
    store: Any = stage.store
    for n in range(1, exchanges + 1):
        text = f"I planted row {n} of beans and peas in the garden by the old wall today"
        store.append(TALK, pair(n, text, "That sounds like a good day in the garden", at=NOON))
    return stage


async def lease(stage: Stage) -> TendingLease:
    await stage.lanes.ask_tending(TALK)
    (leased,) = await stage.lanes.lease_tending("w1", 1)
    assert isinstance(leased, TendingLease)
    return leased


async def test_the_summary_covers_all_but_the_newest_and_the_watermark_moves_with_it() -> None:
    stage = long_stage(*[GOOD] * 9)

    await stage.tend.run(await lease(stage))

    memory = await stage.memory()
    assert memory.watermark == 6
    assert memory.summary_version == 1
    assert len(memory.exchanges) == 8
    await stage.put("What did I plant?")
    await stage.run_one()
    prompt = stage.model.prompts[-1]
    assert any(GOOD in m.text for m in prompt if m.part is Part.CONTEXT)
    recent = [m.text for m in prompt if m.part is Part.RECENT]
    assert [text for text in recent if "row 7" in text or "row 8" in text]


async def test_the_model_is_asked_with_instructions_and_material_apart() -> None:
    stage = long_stage(*[GOOD] * 9)

    await stage.tend.run(await lease(stage))

    for prompt in stage.model.prompts:
        assert [(m.part, m.role, m.kind) for m in prompt] == [
            (Part.POLICY, "system", "summary"),
            (Part.QUESTION, "user", "summary"),
        ]
        assert "beans" not in prompt[0].text
    asked = " ".join(stage.model.questions)
    assert all(f"row {n} " in asked for n in range(1, 7))


async def test_it_is_not_asked_for_again_when_it_is_done() -> None:
    stage = long_stage(*[GOOD] * 9)

    await stage.tend.run(await lease(stage))
    stage.skip(10_000)

    assert await stage.lanes.lease_tending("w1", 1) == ()


async def test_what_was_summarised_before_a_restart_is_not_summarised_again() -> None:
    before = long_stage(*[GOOD] * 99, exchanges=417)
    await before.tend.run(await lease(before))
    assert (await before.memory()).watermark == 415

    store = before.store
    assert isinstance(store, DictStore)
    options: Any = {"recipe": "summary_buffer", "memory": small_memory()}
    after = Stage(lanes=LocalLanes(store), store=store, **options)
    await after.put("What did I plant?")
    await after.run_one()

    assert await after.lanes.lease_tending("w1", 1) == ()
    assert len(after.model.prompts) == 1


class Forgetful(ScriptedModel):
    """Its summaries say one thing and nothing else."""

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        if prompt[-1].kind == Summary.name:
            return Answer("They talk of gardens.", self.name, 1, 1)
        return await super().answer(prompt, on_text)


PLACES = ("gate", "cellar", "attic", "garage", "office", "shed", "locker", "safe")


async def test_early_facts_outlive_summaries_that_drop_them() -> None:
    """Eight facts, 48 turns of other talk, and a summarizer that keeps none of them."""
    stage = Stage(Forgetful(), recipe="summary", memory=small_memory())
    codes = {place: f"KX-{number}{place[:2].upper()}7" for number, place in enumerate(PLACES)}
    said = [f"The code of the {place} is {code}." for place, code in codes.items()]
    for text in (*said, *(f"Let us talk of gardens and walls, part {n}" for n in range(48))):
        await stage.put(text)
        await stage.run_one()
        for leased in await stage.lanes.lease_tending("w1", 1):
            await stage.tend.run(leased)

    memory = await stage.memory()
    assert (memory.summary_version > 5, memory.watermark > 48) == (True, True)
    for place, code in codes.items():
        await stage.put(f"What is the code of the {place}?")
        await stage.run_one()
        assert code in " ".join(message.text for message in stage.model.prompts[-1])


@pytest.mark.parametrize(
    "fault",
    [
        ModelUnavailable("http_503"),
        ModelRefused("bad_key"),
        ContextTooLong(),
        RuntimeError("SECRET"),
        "",
        " \n ",
        "far too long " * 200,
    ],
    ids=["unavailable", "refused", "too long a prompt", "crash", "empty", "blank", "too long"],
)
async def test_a_summariser_that_fails_changes_nothing_and_is_asked_again_later(
    fault: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    stage = long_stage(*[fault] * 3)
    before = await stage.memory()

    await stage.tend.run(await lease(stage))
    at_once = await stage.lanes.lease_tending("w1", 1)
    stage.skip(16)
    (again,) = await stage.lanes.lease_tending("w1", 1)

    assert await stage.memory() == before
    assert at_once == ()
    assert again.attempts == 1
    assert "SECRET" not in capsys.readouterr().out


async def test_material_that_is_too_long_for_the_model_is_shown_in_smaller_parts() -> None:
    stage = long_stage(ContextTooLong(), *[GOOD] * 50, exchanges=200)

    await stage.tend.run(await lease(stage))

    first, *rest = stage.model.questions
    assert (await stage.memory()).watermark == 198
    assert max(len(text) for text in rest) < len(first)


async def test_a_summariser_that_never_answers_is_given_up_in_time() -> None:
    slow = HeldAnswer("never")
    stage = long_stage(slow, turn_timeout_s=0.05)
    before = await stage.memory()

    await stage.tend.run(await lease(stage))

    assert slow.closed
    assert await stage.memory() == before


async def test_nothing_of_a_summary_is_kept_when_a_later_part_of_it_fails() -> None:
    stage = long_stage(GOOD, ModelUnavailable("timeout"), exchanges=400)
    before = await stage.memory()

    await stage.tend.run(await lease(stage))

    assert len(stage.model.prompts) == 2
    assert await stage.memory() == before


async def test_after_the_last_failure_a_digest_stands_in_and_its_cost_is_counted() -> None:
    stage = long_stage(*[ModelUnavailable("down")] * 99)
    await stage.lanes.ask_tending(TALK)

    for _ in range(MAX_ATTEMPTS):
        for leased in await stage.lanes.lease_tending("w1", 1):
            await stage.tend.run(leased)
        stage.skip(3601)

    memory = await stage.memory()
    assert memory.watermark == 6
    assert len(stage.model.prompts) == DIGEST_AFTER + 1
    text = memory.states["summary"]["state"]["text"]
    assert "user: I planted row 6 of beans and peas in the garden by the old wall today" in text
    assert cost_so_far(memory) == SummaryCost(refused=DIGEST_AFTER + 1, digests=1)


async def test_after_many_crashes_it_waits_for_the_next_turn_to_ask() -> None:
    stage = long_stage(*[RuntimeError("crash")] * 99)
    await stage.lanes.ask_tending(TALK)

    tries = 0
    for _ in range(MAX_ATTEMPTS + 3):
        for leased in await stage.lanes.lease_tending("w1", 1):
            tries += 1
            await stage.tend.run(leased)
        stage.skip(3601)

    assert tries == MAX_ATTEMPTS
    assert len(stage.model.prompts) == MAX_ATTEMPTS
    await stage.lanes.ask_tending(TALK)
    assert len(await stage.lanes.lease_tending("w1", 1)) == 1


async def test_a_memory_that_ends_its_workers_is_left_alone_in_the_end() -> None:
    stage = long_stage(GOOD)
    await stage.lanes.ask_tending(TALK)
    for _ in range(MAX_ATTEMPTS):
        assert await stage.lanes.lease_tending("killed", 1)
        stage.skip(3601)

    await stage.tend.run((await stage.lanes.lease_tending("w", 1))[0])

    assert stage.model.prompts == []
    assert (await stage.memory()).watermark == 0
    stage.skip(3601)
    assert await stage.lanes.lease_tending("w", 1) == ()


async def test_somebody_else_s_summary_is_not_overwritten() -> None:
    slow = HeldAnswer(GOOD)
    stage = long_stage(slow, *[GOOD] * 9)
    running = asyncio.create_task(stage.tend.run(await lease(stage)))
    await slow.reached.wait()

    theirs = Tended(watermark=3, states={"theirs": {"version": 1, "state": {}}})
    await stage.store.commit_tended(await stage.memory(), theirs)
    slow.go_on.set()
    await running

    memory = await stage.memory()
    assert (memory.watermark, memory.summary_version) == (3, 1)
    assert "theirs" in memory.states


async def test_exchanges_that_come_meanwhile_are_no_conflict() -> None:
    slow = HeldAnswer(GOOD)
    stage = long_stage(slow, *[GOOD] * 9)
    running = asyncio.create_task(stage.tend.run(await lease(stage)))
    await slow.reached.wait()

    store: Any = stage.store
    store.append(TALK, pair(9, "and one more", "yes", at=NOON))
    slow.go_on.set()
    await running

    memory = await stage.memory()
    assert memory.watermark == 6
    assert len(memory.exchanges) == 9


async def test_a_lost_lease_ends_the_work_and_changes_nothing() -> None:
    slow = HeldAnswer("never")
    stage = long_stage(slow, lease_s=0.1)
    tend = replace(stage.tend, clock=lambda: 0.0)  # by which it is never over
    running = asyncio.create_task(tend.run(await lease(stage)))
    await slow.reached.wait()

    stage.skip(1)
    (thief,) = await stage.lanes.lease_tending("thief", 1)
    async with asyncio.timeout(5):
        await running

    assert slow.closed
    assert (await stage.memory()).watermark == 0
    assert await stage.lanes.beat_tending(thief)


async def test_being_cancelled_gives_it_back_at_once() -> None:
    slow = HeldAnswer("never")
    stage = long_stage(slow)
    running = asyncio.create_task(stage.tend.run(await lease(stage)))
    await slow.reached.wait()

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    assert slow.closed
    (again,) = await stage.lanes.lease_tending("w2", 1)
    assert again.attempts == 0


async def test_what_is_too_old_is_removed_first() -> None:
    stage = Stage(
        ScriptedModel(*[GOOD] * 9), recipe="window", memory=small_memory(), retention_days=30
    )
    store: Any = stage.store
    for n, days in enumerate((40, 35, 20, 1), start=1):
        store.append(TALK, pair(n, f"said {days}", "yes", at=NOON - timedelta(days=days)))

    await stage.tend.run(await lease(stage))

    memory = await stage.memory()
    assert [e.number for e in memory.exchanges] == [3, 4]
    assert memory.last_number == 4


async def test_a_conversation_that_is_all_too_old_is_emptied_and_its_numbers_go_on() -> None:
    stage = Stage(retention_days=30)
    store: Any = stage.store
    store.append(TALK, pair(1, "old", "yes", at=NOON - timedelta(days=40)))

    await stage.tend.run(await lease(stage))
    await stage.put("hello again")
    await stage.run_one()

    assert [e.number for e in (await stage.memory()).exchanges] == [2]


async def test_a_memory_is_tended_by_the_recipe_its_chat_chose() -> None:
    stage = long_stage(*[GOOD] * 9, recipe="window")
    await stage.tend.run(await lease(stage))
    without = await stage.memory()
    await stage.put("full", command=Command.MODE)
    await stage.run_one()

    await stage.tend.run(await lease(stage))

    assert without.watermark == 0
    assert (await stage.memory()).watermark == 6
    assert len(stage.model.prompts) == 1


async def test_a_worker_tends_memories_by_itself_and_replies_do_not_wait_for_it() -> None:
    slow = HeldAnswer(GOOD)

    class Model(ScriptedModel):
        async def answer(self, prompt: Any, on_text: Any) -> Any:
            if prompt[-1].kind == "summary" and not slow.reached.is_set():
                self._script.append(slow)
            elif prompt[-1].kind == "summary":
                self._script.append(GOOD)
            return await super().answer(prompt, on_text)

    stage = long_stage()
    stage.model = Model()
    tended = asyncio.Event()
    commit_tended = stage.store.commit_tended

    async def told(*args: Any) -> None:
        await commit_tended(*args)
        tended.set()

    store: Any = stage.store
    store.commit_tended = told

    async with at_work(stage.worker()):
        await stage.put("first")
        await stage.replier.until(answered(1))
        async with asyncio.timeout(5):
            await slow.reached.wait()
        await stage.put("second")
        await stage.put("third")
        await stage.replier.until(answered(3))
        assert not tended.is_set()
        slow.go_on.set()
        async with asyncio.timeout(5):
            await tended.wait()

    assert stage.replier.texts("1") == ["echo: first", "echo: second", "echo: third"]
    assert (await stage.memory()).watermark >= 6


async def test_states_of_a_recipe_without_a_summary_are_stored_without_the_model() -> None:
    stage = long_stage(recipe="graph,window", exchanges=500)

    await stage.tend.run(await lease(stage))

    memory = await stage.memory()
    assert memory.absorbed_by("graph") == 500
    assert memory.watermark == 0
    assert stage.model.prompts == []
