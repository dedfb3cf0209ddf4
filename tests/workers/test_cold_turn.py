"""What a turn reads of a long chat, by a worker that knows nothing of it and by one that does."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from memory.conversation import ConversationId, Exchange, pair
from memory.kind import Budget, MemoryOptions, Question
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary
from memory.recall import Recall, recall
from memory.recipes import build_recipe
from memory.store import ChatMemory, Tended
from tests.fakes.stage import NOON, Stage, words
from workers.card_rows import row_of
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.link import Argument, Link, Response, Script
from workers.packing import pack
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.unread import with_bodies

KEYS = Keys("test", "1")
CHAT = ConversationId("1")
LENGTH = 1_000
READING = {"open", "load_memory", "read_exchanges"}


class Counting:
    """A link that notes which scripts ran and how much the reading ones brought."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.ran: list[str] = []
        self.read_bytes = 0
        self.subscribe = link.subscribe
        self.wait = link.wait

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        answer = await self._link.run(script, keys, args)
        if script.name in READING:
            self.ran.append(script.name)
            self.read_bytes += size(answer)
        return answer


def size(answer: Response) -> int:
    if isinstance(answer, list):
        return sum(map(size, answer))
    return len(answer) if isinstance(answer, bytes) else 0


def told(number: int) -> Exchange:
    what = "kettle from Oslo" if number == 777 else f"thing {number} of the list"
    at = NOON - timedelta(days=9, minutes=LENGTH - number)
    return pair(number, f"The {what} costs {number} euro", "It is noted. " * 20, at=at)


async def long_chat(link: RedisLink) -> None:
    """On the server, tended up to its newest six exchanges."""
    exchanges = [told(number) for number in range(1, LENGTH + 1)]
    stored = [part for e in exchanges for part in (e.number, pack(e.to_json()))]
    rows = [part for e in exchanges for part in (e.number, row_of(e))]
    await link.call("ZADD", KEYS.name("log", CHAT), *stored)
    await link.call("HSET", KEYS.name("cards", CHAT), *rows)
    await link.call("HSET", KEYS.name("meta", CHAT), "last", LENGTH)
    last = LENGTH - 6
    summary = {"text": "They made a list.", "first": 1, "last": last}
    states = {
        Summary.name: {"version": Summary.version, "state": summary},
        Facts.name: {"version": Facts.version, "state": {"absorbed": last, "facts": []}},
    }
    store = RedisStore(link, KEYS)
    await store.commit_tended(await store.load(CHAT), Tended(last, states))
    await store.keep_index(CHAT)


def stage_on(link: RedisLink) -> tuple[Stage, Counting]:
    """A worker that knows nothing yet."""
    counting: Any = Counting(link)
    known = KnownMemories()
    lanes = RedisLanes(counting, KEYS, known=known)
    return Stage(lanes=lanes, store=RedisStore(counting, KEYS, known), recipe="full"), counting


async def answered(stage: Stage, question: str) -> str:
    """What the model was shown."""
    await stage.put(question, chat=CHAT.chat)
    await stage.run_one()
    return "\n".join(message.text for message in stage.model.prompts[-1])


async def test_a_cold_worker_reads_the_index_the_newest_and_then_what_it_recalls(
    link: RedisLink,
) -> None:
    await long_chat(link)
    stage, counting = stage_on(link)
    shown = await answered(stage, "How much was the kettle from Oslo?")
    assert "The kettle from Oslo costs 777 euro" in shown
    assert f"thing {LENGTH} of the list" in shown
    assert counting.ran == ["open", "read_exchanges"]
    assert counting.read_bytes < 0.2 * sum(len(pack(told(n).to_json())) for n in range(LENGTH))


async def test_a_warm_worker_reads_only_what_is_new(link: RedisLink) -> None:
    await long_chat(link)
    stage, counting = stage_on(link)
    await answered(stage, "How much was the kettle from Oslo?")
    counting.ran.clear()
    counting.read_bytes = 0
    shown = await answered(stage, "And where was the kettle from?")
    assert "The kettle from Oslo costs 777 euro" in shown
    assert counting.ran in (["open"], ["open", "read_exchanges"])
    assert counting.read_bytes < 6_000


async def recalled(store: RedisStore, text: str) -> Recall:
    async def work(memory: ChatMemory) -> Recall:
        question = Question(text, NOON)
        return recall(memory, build_recipe("full", MemoryOptions()), question, Budget(900, words))

    return await with_bodies(await store.load(CHAT), work, store.read)


async def test_a_cold_worker_and_a_warm_one_recall_the_same(link: RedisLink) -> None:
    await long_chat(link)
    stage, _ = stage_on(link)
    warm = RedisStore(link, KEYS)
    for question in ("How much was thing 12?", "What did the kettle cost?", "🙂", "thing 950?"):
        shown = await recalled(warm, question)
        assert shown == await recalled(RedisStore(link, KEYS), question)
        assert shown.recalled
        await answered(stage, question)
