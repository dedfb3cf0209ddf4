"""The cards and the index of a long log are read instead of its bodies, and mended."""

from __future__ import annotations

import pytest

from memory.log import log_of
from memory.search import snapshot
from memory.search.card import CARD_VERSION
from memory.store import Tended
from tests.workers.lanes_at_hand import RedisAtHand
from tests.workers.warm_store import (
    HERE,
    SUMMARY,
    TAIL,
    found_in,
    kept_index,
    parts_of,
    say_many,
    warm_store,
    whole,
)
from workers import known_memory
from workers.redis_link import RedisLink
from workers.scripts import reading


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
