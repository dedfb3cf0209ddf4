"""A store that knows what it read gives what one that knows nothing gives, after any history."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.conversation import ConversationId, pair
from memory.kind import Question
from memory.log import index_of, log_of
from memory.remembered import remembered
from memory.search import snapshot
from memory.search.card import CARD_VERSION
from memory.store import ChatMemory, MemoryConflict, Tended
from tests.workers.lanes_at_hand import RedisAtHand, answered, take, turn
from workers import known_memories, known_memory
from workers.card_rows import row_of
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.link import Argument, Link, Response, Script
from workers.packing import pack
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.scripts import reading

HERE = ConversationId("7")
THINGS = ("tea", "lamp", "kettle", "bicycle", "carpet")
SUMMARY = {"summary": {"version": 1, "state": {"text": "x"}}}
MEMORY = ("log", "meta", "states", "reply_ids", "cards", "index")
TAIL = 16
"""Bodies of a log that is not tended, read with it when nothing is known; 64 at most."""
NOTHING_NEW = 1
prefixes = itertools.count()


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
    update_id = next(prefixes)
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


async def test_a_second_read_brings_one_exchange_whatever_the_log_s_length(
    link: RedisLink,
) -> None:
    at_hand = RedisAtHand(link)
    store, counting = warm_store(at_hand)
    for number in range(20):
        await say(at_hand, f"reply {number}")
    first = await store.load(HERE)
    assert await store.load(HERE) == first
    await say(at_hand, "one more")
    assert len((await store.load(HERE)).exchanges) == 21
    assert counting.answers.pop(1) == NOTHING_NEW
    sizes = [(len(answer[1]) // 2, len(answer[5])) for answer in counting.answers]  # type: ignore[index,arg-type]  # lists, as the script says
    assert sizes == [(20, 20), (2, 1)]


async def test_what_this_process_said_itself_is_not_read_again(link: RedisLink) -> None:
    counting: Any = Counting(link)
    at_hand = RedisAtHand(counting)
    counting.subscribe = link.subscribe
    for number in range(3):
        await say(at_hand, f"reply {number}")
    await at_hand.lanes.put(turn(next(prefixes)))
    _, opened = await take(at_hand.lanes)
    ((_, _, _, memory, _),) = counting.answers[-1]
    assert memory == NOTHING_NEW
    fresh = await RedisStore(link, at_hand.keys).load(HERE)
    assert opened.memory == fresh
    assert [len(exchange.reply_ids) for exchange in fresh.exchanges] == [1, 1, 1]


async def test_message_ids_of_many_parts_are_known_in_their_order(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.mark_sent(lease, 0, [31, 32])
    await at_hand.lanes.mark_sent(lease, 1, [33])
    await at_hand.lanes.release(lease, [34])
    known = await at_hand.store.load(HERE)
    assert known.exchanges[0].reply_ids == (31, 32, 33, 34)
    assert known == await RedisStore(link, at_hand.keys).load(HERE)


async def test_a_reply_that_somebody_else_delivered_is_read_again(link: RedisLink) -> None:
    at_hand, other = RedisAtHand(link), RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.hand_back(lease)
    lease, _ = await take(other.lanes)
    await other.lanes.release(lease, [34])
    assert (await at_hand.store.load(HERE)).exchanges[0].reply_ids == (34,)


async def test_a_first_read_of_a_long_log_brings_its_cards_and_its_newest_bodies(
    link: RedisLink,
) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 500)
    store, counting = warm_store(at_hand)
    memory = await store.load(HERE)
    (answer,) = counting.answers
    assert (len(answer[1]) // 2, len(answer[5])) == (64, 500)  # type: ignore[index,arg-type]  # as above
    exchanges = log_of(memory.exchanges)
    assert (len(exchanges), exchanges.unread) == (500, tuple(range(1, 437)))
    await at_hand.store.commit_tended(memory, Tended(495, SUMMARY))
    cold, counting = warm_store(at_hand)
    assert len(log_of((await cold.load(HERE)).exchanges).unread) == 500 - TAIL
    (found,) = found_in(await store.load(HERE))[:1]
    assert found[0] == 12
    assert found_in(await cold.load(HERE)) == found_in(await store.load(HERE))


async def test_bodies_that_were_read_once_are_there_the_next_time(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 200)
    store, counting = warm_store(at_hand)
    memory = await store.read(await store.load(HERE), [3, 7])
    assert [e.number for e in log_of(memory.exchanges).bodies([7, 3])] == [7, 3]
    await say(at_hand, "one more")
    again = log_of((await store.load(HERE)).exchanges)
    assert [e.number for e in again.bodies([3, 201, 7])] == [3, 201, 7]
    assert len(counting.answers) == 3


async def test_bodies_that_are_gone_or_damaged_are_left_out(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 200)
    store, _ = warm_store(at_hand)
    memory = await store.load(HERE)
    log = at_hand.keys.name("log", HERE)
    await link.call("ZREMRANGEBYSCORE", log, 3, 4)
    await link.call("ZADD", log, 4, "damaged")
    memory = await whole(store, memory)
    assert [n for n in range(1, 201) if not log_of(memory.exchanges).holds(n)] == [3, 4]


@pytest.mark.parametrize("lost", ["all", "one", "garbled", "of an older version", "whose is it"])
async def test_cards_that_are_not_as_they_should_be_are_made_again(
    link: RedisLink, lost: str
) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 300)
    cards, intact = at_hand.keys.name("cards", HERE), found_in(await at_hand.store.load(HERE))
    before = await link.call("HGET", cards, 12)
    assert isinstance(before, bytes)
    number, _, rest = before.split(b" ", 2)
    damage = {
        "garbled": before.replace(b"not", b"net"),
        "of an older version": b"%b 0 %b" % (number, rest),
        "whose is it": b"13" + before[2:],
    }
    if lost == "all":
        await link.call("DEL", cards)
    elif lost == "one":
        await link.call("HDEL", cards, 12)
    else:
        await link.call("HSET", cards, 12, damage[lost])
    fresh, counting = warm_store(at_hand)
    memory = await fresh.load(HERE)
    assert (len(memory.exchanges), found_in(memory)) == (300, intact)
    assert await link.call("HGET", cards, 12) == before
    assert await link.call("HLEN", cards) == 300
    counting.answers.clear()
    later, counting = warm_store(at_hand)
    assert found_in(await later.load(HERE)) == intact
    assert len(counting.answers) == 1


async def test_cards_of_a_later_version_are_left_to_those_who_can_read_them(
    link: RedisLink,
) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 100)
    intact = found_in(await at_hand.store.load(HERE))
    cards, theirs = at_hand.keys.name("cards", HERE), b"12 99999 0 0 theirs"
    await link.call("HSET", cards, 12, theirs)
    fresh, _ = warm_store(at_hand)
    assert found_in(await fresh.load(HERE)) == intact
    assert await link.call("HGET", cards, 12) == theirs


async def test_cards_whose_exchanges_are_gone_are_removed(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 100)
    await link.call("ZREMRANGEBYSCORE", at_hand.keys.name("log", HERE), 3, 4)
    fresh, _ = warm_store(at_hand)
    memory = await fresh.load(HERE)
    assert (len(memory.exchanges), log_of(memory.exchanges).holds(3)) == (98, False)
    assert await link.call("HLEN", at_hand.keys.name("cards", HERE)) == 98


async def test_exchanges_that_cannot_be_read_are_mended_once(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 100)
    log = at_hand.keys.name("log", HERE)
    await link.call("ZREMRANGEBYSCORE", log, 3, 3)
    await link.call("ZADD", log, 3, "damaged")
    await link.call("HDEL", at_hand.keys.name("cards", HERE), 3)
    first, _ = warm_store(at_hand)
    second, counting = warm_store(at_hand)
    for store in (first, second):
        assert not log_of((await store.load(HERE)).exchanges).holds(3)
    assert len(counting.answers) == 1


async def test_a_log_that_is_written_by_workers_without_cards_is_mended(link: RedisLink) -> None:
    """As while an older version is replaced."""
    at_hand = RedisAtHand(link)
    store, _ = warm_store(at_hand)
    for _ in range(3):
        await say_many(at_hand, 50, without_card=3)
        fresh, _ = warm_store(at_hand)
        assert found_in(await fresh.load(HERE)) == found_in(await store.load(HERE))
    wanting = await reading.uncarded(
        link, at_hand.keys, HERE, after=0, version=CARD_VERSION, most=99
    )
    assert min(number for number, _ in wanting) > 150 - 64, "those are read with their bodies"


async def test_states_come_again_only_when_they_changed(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    store, counting = warm_store(at_hand)
    await say(at_hand, "a")
    await at_hand.store.commit_tended(await store.load(HERE), Tended(1, SUMMARY))
    assert (await store.load(HERE)).states == SUMMARY
    assert (await store.load(HERE)).states == SUMMARY
    first, second, third = counting.answers
    assert [answer[3] is None for answer in (first, second)] == [False, False]  # type: ignore[index]  # as above
    assert third == NOTHING_NEW
    await say(at_hand, "b")
    assert (await store.load(HERE)).states == SUMMARY
    assert counting.answers[-1][3] is None  # type: ignore[index]  # as above


async def test_message_ids_that_come_after_the_exchange_was_read_are_read(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    store, _ = warm_store(at_hand)
    await say(at_hand, "a", delivered=False)
    assert (await store.load(HERE)).exchanges[0].reply_ids == ()
    lease, _opened = await take(at_hand.lanes)
    await at_hand.lanes.mark_sent(lease, 0, [31, 32])
    await at_hand.lanes.release(lease)
    assert (await store.load(HERE)).exchanges[0].reply_ids == (31, 32)


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


async def test_the_index_of_a_long_log_is_kept_and_read_instead_of_its_cards(
    link: RedisLink,
) -> None:
    at_hand = RedisAtHand(link)
    intact = await kept_index(at_hand, 700)
    fresh, counting = warm_store(at_hand)
    assert found_in(await fresh.load(HERE)) == intact
    assert parts_of(counting.answers[0]) == (1, True)
    await say_many(at_hand, 90)
    later, counting = warm_store(at_hand)
    memory = await later.load(HERE)
    assert parts_of(counting.answers[0]) == (91, True)
    assert found_in(memory) == found_in(await fresh.load(HERE))
    assert await whole(later, memory) == await whole(fresh, await fresh.load(HERE))


async def test_an_index_is_kept_anew_only_when_it_lacks_much(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    index = at_hand.keys.name("index", HERE)
    await kept_index(at_hand, known_memory.LEAST_INDEXED - 1)
    assert await link.call("EXISTS", index) == 0
    await kept_index(at_hand, 1)
    first = await link.call("GET", index)
    await kept_index(at_hand, known_memory.LEAST_INDEXED - 1)
    assert await link.call("GET", index) == first
    await kept_index(at_hand, 1)
    assert await link.call("GET", index) != first


@pytest.mark.parametrize("damage", ["garbled", "cut", "gone", "another log's", "another version's"])
async def test_an_index_that_cannot_be_used_is_made_again_of_the_cards(
    link: RedisLink, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_hand = RedisAtHand(link)
    intact = await kept_index(at_hand, 600)
    index = at_hand.keys.name("index", HERE)
    kept = await link.call("GET", index)
    assert isinstance(kept, bytes)
    if damage == "gone":
        await link.call("DEL", index)
    elif damage == "another log's":
        await link.call("HSET", at_hand.keys.name("meta", HERE), "indexed", 599)
    elif damage == "another version's":
        monkeypatch.setattr(snapshot, "SHAPE", 0)
    else:
        wrong = kept[:-9] if damage == "cut" else kept[:-9] + b"?" + kept[-8:]
        await link.call("SET", index, wrong)
    fresh, _ = warm_store(at_hand)
    assert found_in(await fresh.load(HERE)) == intact
    await fresh.keep_index(HERE)
    again, counting = warm_store(at_hand)
    assert found_in(await again.load(HERE)) == intact
    assert parts_of(counting.answers[0]) == (1, True)


async def test_nothing_of_what_was_removed_stays_in_an_index(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await kept_index(at_hand, 600)
    slow, _ = warm_store(at_hand)
    await slow.load(HERE)
    await say_many(at_hand, 600)
    await slow.load(HERE)
    await at_hand.store.expire(HERE, 20)
    await slow.keep_index(HERE)
    assert await link.call("EXISTS", at_hand.keys.name("index", HERE)) == 0
    fresh, _ = warm_store(at_hand)
    memory = await fresh.load(HERE)
    assert log_of(memory.exchanges).numbers == range(20, 1201)
    assert 12 not in [number for number, _ in found_in(memory)]


async def sizes_of(at_hand: RedisAtHand) -> tuple[int, int]:
    """What the bodies and the rest of the conversation take in a process that knows no other."""
    known = KnownMemories()
    await RedisStore(at_hand.link, at_hand.keys, known).load(HERE)
    return known.bodies_bytes, known.kept_bytes


@pytest.mark.parametrize(
    ("room", "with_bodies", "kept"), [((2, 3), "98", "798"), ((0, 2), "", "98"), ((0, 0), "", "")]
)
async def test_bodies_go_before_the_rest_and_what_was_read_long_ago_goes_first(
    link: RedisLink, room: tuple[int, int], with_bodies: str, kept: str
) -> None:
    at_hand = RedisAtHand(link)
    await say(at_hand, "x" * 100)
    bodies, rest = await sizes_of(at_hand)
    known = KnownMemories(most_bytes=room[0] * bodies + room[1] * rest)
    for chat in ("7", "8", "9", "7", "9", "8"):
        record = await reading.load_memory(link, at_hand.keys, HERE)
        assert record is not None
        memory = known.learn(ConversationId(chat), None, record)
        assert memory is not None
        assert memory.exchanges[0].assistant == "x" * 100, "who asked for it can read it"
    still = {chat: known.of(ConversationId(chat)) for chat in "798"}
    assert "".join(chat for chat, one in still.items() if one) == kept
    read = [chat for chat, one in still.items() if one and not one.log.exchanges.unread]
    assert "".join(read) == with_bodies
    assert known.bodies_bytes + known.kept_bytes <= room[0] * bodies + room[1] * rest
    assert known.conversations == len(kept)


async def test_bodies_that_are_read_one_by_one_count_as_well(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 200)
    known = KnownMemories()
    store = RedisStore(link, at_hand.keys, known)
    memory = await store.load(HERE)
    before = known.bodies_bytes
    await store.read(memory, [1, 2])
    assert before + 4_000 < known.bodies_bytes < before + 6_000
    known = KnownMemories(most_bytes=0)
    store = RedisStore(link, at_hand.keys, known)
    memory = await whole(store, await store.load(HERE))
    assert len(list(memory.exchanges)) == 200
    assert (known.bodies_bytes, known.kept_bytes) == (0, 0)


def test_chats_at_later_conversations_are_known_up_to_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(known_memories, "MOST_CHATS", 2)
    known = KnownMemories()
    for chat, number in (("a", 2), ("b", 3), ("c", 1), ("a", 4), ("d", 5), ("e", 6), ("d", 1)):
        known.note_current(chat, number)
    assert [known.current(chat).number for chat in "abcde"] == [1, 1, 1, 1, 6]


steps = st.one_of(
    st.tuples(st.just("say"), st.booleans()),
    st.tuples(st.just("say"), st.booleans()),
    st.tuples(st.just("say_many"), st.integers(1, 70), st.integers(0, 3)),
    st.tuples(st.just("keep_index"), st.integers(0, 1)),
    st.tuples(st.just("lose_cards"), st.sampled_from((b"", b"damaged", b"3 1 0 0 x"))),
    st.tuples(st.just("tend"), st.integers(0, 1), st.integers(0, 2)),
    st.tuples(st.just("expire"), st.integers(0, 90)),
    st.tuples(st.just("snapshot")),
    st.tuples(st.just("fail_over")),
    st.tuples(st.just("load"), st.integers(0, 1)),
    st.tuples(st.just("load"), st.integers(0, 1)),
)


class History:
    """Two processes' stores, and a server that may fall back to an earlier moment."""

    def __init__(self, at_hand: RedisAtHand, most_bytes: int) -> None:
        self.at_hand = at_hand
        self.stores = [warm_store(at_hand, most_bytes=most_bytes)[0] for _ in range(2)]
        self.kept: dict[str, Response] = {}

    async def say(self, delivered: bool) -> None:  # drawn at random
        await say(self.at_hand, f"reply {next(prefixes)}", delivered=delivered)

    async def say_many(self, count: int, without_card: int) -> None:
        await self.say(delivered=True)
        await say_many(self.at_hand, count, without_card=without_card)

    async def keep_index(self, who: int) -> None:
        await self.stores[who].load(HERE)
        await self.stores[who].keep_index(HERE)

    async def lose_cards(self, left: bytes) -> None:
        cards = self.at_hand.keys.name("cards", HERE)
        await self.at_hand.link.call("DEL", cards)
        if left:
            await self.at_hand.link.call("HSET", cards, 3, left)

    async def tend(self, who: int, kind: int) -> None:
        seen = await self.stores[who].load(HERE)
        state = {f"kind {kind}": {"version": 1, "state": {"kind": kind}}}
        try:
            await self.stores[1 - who].commit_tended(seen, Tended(seen.last_number, state))
        except MemoryConflict:
            pytest.fail("nobody came between")

    async def expire(self, oldest: int) -> None:
        await self.stores[0].expire(HERE, oldest)

    async def snapshot(self) -> None:
        for what in MEMORY:
            name = self.at_hand.keys.name(what, HERE)
            self.kept[name] = await self.at_hand.link.call("DUMP", name)

    async def fail_over(self) -> None:
        for name, dump in self.kept.items():
            await self.at_hand.link.call("DEL", name)
            if isinstance(dump, bytes):
                await self.at_hand.link.call("RESTORE", name, 0, dump)

    async def load(self, who: int) -> None:
        fresh = RedisStore(self.at_hand.link, self.at_hand.keys)
        warm, cold = await self.stores[who].load(HERE), await fresh.load(HERE)
        assert found_in(warm) == found_in(cold)
        assert await whole(self.stores[who], warm) == await whole(fresh, cold)


async def test_what_a_server_lost_at_its_failover_and_got_again_otherwise_is_read_anew(
    link: RedisLink,
) -> None:
    told = History(RedisAtHand(link), most_bytes=1 << 20)
    await told.say(delivered=True)
    await told.snapshot()
    for _ in range(2):
        await told.say(delivered=True)
    await told.load(0)
    await told.fail_over()
    for _ in range(3):
        await told.say(delivered=True)
    await told.load(0)


async def test_states_that_a_server_lost_at_its_failover_and_got_again_otherwise_are_read_anew(
    link: RedisLink,
) -> None:
    told = History(RedisAtHand(link), most_bytes=1 << 20)
    await told.snapshot()
    await told.tend(0, 1)
    await told.load(0)
    await told.fail_over()
    await told.tend(1, 2)
    await told.load(0)


@settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(history=st.lists(steps, min_size=5, max_size=40), most_bytes=st.sampled_from((0, 1 << 20)))
async def test_a_store_that_knows_gives_what_a_fresh_one_gives(
    link: RedisLink,
    history: list[tuple[Any, ...]],
    most_bytes: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(known_memory, "LEAST_INDEXED", 20)
    at_hand = RedisAtHand(link, Keys(f"known{next(prefixes)}", "1"))
    told = History(at_hand, most_bytes)
    for name, *args in history:
        await getattr(told, name)(*args)
    for who in (0, 1):
        await told.load(who)


@pytest.mark.parametrize("by", ["the same worker", "another worker"])
async def test_nothing_is_remembered_of_what_was_erased_once_a_worker_looks_again(
    by: str, link: RedisLink
) -> None:
    worked: list[str] = []
    read = remembered(8)(worked.append)
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 3)
    store, _ = warm_store(at_hand)
    await store.load(HERE)
    read("secret")

    eraser = store if by == "the same worker" else RedisStore(at_hand.link, at_hand.keys)
    await eraser.erase(HERE, [2])
    await store.load(HERE)

    read("secret")
    assert worked == ["secret", "secret"]
