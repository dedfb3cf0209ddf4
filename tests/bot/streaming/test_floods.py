"""Floods cost frames, never the end of an answer, and never a second message."""

from __future__ import annotations

import asyncio

import pytest

from tests.bot.streaming.chat import GROUP, Chat, begin_in_group, outbox
from tests.telegram.faults import flood
from workers.replier import DeliveryFailed


async def test_a_flood_skips_frames_and_the_final_text_waits_for_it(chat: Chat) -> None:
    async with chat.working() as draft:
        await chat.until(lambda: chat.drafts() == [""])
        chat.telegram.script.add("sendMessageDraft", flood(30))
        await draft.show("one")
        await chat.pass_time(20)
        await draft.show("one two")
        await chat.pass_time(5)
        assert chat.drafts() == ["", "one"]
    delivery = asyncio.create_task(chat.deliver("7", outbox("one two three")))
    await chat.settle()
    assert chat.telegram.sent == []
    await chat.pass_time(10)
    await delivery
    assert chat.telegram.texts() == ["one two three"]
    assert chat.telegram.calls("editMessageText") == []


async def test_after_a_flood_the_draft_goes_on(chat: Chat) -> None:
    async with chat.working() as draft:
        chat.telegram.script.add("sendMessageDraft", flood(3))
        await chat.until(lambda: chat.drafts() == [""])
        await draft.show("one")
        await chat.pass_time(5)
    assert chat.drafts() == ["", "one"]


async def test_a_flood_on_the_last_edit_leaves_one_bubble(chat: Chat) -> None:
    await begin_in_group(chat)
    chat.telegram.script.add("editMessageText", flood(41))
    delivery = asyncio.create_task(chat.deliver(GROUP, outbox("half and half")))
    await chat.until(lambda: len(chat.telegram.calls("editMessageText")) == 1)
    await chat.pass_time(45)
    await delivery
    assert chat.telegram.texts() == ["half and half"]


async def test_after_a_flood_the_edits_go_on(chat: Chat) -> None:
    for fault in (None, flood(9)):
        chat.telegram.script.put("editMessageText", fault)
    async with chat.working(GROUP) as draft:
        for n in range(1, 40):
            await draft.show("word " * n)
            await chat.pass_time(1, step=1)
    answers = [call.answer for call in chat.telegram.calls("editMessageText")]
    assert (answers[0], answers[1][:17]) == ("ok", "Too Many Requests")
    assert len(answers) > 5
    assert set(answers[2:]) == {"ok"}


async def test_a_flood_on_the_tenth_edit_is_waited_out_and_the_text_comes_whole(
    chat: Chat,
) -> None:
    for fault in (*[None] * 9, flood(222)):
        chat.telegram.script.put("editMessageText", fault)
    async with chat.working(GROUP) as draft:
        for n in range(1, 60):
            await draft.show("word " * n)
            await chat.pass_time(1, step=1)
    assert chat.telegram.calls("editMessageText")[-1].answer.startswith("Too Many Requests")
    flooded = len(chat.telegram.log)
    delivery = asyncio.create_task(chat.deliver(GROUP, outbox("word " * 60)))
    await chat.pass_time(230, step=10)
    await delivery
    assert chat.telegram.texts() == [("word " * 60).strip()]
    assert [call.method.lower() for call in chat.telegram.log[flooded:]] == ["editmessagetext"]


async def test_a_flood_of_hours_ends_the_frames_and_keeps_the_end_for_later(chat: Chat) -> None:
    await begin_in_group(chat)
    chat.telegram.script.add("editMessageText", flood(13_938))
    with pytest.raises(DeliveryFailed) as failed:
        await chat.deliver(GROUP, outbox("the end"))
    assert failed.value.not_before_s == 13_938
    chat.clock.advance(13_939)
    await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.texts() == ["the end"]
    assert len(chat.telegram.calls("editMessageText")) == 2
