"""The worker over the real lanes and store."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from memory.conversation import ConversationId
from tests.fakes.embedder import ListedMeanings
from tests.fakes.language_model import Held as HeldAnswer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.replier import RecordingReplier
from tests.fakes.stage import NOON, Stage, small_memory
from tests.servers import Server
from tests.workers.test_worker import answered, at_work
from workers.jobs import Command, Notice, Turn
from workers.keys import Keys
from workers.prompt import Part
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.redis_vectors import RedisVectors
from workers.replier import DeliveryFailed

KEYS = Keys(prefix="test", bot="1", shards=2)


def on_server(
    link: RedisLink,
    model: ScriptedModel | None = None,
    replier: RecordingReplier | None = None,
    *,
    lease_s: float = 15,
    **options: Any,
) -> Stage:
    lanes = RedisLanes(link, KEYS, lease_ms=int(lease_s * 1000))
    return Stage(
        model, replier, lanes=lanes, store=RedisStore(link, KEYS), lease_s=lease_s, **options
    )


async def test_two_workers_answer_every_chat_in_order(link: RedisLink) -> None:
    stage = on_server(link)
    for n in range(60):
        await stage.put(f"turn {n}", chat=str(n % 4))

    async with at_work(stage.worker("w1"), stage.worker("w2")):
        await stage.replier.until(answered(60))

    for chat in range(4):
        assert stage.replier.texts(str(chat)) == [f"echo: turn {n}" for n in range(chat, 60, 4)]
        memory = await stage.memory(str(chat))
        assert [e.number for e in memory.exchanges] == list(range(1, 16))
        assert all(e.reply_ids for e in memory.exchanges)
    assert len(stage.model.prompts) == 60
    assert stage.model.most_at_once <= 4


class AwaitedVectors(RedisVectors):
    """Says when the vectors of so many exchanges were added."""

    def __init__(self, link: RedisLink, exchanges: int) -> None:
        super().__init__(link, KEYS)
        self.all_there = asyncio.Event()
        self._missing = exchanges

    async def add(
        self, conversation: ConversationId, model: str, packed: Mapping[int, str]
    ) -> None:
        await super().add(conversation, model, packed)
        self._missing -= len(packed)
        if self._missing == 0:
            self.all_there.set()


async def test_what_was_said_is_embedded_beside_the_turns_and_found_by_meaning(
    link: RedisLink,
) -> None:
    vectors = AwaitedVectors(link, exchanges=4)
    stage = on_server(
        link,
        recipe="vectors,window",
        memory=small_memory(window_pairs=1, recalled=1),
        embedder=ListedMeanings(),
        vectors=vectors,
    )
    async with at_work(stage.worker()):
        for n, text in enumerate(("i bought an automobile", "cold tea", "hello", "snow"), 1):
            await stage.put(text)
            await stage.replier.until(answered(n))
        async with asyncio.timeout(20):
            await vectors.all_there.wait()
        await stage.put("ماشین")
        await stage.replier.until(answered(5))

    recalled = [m.text for m in stage.model.prompts[-1] if m.part is Part.RECALLED]
    assert len(recalled) == 1
    assert "automobile" in recalled[0]
    assert "tea" not in recalled[0]


async def test_a_turn_put_while_the_worker_rests_wakes_it(link: RedisLink) -> None:
    stage = on_server(link)

    async with at_work(stage.worker()):
        for n in range(3):
            await stage.put(f"turn {n}")
            await stage.replier.until(answered(n + 1))


async def test_a_resting_worker_answers_a_held_turn_when_its_time_is_up(link: RedisLink) -> None:
    stage = on_server(link)
    alone = Turn("1", 99, "a forward", NOON, message_ids=(9,), hold_ms=100)

    async with at_work(stage.worker()):
        await stage.put("first")
        await stage.replier.until(answered(1))
        await stage.lanes.put(alone)
        async with asyncio.timeout(1.5):  # it would look after two seconds if it did not know
            await stage.replier.until(answered(2))


async def test_a_killed_worker_s_turn_is_taken_over(link: RedisLink) -> None:
    slow = HeldAnswer("never")
    stage = on_server(link, ScriptedModel(slow, "taken over", "next"), lease_s=0.5)
    await stage.put("one")
    await stage.put("two")
    killed = asyncio.create_task(stage.worker("killed").run())
    await slow.reached.wait()
    killed.cancel()
    with suppress(asyncio.CancelledError):
        await killed

    async with at_work(stage.worker("w2")):
        await stage.replier.until(answered(2))

    assert stage.replier.texts("1") == ["taken over", "next"]


async def test_a_zombie_s_commit_is_refused(link: RedisLink) -> None:
    slow = HeldAnswer("late", shown="la")
    stage = on_server(link, ScriptedModel(slow, "in time"), lease_s=0.2)
    await stage.put("Hello")
    zombie = asyncio.create_task(stage.answer.run(await stage.lease("frozen")))
    await slow.reached.wait()

    async with at_work(stage.worker("w2")):
        await stage.replier.until(answered(1))
    slow.go_on.set()
    await zombie

    assert stage.replier.texts("1") == ["in time"]
    assert [e.assistant for e in (await stage.memory()).exchanges] == ["in time"]


async def test_stop_reaches_the_running_turn_and_what_was_shown_stays(link: RedisLink) -> None:
    slow = HeldAnswer("whole", shown="Half")
    stage = on_server(link, ScriptedModel(slow))
    await stage.put("one")

    async with at_work(stage.worker()):
        await slow.reached.wait()
        await stage.put("dropped")
        stopped = await stage.lanes.stop("1", before=3)
        await stage.put("later")
        await stage.replier.until(answered(2))

    assert (stopped.running, stopped.dropped) == (True, 1)
    assert stage.replier.texts("1") == ["Half", "echo: later"]
    assert [e.cut for e in (await stage.memory()).exchanges] == [True, False]


async def test_a_stop_before_anything_was_shown_stores_nothing(link: RedisLink) -> None:
    slow = HeldAnswer("whole")
    stage = on_server(link, ScriptedModel(slow))
    await stage.put("one")

    async with at_work(stage.worker()):
        await slow.reached.wait()
        await stage.lanes.stop("1", before=2)
        await slow.ended.wait()
        await stage.put("later")
        await stage.replier.until(answered(1))

    assert [e.user for e in (await stage.memory()).exchanges] == ["later"]


async def test_a_failed_delivery_is_repeated_with_the_same_words(link: RedisLink) -> None:
    stage = on_server(link, ScriptedModel("once"), RecordingReplier(DeliveryFailed()))
    await stage.put("one")
    await stage.put("two")

    async with at_work(stage.worker()):
        await stage.replier.until(answered(2))

    assert [reply.text for _, reply in stage.replier.tried] == ["once", "once", "echo: two"]
    assert stage.model.questions == ["one", "two"]


async def test_draining_hands_back_what_does_not_finish_in_time(link: RedisLink) -> None:
    slow = HeldAnswer("never")
    stage = on_server(link, ScriptedModel(slow))
    await stage.put("one")
    worker = stage.worker(drain_s=8.05)
    running = asyncio.create_task(worker.run())
    await slow.reached.wait()

    worker.drain()
    async with asyncio.timeout(5):
        await running

    assert (await stage.lease("w2")).lease.attempts == 0


async def test_commands_change_the_chat_s_settings(link: RedisLink) -> None:
    stage = on_server(link)
    await stage.put("buffer", command=Command.MODE)
    await stage.put("", command=Command.NEW)
    await stage.put("hi")
    await stage.put("", command=Command.MODE)

    async with at_work(stage.worker()):
        await stage.replier.until(answered(4))

    told = stage.replier.replies_to("1")
    assert [reply.notice for reply in told] == [
        Notice.MODE_SET,
        Notice.NEW_STARTED,
        None,
        Notice.MODE_LIST,
    ]
    assert told[3].values["current"] == "buffer"
    assert [e.user for e in (await stage.memory(number=2)).exchanges] == ["hi"]


async def test_a_worker_goes_on_by_itself_when_the_server_comes_back(own_server: Server) -> None:
    async with await RedisLink.open(own_server.url) as link:
        stage = on_server(link)
        await stage.put("before")

        async with at_work(stage.worker()):
            await stage.replier.until(answered(1))
            await asyncio.to_thread(own_server.restart)
            await stage.put("after")
            await stage.replier.until(answered(2))

    assert stage.replier.texts("1") == ["echo: before", "echo: after"]


async def test_a_worker_goes_on_after_several_drops_within_seconds(own_server: Server) -> None:
    async with await RedisLink.open(own_server.url) as link:
        stage = on_server(link)

        async with at_work(stage.worker()):
            for number in range(3):
                await asyncio.to_thread(own_server.restart)
                await asyncio.to_thread(own_server.restart)
                await stage.put(f"after {number}")
                await stage.replier.until(answered(number + 1))

    assert stage.replier.texts("1") == [f"echo: after {number}" for number in range(3)]


async def test_a_turn_survives_a_server_that_goes_away_while_the_model_works(
    own_server: Server,
) -> None:
    slow = HeldAnswer("kept", shown="k")
    async with await RedisLink.open(own_server.url) as link:
        stage = on_server(link, ScriptedModel(slow))
        await stage.put("one")

        async with at_work(stage.worker()):
            await slow.reached.wait()
            await asyncio.to_thread(own_server.restart)
            slow.go_on.set()
            await stage.replier.until(answered(1))
        memory = await stage.memory()

    assert len(stage.model.prompts) == 1
    assert [e.assistant for e in memory.exchanges] == ["kept"]
