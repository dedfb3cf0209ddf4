"""A store that knows what it read, and what tests of it say and count."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import Any, cast

from memory.conversation import ConversationId, pair
from memory.kind import Question
from memory.log import index_of, log_of
from memory.store import ChatMemory
from tests.workers.lanes_at_hand import RedisAtHand, answered, take, turn
from workers.card_rows import row_of
from workers.known_memories import KnownMemories
from workers.link import Argument, Link, Response, Script
from workers.packing import pack
from workers.redis_store import RedisStore

HERE = ConversationId("7")
THINGS = ("tea", "lamp", "kettle", "bicycle", "carpet")
SUMMARY = {"summary": {"version": 1, "state": {"text": "x"}}}
MEMORY = ("log", "meta", "states", "reply_ids", "cards", "index")
TAIL = 16
"""Bodies of a log that is not tended, read with it when nothing is known; 64 at most."""
NOTHING_NEW = 1
numbers = itertools.count()


class Counting:
    """A link that keeps what the server answered to each script."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.answers: list[Response] = []

    async def run(
        self, script: Script, keys: tuple[str, ...], args: tuple[Argument, ...] = ()
    ) -> Response:
        self.answers.append(await self._link.run(script, keys, args))
        return self.answers[-1]


def warm_store(at_hand: RedisAtHand, **options: int) -> tuple[RedisStore, Counting]:
    counting: Any = Counting(at_hand.link)
    return RedisStore(counting, at_hand.keys, KnownMemories(**options)), counting


async def say(at_hand: RedisAtHand, text: str, *, delivered: bool = True) -> None:
    """One more exchange, whose reply was delivered or is not yet."""
    number = (await RedisStore(at_hand.link, at_hand.keys).load(HERE)).last_number + 1
    update_id = next(numbers)
    await at_hand.lanes.put(turn(update_id))
    lease, opened = await take(at_hand.lanes)
    if opened.outbox is not None:
        await at_hand.lanes.mark_sent(lease, 0, [update_id])
        await at_hand.lanes.release(lease)
        lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(number, text=text))
    if delivered:
        await at_hand.lanes.mark_sent(lease, 0, [update_id])
        await at_hand.lanes.release(lease)
    else:
        await at_hand.lanes.hand_back(lease)


async def say_many(at_hand: RedisAtHand, count: int, *, without_card: int = 0) -> None:
    """So many exchanges more, stored at once; those whose number `without_card` divides have no
    card."""
    last = (await RedisStore(at_hand.link, at_hand.keys).load(HERE)).last_number
    told = [
        pair(n, f"note {n} of {THINGS[n % 5]}", f"kept {n}")
        for n in range(last + 1, last + count + 1)
    ]
    stored = [part for e in told for part in (e.number, pack(e.to_json()))]
    carded = [e for e in told if not without_card or e.number % without_card]
    await at_hand.link.call("ZADD", at_hand.keys.name("log", HERE), *stored)
    if carded:
        rows = [part for e in carded for part in (e.number, row_of(e))]
        await at_hand.link.call("HSET", at_hand.keys.name("cards", HERE), *rows)
    await at_hand.link.call("HSET", at_hand.keys.name("meta", HERE), "last", last + count)


async def whole(store: RedisStore, memory: ChatMemory) -> ChatMemory:
    """With every body read."""
    return await store.read(memory, log_of(memory.exchanges).unread)


def found_in(memory: ChatMemory) -> list[tuple[int, float]]:
    """What a search over the whole log finds, without a body of it."""
    asked = Question("the note of lamp and kettle 12", datetime(2026, 1, 1, tzinfo=UTC))
    return [(hit.number, round(hit.score, 9)) for hit in index_of(memory.exchanges).search(asked)]


def parts_of(answer: Response) -> tuple[int, bool]:
    """How many cards came, and whether an index did."""
    assert isinstance(answer, list)
    return len(cast("list[Response]", answer[5])), answer[6] is not None


async def kept_index(at_hand: RedisAtHand, exchanges: int) -> list[tuple[int, float]]:
    """A chat with a kept index; gives what a search in it finds."""
    await say_many(at_hand, exchanges)
    await at_hand.store.load(HERE)
    await at_hand.store.keep_index(HERE)
    return found_in(await at_hand.store.load(HERE))


async def sizes_of(at_hand: RedisAtHand) -> tuple[int, int]:
    """What the bodies and the rest of the conversation take in a process that knows no other."""
    known = KnownMemories()
    await RedisStore(at_hand.link, at_hand.keys, known).load(HERE)
    return known.bodies_bytes, known.kept_bytes
