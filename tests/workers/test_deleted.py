"""Deleted messages leave no trace, and what an account's owner writes is heard and not answered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from memory.conversation import ConversationId, Exchange, Message, Sender, pair
from memory.store import Tended
from tests.fakes.language_model import Held, ScriptedModel
from tests.fakes.stage import NOON, Stage
from tests.workers.lanes_at_hand import answered
from tests.workers.test_forgetting import stored_texts
from tests.workers.test_worker import at_work
from tests.workers.test_worker_on_server import KEYS, on_server
from workers.deleted import without
from workers.jobs import Command, Reply, Turn
from workers.joining import put_together
from workers.redis_dead_letters import RedisDeadLetters
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.redis_vectors import RedisVectors

CHAT = "55@999"
SECRET = "HX-48213"
GUEST, HOST = Sender("55", "Omid"), Sender("999", "Sara")


def said(update_id: int, text: str, sender: Sender = GUEST, **more: Any) -> Turn:
    """Message 100 + its update id."""
    ids = more.pop("message_ids", (100 + update_id,))
    return Turn(CHAT, update_id, text, NOON, sender=sender, message_ids=ids, **more)


def deletion(update_id: int, *message_ids: int) -> Turn:
    return Turn(CHAT, update_id, "", NOON, message_ids=message_ids, deleted=True)


async def run(stage: Stage, *turns: Turn) -> None:
    for turn in turns:
        await stage.lanes.put(turn)
        await stage.run_one()


async def exchanges(stage: Stage, number: int = 1) -> list[Exchange]:
    return list((await stage.memory(CHAT, number)).exchanges)


def joined(*texts: str, ids: tuple[int, ...], answer: str = "Noted.") -> Exchange:
    messages = (*(Message("user", text) for text in texts), Message("assistant", answer))
    one = pair(1, "", "")
    return replace(one, messages=messages, message_ids=ids, reply_ids=(90, 91), more={"a": 1})


def test_an_exchange_without_deleted_messages_stays_itself() -> None:
    exchange = joined("a", "b", ids=(1, 2))
    assert without(exchange, {3}) is exchange


def test_of_several_messages_the_others_stay_and_the_answer_goes() -> None:
    left = without(joined("a", SECRET, ids=(1, 2), answer=SECRET), {2})
    assert left is not None
    assert (left.user, left.assistant) == ("a", "")
    assert (left.message_ids, left.reply_ids, left.more) == ((1,), (), {})


def test_a_deleted_answer_goes_and_its_question_stays() -> None:
    left = without(joined("a", "b", ids=(1, 2)), {91})
    assert left is not None
    assert [message.text for message in left.messages] == ["a", "b"]


def test_one_half_of_a_text_goes_without_the_other() -> None:
    halves = put_together(["the first half, ", "the second half"])
    exchange = replace(joined(ids=(1, 2)), messages=(halves, Message("assistant", "Noted.")))
    left = without(exchange, {1})
    assert left is not None
    assert left.messages == (Message("user", "the second half"),)


def test_nothing_is_left_when_every_message_is_gone_or_they_cannot_be_told_apart() -> None:
    assert without(joined("a", "b", ids=(1, 2)), {1, 2}) is None
    assert without(joined("both in one", ids=(1, 2)), {2}) is None


async def test_nothing_of_a_deleted_message_is_left_on_the_server(link: RedisLink) -> None:
    model = ScriptedModel("Noted.", "So it is HX-48213.", "Hello.", ValueError("broken"))
    stage = on_server(link, model, recipe="full", max_attempts=1)
    stage.dead = RedisDeadLetters(link, KEYS)
    await run(stage, said(1, f"My order is {SECRET}."), said(2, f"Again: {SECRET}"))
    await run(stage, said(3, "", command=Command.NEW), said(4, "hello there"))
    await run(stage, said(5, f"never answered: {SECRET}"))
    old = ConversationId(CHAT, 1)
    state = {"version": 1, "state": {"text": f"Order {SECRET}.", "first": 1, "last": 2}}
    await stage.store.commit_tended(await stage.store.load(old), Tended(2, {"summary": state}))
    await RedisVectors(link, KEYS).add(old, "m", {1: "AAAA", 2: "AAAA"})
    await stage.lanes.put(said(6, f"it waits: {SECRET}"))
    assert any(SECRET.encode() in text for text in await stored_texts(link))

    await run(stage, deletion(7, 101, 102, 105, 106))

    texts = await stored_texts(link)
    assert not any(SECRET.encode() in text or b"48213" in text for text in texts)
    assert any(b"hello there" in text for text in texts)
    assert await exchanges(stage) == []
    assert [each.user for each in await exchanges(stage, 2)] == ["hello there"]
    assert await stage.dead.dead_letters(9) == ()


async def test_of_messages_that_were_answered_together_only_the_deleted_one_goes(
    link: RedisLink,
) -> None:
    lanes, store = RedisLanes(link, KEYS, most_turns=20), RedisStore(link, KEYS)
    model = ScriptedModel(f"{SECRET}, and we close at 8.")
    stage = Stage(model, lanes=lanes, store=store, recipe="full")
    await lanes.put(said(1, f"My order is {SECRET}."))
    await lanes.put(said(2, "When do you close?"))
    await stage.run_one()
    await run(stage, deletion(3, 101))
    assert not any(SECRET.encode() in text for text in await stored_texts(link))
    (exchange,) = await exchanges(stage)
    assert (exchange.user, exchange.message_ids) == ("When do you close?", (102,))


async def test_an_answer_that_had_begun_is_forgotten_with_its_question(link: RedisLink) -> None:
    held = Held(f"Your order is {SECRET}.", shown=f"Your order {SECRET}")
    stage = on_server(link, ScriptedModel(held), recipe="full")
    await stage.lanes.put(said(1, f"My order is {SECRET}."))
    async with at_work(stage.worker()):
        await held.reached.wait()
        await stage.lanes.put(deletion(2, 101))
        await stage.lanes.put(said(3, "bye"))
        await stage.replier.until(lambda replier: replier.texts(CHAT)[-1:] == ["echo: Omid: bye"])
    assert held.closed
    assert not any(SECRET.encode() in text for text in await stored_texts(link))


async def test_the_summary_of_what_is_left_is_made_anew() -> None:
    stage = Stage(ScriptedModel("Noted.", "Hello."), recipe="full")
    await run(stage, said(1, f"My order is {SECRET}."), said(2, "hello there"))
    state = {"version": 1, "state": {"text": f"Order {SECRET}.", "first": 1, "last": 2}}
    await stage.store.commit_tended(await stage.memory(CHAT), Tended(2, {"summary": state}))
    await run(stage, deletion(3, 101))
    memory = await stage.memory(CHAT)
    assert (memory.watermark, memory.states) == (0, {})
    assert [each.number for each in memory.exchanges] == [2]


async def test_a_deletion_is_not_answered_and_asks_no_model() -> None:
    stage = Stage(ScriptedModel("Noted."))
    await run(stage, said(1, "hi"), deletion(2, 7, 8))
    assert stage.replier.texts(CHAT) == ["Noted."]
    assert len(stage.model.prompts) == 1


@pytest.mark.parametrize("quiet", [deletion(1, 7), said(1, "hi", HOST, heard=True)])
async def test_what_nobody_waits_for_is_given_up_without_a_word(quiet: Turn) -> None:
    stage = Stage(max_attempts=0)
    await run(stage, quiet)
    assert stage.replier.delivered == []
    (letter,) = await stage.lanes.dead_letters(9)
    assert letter.turns == (quiet,)


async def test_what_the_host_writes_is_remembered_and_not_answered() -> None:
    stage = Stage(ScriptedModel("They are open."), recipe="window")
    await run(stage, said(1, f"Your table is {SECRET}.", HOST, heard=True))
    assert stage.replier.delivered == []
    await run(stage, said(2, "Are you open?"))
    prompt = "\n".join(message.text for message in stage.model.prompts[-1])
    assert f"Sara: Your table is {SECRET}." in prompt
    assert "Omid: Are you open?" in prompt
    assert stage.replier.texts(CHAT) == ["They are open."]
    assert [each.assistant for each in await exchanges(stage)] == ["", "They are open."]


@pytest.mark.parametrize("later", [0, 5], ids=["at once", "long ago"])
async def test_an_edit_of_what_was_heard_is_heard(later: int) -> None:
    stage = Stage()
    await run(stage, said(1, "We close at 5.", HOST, heard=True))
    await run(stage, *(said(n, f"and {n}?") for n in range(2, 2 + later)))
    answered = len(stage.replier.delivered)
    edit = said(20, "We close at 8.", HOST, heard=True, edited=True, message_ids=(101,))
    await run(stage, edit)
    assert len(stage.replier.delivered) == answered
    heard = [each.user for each in await exchanges(stage) if "8" in each.user]
    assert [each.splitlines()[-1] for each in heard] == ["We close at 8."]


async def test_a_turn_that_could_not_be_delivered_is_no_trace(link: RedisLink) -> None:
    stage = on_server(link, ScriptedModel(f"It is {SECRET}."), recipe="full")
    await stage.lanes.put(said(1, "which?"))
    held = await stage.lease()
    opened = await stage.lanes.open(held.lease)
    outcome = answered(1, CHAT, f"It is {SECRET}.")
    outcome = replace(outcome, reply=Reply(text=f"It is {SECRET}.", reply_to=101))
    exchange = replace(pair(1, "which?", f"It is {SECRET}."), message_ids=(101,))
    await stage.lanes.commit(held.lease, opened.turns, replace(outcome, exchange=exchange))
    await stage.lanes.fail(held.lease, (), "flood", 0, Reply())
    await run(stage, deletion(2, 101))
    assert not any(SECRET.encode() in text for text in await stored_texts(link))
    assert stage.replier.delivered == []
