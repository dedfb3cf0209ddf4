"""An edited message: the turn is answered again, or the edit is remembered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from memory.conversation import ConversationId, Message, pair
from memory.log import log_of
from memory.store import ChatMemory, DictStore, Tended
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import ANNA, NOON, Stage
from tests.workers.test_worker_on_server import on_server
from workers.edited import Edit, edited
from workers.jobs import Notice, Turn
from workers.local_lanes import LocalLanes
from workers.redis_link import RedisLink

MakeStage = Callable[[ScriptedModel], Stage]


@pytest.fixture(params=["in process", "on the server"])
def staged(request: pytest.FixtureRequest) -> MakeStage:
    if request.param == "in process":
        return Stage
    link: RedisLink = request.getfixturevalue("link")
    return lambda model: on_server(link, model, recipe="window")


async def said(stage: Stage, *texts: str) -> list[Turn]:
    turns = []
    for text in texts:
        turns.append(await stage.put(text))
        await stage.run_one()
    return turns


async def edit(stage: Stage, turn: Turn, text: str, update_id: int = 900) -> None:
    edited = replace(turn, text=text, update_id=update_id, edited=True)
    await stage.lanes.put(edited)
    await stage.run_one()


async def talk(stage: Stage) -> list[tuple[str, str]]:
    memory = await stage.memory()
    memory = await stage.store.read(memory, [e.number for e in memory.exchanges])
    return [(exchange.user, exchange.assistant) for exchange in memory.exchanges]


async def test_one_of_the_last_three_is_answered_again_in_its_place(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("600 it is.", "Fine.", "775 it is."))
    first, _ = await said(stage, "The fee is 600.", "How are you?")
    await edit(stage, first, "The fee is 775.")
    assert await talk(stage) == [
        ("The fee is 775.", "775 it is."),
        ("How are you?", "Fine."),
    ]
    reply = stage.replier.replies_to("1")[-1]
    assert (reply.text, reply.edits) == ("775 it is.", (1001,))
    asked = " ".join(message.text for message in stage.model.prompts[-1])
    assert "775" in asked
    assert "600" not in asked
    assert "How are you?" not in asked


async def test_a_second_edit_finds_the_messages_of_the_first_one_s_answer(
    staged: MakeStage,
) -> None:
    stage = staged(ScriptedModel("a", "b", "c"))
    (turn,) = await said(stage, "one")
    await edit(stage, turn, "uno")
    (exchange,) = (await stage.memory()).exchanges
    assert exchange.reply_ids == (1002,)
    await edit(stage, turn, "eins", 901)
    assert stage.replier.replies_to("1")[-1].edits == (1002,)
    assert await talk(stage) == [("eins", "c")]


async def test_what_was_derived_of_the_old_text_is_gone(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("Noted.", "Fine.", "Corrected."))
    first, _ = await said(stage, "The fee is 600.", "How are you?")
    states = {"summary": {"version": 1, "state": {"text": "Fee 600.", "first": 1, "last": 1}}}
    await stage.store.commit_tended(await stage.memory(), Tended(1, states))
    await edit(stage, first, "The fee is 775.")
    memory = await stage.memory()
    assert (memory.watermark, dict(memory.states), memory.last_number) == (0, {}, 2)


def test_only_the_message_that_was_edited_changes() -> None:
    exchange = replace(
        pair(1, "first", "Both."),
        messages=(Message("user", "first"), Message("user", "second"), Message("assistant", "a")),
        message_ids=(101, 102),
    )
    memory = ChatMemory(ConversationId("1"), log_of((exchange,)), 1)
    turn = Turn("1", 900, "the other", NOON, ANNA, (102,), edited=True)
    found = edited(turn, memory)
    assert found.what is Edit.AGAIN
    assert [(t.text, t.message_ids) for t in found.turns] == [
        ("first", (101,)),
        ("the other", (102,)),
    ]
    older = replace(exchange, messages=exchange.messages[1:])
    joined = ChatMemory(ConversationId("1"), log_of((older,)), 1)
    assert edited(turn, joined).what is Edit.CORRECTION


async def test_either_half_of_a_long_text_can_be_edited() -> None:
    store = DictStore()
    lanes = LocalLanes(store, most_turns=2)
    stage = Stage(ScriptedModel("a", "b", "c"), lanes=lanes, store=store)
    first = Turn("1", 1, "x" * 4_090 + " the fee is 6", NOON, ANNA, (101,), half=True)
    second = Turn("1", 2, "00. Is that much?", NOON, ANNA, (102,))
    for half in (first, second):
        await stage.lanes.put(half)
    await stage.run_one()
    await edit(stage, second, "00 EUR. Is that much?")
    assert await talk(stage) == [(first.text + "00 EUR. Is that much?", "b")]
    await edit(stage, first, "The fee is 7", 901)
    assert await talk(stage) == [("The fee is 700 EUR. Is that much?", "c")]
    assert stage.model.questions[-1] == "The fee is 700 EUR. Is that much?"
    (exchange,) = (await stage.memory()).exchanges
    assert exchange.message_ids == (101, 102)


async def test_an_older_one_is_remembered_as_a_correction(staged: MakeStage) -> None:
    stage = staged(ScriptedModel(*"abcd"))
    turns = await said(stage, "The fee is 600.", "two", "three", "four")
    await edit(stage, turns[0], "The fee is 775.")
    assert len(stage.model.prompts) == 4
    *before, (corrected, answer) = await talk(stage)
    assert before[0] == ("The fee is 600.", "a")
    assert corrected.startswith("[correction")
    assert corrected.endswith("The fee is 775.")
    assert answer == ""
    reply = stage.replier.replies_to("1")[-1]
    assert (reply.notice, reply.reply_to) == (Notice.CORRECTED, turns[0].message_ids[0])


async def test_an_edit_that_changes_no_word_does_nothing(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("a"))
    (turn,) = await said(stage, "The fee is 600.")
    await edit(stage, turn, "The fee is 600.")
    assert await talk(stage) == [("The fee is 600.", "a")]
    assert len(stage.replier.delivered) == 1


async def test_an_edit_of_what_was_never_answered_is_answered(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("a", "b"))
    await said(stage, "one")
    unseen = Turn("1", 50, "@bot two", NOON, ANNA, (150,))
    await edit(stage, unseen, "@bot two")
    assert await talk(stage) == [("one", "a"), ("@bot two", "b")]
    assert stage.replier.replies_to("1")[-1].edits == ()


async def test_an_edit_waits_for_the_answer_and_is_joined_with_nothing(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("a", "b", "c"))
    turn = await stage.put("one")
    await stage.lanes.put(replace(turn, text="uno", update_id=900, edited=True))
    later = replace(turn, text="two", update_id=901, message_ids=(300,))
    await stage.lanes.put(replace(later, sent_at=NOON + timedelta(seconds=1)))
    for _ in range(3):
        await stage.run_one()
    assert await talk(stage) == [("uno", "b"), ("two", "c")]


async def test_after_a_crash_the_answer_that_was_stored_is_delivered(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("a", "b"))
    (turn,) = await said(stage, "one")
    (exchange,) = (await stage.memory()).exchanges
    (question, answer) = exchange.messages
    messages = (replace(question, text="uno"), replace(answer, text="stored"))
    stored = replace(exchange, messages=messages, more={"edited_by": 900})
    assert await stage.store.replace((await stage.memory()).conversation, stored)
    await edit(stage, turn, "uno")
    assert len(stage.model.prompts) == 1
    assert stage.replier.texts("1") == ["a", "stored"]


async def test_an_exchange_that_was_forgotten_is_not_replaced(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("a"))
    await said(stage, "one")
    memory = await stage.memory()
    (exchange,) = memory.exchanges
    await stage.store.erase(memory.conversation, [1])
    assert not await stage.store.replace(memory.conversation, exchange)
    assert await talk(stage) == []


async def test_what_was_derived_of_earlier_exchanges_stays_and_is_shown(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("Noted.", "Fine.", "Ok.", "Corrected."))
    stage.options = replace(stage.options, recipe="summary")
    _, _, last = await said(stage, "The fee is 600.", "How are you?", "It is due on Monday.")
    states: dict[str, dict[str, Any]] = {
        "summary": {"version": 1, "state": {"text": "Fee 600.", "first": 1, "last": 1}},
        "profile": {"version": 1, "state": {}, "absorbed": 2},
        "graph": {"version": 1, "state": {}, "absorbed": 3},
        "of_unknown_reach": {"version": 1, "state": {}},
    }
    await stage.store.commit_tended(await stage.memory(), Tended(1, states))
    await edit(stage, last, "It is due on Tuesday.")
    memory = await stage.memory()
    kept = {name: states[name] for name in ("summary", "profile")}
    assert (memory.watermark, dict(memory.states), memory.summary_version) == (1, kept, 2)
    assert "Fee 600." in " ".join(message.text for message in stage.model.prompts[-1])
    assert (await talk(stage))[-1] == ("It is due on Tuesday.", "Corrected.")


async def test_states_that_were_stored_while_the_model_worked_go(staged: MakeStage) -> None:
    stage = staged(ScriptedModel("a"))
    await said(stage, "one")
    seen = await stage.memory()
    states = {"profile": {"version": 1, "state": {"said": "one"}, "absorbed": 1}}
    await stage.store.commit_tended(seen, Tended(0, states))
    (exchange,) = seen.exchanges
    assert await stage.store.replace(seen.conversation, replace(exchange, cut=True), seen)
    assert dict((await stage.memory()).states) == {}
