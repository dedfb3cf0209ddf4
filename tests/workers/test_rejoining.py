"""A turn that is being answered is begun anew with what was sent together with it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from memory.store import DictStore
from tests.fakes.language_model import Held, ScriptedModel
from tests.fakes.stage import Stage
from tests.workers.test_worker import answered, at_work
from tests.workers.test_worker_on_server import KEYS
from workers.jobs import Outbox
from workers.leases import Held as HeldLease
from workers.local_lanes import LocalLanes
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore


@pytest.fixture(params=["in process", "on the server"])
def stage(request: pytest.FixtureRequest) -> Stage:
    if request.param == "in process":
        store = DictStore()
        return Stage(lanes=LocalLanes(store, most_turns=5), store=store)
    link: RedisLink = request.getfixturevalue("link")
    return Stage(lanes=RedisLanes(link, KEYS, most_turns=5), store=RedisStore(link, KEYS))


async def test_both_are_answered_together_and_no_attempt_is_counted(stage: Stage) -> None:
    thinking = Held("Send it.")
    stage.model = ScriptedModel(thinking)
    async with at_work(stage.worker()):
        comment = await stage.put("summarise this")
        await thinking.reached.wait()
        forward = await stage.put("a story")
        await stage.lanes.rejoin("1", comment.update_id, forward.update_id)
        await stage.replier.until(answered(1))
    assert stage.replier.texts("1") == ["echo: summarise this\na story"]
    assert thinking.closed


async def test_an_answer_that_something_was_said_before_knows_it(stage: Stage) -> None:
    thinking = Held("An answer.")
    stage.model = ScriptedModel(thinking)
    boxes: list[Outbox] = []
    deliver = stage.replier.deliver

    async def watched(chat: str, outbox: Outbox, *more: Any) -> tuple[int, ...]:
        boxes.append(outbox)
        return await deliver(chat, outbox, *more)

    stage.replier.deliver = watched  # type: ignore[assignment]
    heard = asyncio.Event()
    async with at_work(stage.worker()):
        await stage.put("one")
        await thinking.reached.wait()
        stage.lanes.on_beside(lambda chat, fence: heard.set())  # told after the worker
        await stage.lanes.beside("1")
        await asyncio.wait_for(heard.wait(), 10)
        thinking.go_on.set()
        await stage.replier.until(answered(1))
        await stage.put("two", chat="2")
        await stage.replier.until(answered(2))
    assert [box.apart for box in boxes] == [True, False]


async def test_a_stop_goes_before(stage: Stage) -> None:
    await stage.put("summarise this")
    held = await stage.lease()
    for what in (held.rejoin, held.stop, held.rejoin):
        what()
    assert isinstance(held, HeldLease)
    assert (held.stopped, held.rejoining) == (True, False)
    await stage.answer.run(held)
    assert stage.replier.delivered == []
    assert (await stage.lanes.lease("w2", 1)).leases == ()
