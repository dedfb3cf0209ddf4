"""A turn that is being answered is begun anew with what was sent together with it."""

from __future__ import annotations

import pytest

from memory.store import DictStore
from tests.fakes.language_model import Held, ScriptedModel
from tests.fakes.stage import Stage
from tests.workers.test_worker import answered, at_work
from tests.workers.test_worker_on_server import KEYS
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
