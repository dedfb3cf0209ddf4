"""What both versions promise about exchanges' vectors, and what only the one on the server does."""

from __future__ import annotations

from memory.conversation import ConversationId
from memory.vector_store import DictVectors, VectorStore
from tests.workers.lanes_at_hand import AtHand, RedisAtHand, answer, answered, turn
from workers.redis_link import RedisLink
from workers.redis_vectors import RedisVectors

HERE = ConversationId("7")
MODEL = "m: one"


def vectors_beside(at_hand: AtHand) -> VectorStore:
    if isinstance(at_hand, RedisAtHand):
        return RedisVectors(at_hand.link, at_hand.keys)
    return DictVectors(at_hand.store)


async def say(at_hand: AtHand, *numbers: int) -> None:
    for number in numbers:
        await at_hand.lanes.put(turn(number))
        await answer(at_hand.lanes, answered(number))


def of(model: str, **packed: str) -> object:
    return {"model": model, "vectors": {name.lstrip("n"): kept for name, kept in packed.items()}}


async def test_an_unknown_conversation_has_none(at_hand: AtHand) -> None:
    assert await vectors_beside(at_hand).load(HERE) == {}


async def test_what_was_added_comes_back(at_hand: AtHand) -> None:
    vectors = vectors_beside(at_hand)
    await say(at_hand, 1, 2, 3)
    await vectors.add(HERE, MODEL, {1: "AAE=", 2: ""})
    assert await vectors.load(HERE) == of(MODEL, n1="AAE=", n2="")
    await vectors.add(HERE, MODEL, {3: "/+8="})
    assert await vectors.load(HERE) == of(MODEL, n1="AAE=", n2="", n3="/+8=")


async def test_a_loaded_state_is_left_alone_by_what_is_added_later(at_hand: AtHand) -> None:
    vectors = vectors_beside(at_hand)
    await say(at_hand, 1, 2)
    await vectors.add(HERE, MODEL, {1: "AA=="})
    loaded = await vectors.load(HERE)
    await vectors.add(HERE, MODEL, {2: "AA=="})
    await vectors.load(HERE)
    assert loaded == of(MODEL, n1="AA==")


async def test_vectors_of_what_is_not_in_the_log_are_not_kept(at_hand: AtHand) -> None:
    vectors = vectors_beside(at_hand)
    await say(at_hand, 1)
    await vectors.add(HERE, MODEL, {1: "AA==", 2: "AQ=="})
    assert await vectors.load(HERE) == of(MODEL, n1="AA==")


async def test_another_model_takes_the_place_of_all(at_hand: AtHand) -> None:
    vectors = vectors_beside(at_hand)
    await say(at_hand, 1, 2)
    await vectors.add(HERE, MODEL, {1: "AA==", 2: "AA=="})
    await vectors.load(HERE)
    await vectors.add(HERE, "two", {1: "AQ=="})
    assert await vectors.load(HERE) == of("two", n1="AQ==")


async def test_what_is_too_old_leaves_no_vectors(at_hand: AtHand) -> None:
    vectors = vectors_beside(at_hand)
    await say(at_hand, 1, 2, 3)
    await vectors.add(HERE, MODEL, {1: "AA==", 2: "AQ==", 3: "Ag=="})
    await vectors.load(HERE)
    await at_hand.store.expire(HERE, 3)
    assert await vectors.load(HERE) == of(MODEL, n3="Ag==")
    assert await vectors_beside(at_hand).load(ConversationId("7", 2)) == {}


async def test_other_chats_and_conversations_have_their_own(at_hand: AtHand) -> None:
    vectors = vectors_beside(at_hand)
    await say(at_hand, 1)
    await vectors.add(HERE, MODEL, {1: "AA=="})
    assert await vectors.load(ConversationId("8")) == {}
    assert await vectors.load(ConversationId("7", 2)) == {}


async def test_adding_twice_is_adding_once(at_hand: AtHand) -> None:
    vectors = vectors_beside(at_hand)
    await say(at_hand, 1)
    for _ in range(2):
        await vectors.add(HERE, MODEL, {1: "AA=="})
    assert await vectors.load(HERE) == of(MODEL, n1="AA==")


async def test_a_second_read_brings_only_what_is_new(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say(at_hand, *range(1, 5))
    writer, reader = (RedisVectors(link, at_hand.keys) for _ in range(2))
    await writer.add(HERE, MODEL, {1: "AA==", 2: "AA=="})
    first = await reader.load(HERE)
    await link.call("ZREM", at_hand.keys.name("vectors", HERE), "1:AA==")
    await writer.add(HERE, MODEL, {3: "AQ=="})
    assert first == of(MODEL, n1="AA==", n2="AA==")
    assert await reader.load(HERE) == of(MODEL, n1="AA==", n2="AA==", n3="AQ==")


async def test_what_is_kept_of_chats_is_bounded(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    vectors = RedisVectors(link, at_hand.keys, most_bytes=3000)
    for chat in "789":
        await at_hand.lanes.put(turn(1, chat=chat))
        await answer(at_hand.lanes, answered(1, chat=chat))
        await vectors.add(ConversationId(chat), MODEL, {1: "A" * 1200})
        assert await vectors.load(ConversationId(chat)) == of(MODEL, n1="A" * 1200)
        assert vectors.size_bytes <= 3000
    assert vectors.size_bytes > 1200
    assert await vectors.load(HERE) == of(MODEL, n1="A" * 1200)
