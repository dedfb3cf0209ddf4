"""A question that is asked again is the same question: all its messages, marks and quotes."""

from __future__ import annotations

from dataclasses import replace

from memory.forgetting import to_forget
from memory.store import DictStore
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from workers.forget_deleted import ForgetDeleted
from workers.jobs import ChatSettings, Command, Notice, Turn
from workers.language_model import ModelRefused
from workers.local_lanes import LocalLanes
from workers.quoted import Quoted


async def press(stage: Stage, question: Turn, update_id: int = 900) -> None:
    """As the button under what went wrong does."""
    quoted = Quoted(question.text, message_id=question.message_ids[0])
    again = replace(question, update_id=update_id, command=Command.RETRY, text="", quoted=quoted)
    await stage.lanes.put(again)
    await stage.run_one()


async def said_by_model(stage: Stage) -> list[str]:
    return [exchange.assistant for exchange in (await stage.memory()).exchanges]


async def refused(stage: Stage, *questions: Turn) -> None:
    stage.dead = stage.lanes
    for question in questions:
        await stage.lanes.put(question)
    await stage.run_one()
    assert stage.replier.replies_to("1")[-1].notice is Notice.MODEL_REFUSED


async def test_a_pressed_button_asks_all_that_was_answered_together() -> None:
    store = DictStore()
    lanes = LocalLanes(store, most_turns=20)
    stage = Stage(ScriptedModel(ModelRefused("no"), "Two, then."), lanes=lanes, store=store)
    first = await stage.put("what is one")
    quote = Quoted("a sum", message_id=3)
    second = replace(
        first, text="and one?", update_id=180, message_ids=(180,), quoted=quote, forwarded_from="Bo"
    )
    await refused(stage, second)
    await press(stage, second)
    (exchange,) = (await stage.memory()).exchanges
    assert exchange.user == "what is one\n[forwarded from Bo]\nand one?"
    assert exchange.assistant == "Two, then."
    assert "a sum" in "".join(message.text for message in stage.model.prompts[-1])
    assert stage.replier.replies_to("1")[-1].reply_to == 180


async def test_retry_shows_the_model_what_the_question_replied_to() -> None:
    stage = Stage(ScriptedModel("one", "two", "three"))
    quote = Quoted("the long contract", by="Bo", message_id=3)
    question = replace(await stage.put("hello"), update_id=80, message_ids=(80,))
    await stage.run_one()
    await stage.lanes.put(replace(question, text="sum it up", quoted=quote))
    await stage.run_one()
    await stage.lanes.put(replace(question, update_id=81, text="", command=Command.RETRY))
    await stage.run_one()
    assert await said_by_model(stage) == ["one", "two", "three"]
    asked = [message.text for message in stage.model.prompts[-1]]
    assert asked[-1] == "sum it up"
    assert sum("the long contract" in text for text in asked) == 1


async def test_a_button_under_an_older_answer_asks_its_question() -> None:
    stage = Stage(ScriptedModel("half", "other", "whole"))
    old = await stage.put("the old question")
    await stage.run_one()
    await stage.put("another")
    await stage.run_one()
    await press(stage, old)
    newest = (await stage.memory()).exchanges[-1]
    assert (newest.user, newest.assistant) == ("the old question", "whole")


async def test_what_nobody_kept_is_asked_as_it_is_seen() -> None:
    stage = Stage(ScriptedModel("yes"))
    gone = replace(await stage.put("x"), text="is it?", message_ids=(77,), update_id=50)
    await stage.run_one()
    stage = Stage(ScriptedModel("yes"))
    await press(stage, gone)
    (exchange,) = (await stage.memory()).exchanges
    assert (exchange.user, exchange.assistant) == ("is it?", "yes")


async def test_a_kept_quote_is_forgotten_with_its_value_and_with_its_message() -> None:
    stage = Stage(ScriptedModel("one", "two"))
    quote = Quoted("the code is ORD-77", message_id=3)
    first = await stage.put("hm")
    await stage.run_one()
    await stage.lanes.put(
        replace(first, text="why?", update_id=80, message_ids=(80,), quoted=quote)
    )
    await stage.run_one()
    read = stage.store.read
    deletion = replace(first, deleted=True, message_ids=(3,), update_id=90)
    whole = await stage.memory()
    assert "ORD-77" in str(whole.exchanges[-1].to_json())
    assert to_forget(whole, "ORD-77").exchanges == (2,)
    assert to_forget(whole, "ORD-78").exchanges == ()
    await ForgetDeleted(store=stage.store).run(deletion, ChatSettings(), read)
    left = (await stage.memory()).exchanges
    assert [each.user for each in left] == ["hm", "why?"]
    assert "ORD-77" not in str([each.to_json() for each in left])
