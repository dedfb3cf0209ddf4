"""A reply is one message, edited as it grows, and its end arrives once, in that message."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.texts import Texts
from tests.bot.streaming.chat import GROUP, QUESTION, Chat, begin_in_group, outbox
from tests.telegram import judge
from tests.telegram.faults import Fault, bad_request, dropped, flood, stalled
from workers.jobs import Notice, Outbox, Reply
from workers.replier import ChatClosed


async def test_a_group_sees_typing_and_one_message_when_the_answer_is_short(chat: Chat) -> None:
    async with chat.working(GROUP) as draft:
        await chat.until(lambda: chat.telegram.calls("sendChatAction"))
        await draft.show("short")
        await chat.pass_time(2.5)
    await chat.deliver(GROUP, outbox("short"))
    action = chat.telegram.calls("sendChatAction")[0].params
    assert action == {"chat_id": -100, "message_thread_id": 42, "action": "typing"}
    assert chat.telegram.texts() == ["short"]
    assert chat.telegram.calls("editMessageText") == []


async def test_a_group_sees_one_message_that_is_edited_every_three_seconds_or_more(
    chat: Chat,
) -> None:
    async with chat.working(GROUP) as draft:
        for n in range(1, 81):
            await draft.show("word " * n)
            await chat.pass_time(0.25)
        typed = len(chat.telegram.calls("sendChatAction"))
    (bubble,) = chat.telegram.sent
    assert bubble["message_thread_id"] == 42
    assert chat.telegram.calls("sendMessage")[0].params["reply_parameters"]["message_id"] == 90
    times = [call.at for call in chat.telegram.log if "Message" in call.method]
    assert min(b - a for a, b in pairwise(times)) >= 3
    assert len(times) >= 5
    assert typed <= 2
    await chat.pass_time(4)
    assert await chat.deliver(GROUP, outbox("the end")) == (bubble["message_id"],)
    assert chat.telegram.texts() == ["the end"]
    assert all(call.answer == "ok" for call in chat.telegram.log)


async def test_an_edit_without_a_change_is_a_delivery(chat: Chat) -> None:
    await begin_in_group(chat, "all of it")
    await chat.deliver(GROUP, outbox("all of it"))
    assert chat.telegram.log[-1].answer.startswith("Bad Request: message is not modified")
    assert chat.telegram.texts() == ["all of it"]


async def test_an_edit_whose_answer_is_lost_is_repeated_and_stays_one_bubble(chat: Chat) -> None:
    await begin_in_group(chat)
    chat.telegram.script.add("editMessageText", dropped(applied=True))
    delivery = asyncio.create_task(chat.deliver(GROUP, outbox("half and half")))
    await chat.until(lambda: len(chat.telegram.calls("editMessageText")) == 1)
    await chat.pass_time(5)
    await delivery
    assert chat.telegram.texts() == ["half and half"]
    assert len(chat.telegram.calls("editMessageText")) == 2


@pytest.mark.parametrize("where", ["7", "7/3", GROUP])
async def test_an_answer_of_nothing_is_a_word_in_its_place(chat: Chat, where: str) -> None:
    async with chat.working(where) as draft:
        await draft.show(" \n")
        await chat.pass_time(5)
    notice = Outbox(Reply(notice=Notice.EMPTY_ANSWER, reply_to=QUESTION, language="en"))
    await chat.deliver(where, notice)
    (word,) = chat.telegram.sent
    assert word["text"] == Texts().say("notice_empty_answer", "en")
    assert word["reply_markup"]["inline_keyboard"]
    assert chat.telegram.chats.drafts.at((7, 3 if where == "7/3" else 0)) is None


async def test_every_message_of_a_long_answer_is_in_its_topic(chat: Chat) -> None:
    text = "\n\n".join(f"Paragraph {n}: " + "words and more words " * 20 for n in range(24))
    async with chat.working(GROUP) as draft:
        for end in range(2000, len(text), 2000):
            await draft.show(text[:end])
            await chat.pass_time(4, step=1)
    delivery = asyncio.create_task(chat.deliver(GROUP, outbox(text)))
    await chat.pass_time(30, step=1)
    await delivery
    threads = [message.get("message_thread_id") for message in chat.telegram.sent]
    assert threads == [42] * 3
    assert " ".join(chat.telegram.texts()).split() == text.split()


async def test_a_message_that_was_deleted_is_replaced_by_a_new_one(chat: Chat) -> None:
    await begin_in_group(chat)
    chat.telegram.sent.clear()
    await chat.deliver(GROUP, outbox("half and half"))
    assert chat.telegram.texts() == ["half and half"]


async def test_a_long_end_goes_on_in_messages_after_the_first(chat: Chat) -> None:
    await begin_in_group(chat)
    text = "\n\n".join(f"Paragraph {n}: " + "words and more words " * 20 for n in range(15))
    marked: list[tuple[int, tuple[int, ...]]] = []

    async def mark(part: int, message_ids: Sequence[int]) -> None:
        marked.append((part, tuple(message_ids)))

    delivery = asyncio.create_task(chat.replier.deliver(GROUP, outbox(text), mark))
    await chat.pass_time(10)
    last = await delivery
    ids = [message["message_id"] for message in chat.telegram.sent]
    assert ("Paragraph 0:" in chat.telegram.texts()[0], len(ids)) == (True, 2)
    assert (marked, last) == ([(0, (ids[0],))], (ids[1],))


async def test_an_answer_that_is_stopped_ends_in_the_bubble_it_was_begun_in(chat: Chat) -> None:
    async def answer() -> None:
        async with chat.working(GROUP) as draft:
            await draft.show("half")
            await asyncio.Event().wait()

    answering = asyncio.create_task(answer())
    await chat.pass_time(3.5)
    answering.cancel()
    await asyncio.wait({answering})
    await chat.pass_time(4)
    await chat.deliver(GROUP, outbox("half", cut=True))
    assert chat.telegram.texts() == ["half …"]


async def test_the_next_reply_is_a_message_of_its_own(chat: Chat) -> None:
    await begin_in_group(chat, "one")
    await chat.deliver(GROUP, outbox("one."))
    chat.telegram.say("and two?", chat_id=-100)
    later = chat.telegram.chats.new_message_id(-100)
    for replier in (chat.replier, chat.new_replier()):
        chat.replier = replier
        await chat.pass_time(8)
        await chat.deliver(GROUP, outbox("two", reply_to=later))
    assert chat.telegram.texts() == ["one.", "two", "two"]


async def test_another_word_about_the_same_message_takes_no_answers_place(chat: Chat) -> None:
    await begin_in_group(chat)
    await chat.deliver(GROUP, outbox("half and half"))
    await chat.pass_time(8)
    corrected = Outbox(Reply(notice=Notice.CORRECTED, reply_to=QUESTION))
    await chat.deliver(GROUP, corrected)
    assert chat.telegram.texts()[0] == "half and half"
    assert len(chat.telegram.sent) == 2


@pytest.mark.parametrize(("where", "method"), [("7", "sendMessageDraft"), (GROUP, "sendMessage")])
async def test_a_text_that_is_refused_for_its_length_costs_one_frame(
    chat: Chat, where: str, method: str
) -> None:
    chat.telegram.script.put(method, None if where == "7" else bad_request("message is too long"))
    chat.telegram.script.put(method, bad_request("message is too long"))
    async with chat.working(where) as draft:
        for text in ("one", "one two", "one two three"):
            await draft.show(text)
            await chat.pass_time(7)
        assert where == GROUP or chat.drafts()[-1] == "one two three"
        assert where == "7" or chat.telegram.texts() == ["one two three"]
    assert chat.replier._streaming.undrafted == set()


@pytest.mark.parametrize("edit", [0, 1])
async def test_who_blocks_the_bot_in_mid_stream_costs_one_more_frame(chat: Chat, edit: int) -> None:
    async with chat.working(GROUP) as draft:
        if edit:
            await draft.show("half")
            await chat.pass_time(3.5)
        chat.telegram.chats.blocked.add(-100)
        for n in range(20):
            await draft.show("word " * (n + 1))
            await chat.pass_time(1, step=1)
    assert (len(chat.edits()), len(chat.telegram.calls("sendMessage"))) == (edit, 1)
    with pytest.raises(ChatClosed):
        await chat.deliver(GROUP, outbox("the end"))


async def test_a_message_that_is_deleted_in_mid_stream_costs_the_frames_not_the_answer(
    chat: Chat,
) -> None:
    async with chat.working(GROUP) as draft:
        await draft.show("half")
        await chat.pass_time(3.5)
        chat.telegram.sent.clear()
        for n in range(20):
            await draft.show("word " * (n + 1))
            await chat.pass_time(1, step=1)
    assert len(chat.edits()) == 1
    await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.texts() == ["the end"]


async def test_a_topic_that_is_deleted_in_mid_stream_is_answered_nowhere_else(chat: Chat) -> None:
    async with chat.working(GROUP) as draft:
        await draft.show("half")
        await chat.pass_time(3.5)
        chat.telegram.sent.clear()
        chat.telegram.missing_threads.add(42)
        await draft.show("half and more")
        await chat.pass_time(4)
    with pytest.raises(ChatClosed):
        await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.sent == []


async def test_a_group_that_moves_in_mid_stream_gets_its_answer_where_it_went(chat: Chat) -> None:
    async with chat.working("-100") as draft:
        await draft.show("half")
        await chat.pass_time(3.5)
        chat.telegram.chats.migrated[-100] = -1009
        for n in range(20):
            await draft.show("word " * (n + 1))
            await chat.pass_time(1, step=1)
    assert len(chat.edits()) == 2  # the second one followed it there
    delivery = asyncio.create_task(chat.deliver("-100", outbox("the end")))
    await chat.pass_time(2)
    await delivery
    assert [m["text"] for m in chat.telegram.sent if m["chat"]["id"] == -1009] == ["the end"]


@pytest.mark.skipif(not judge.available(), reason=judge.MISSING)
@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
async def test_formatting_that_is_refused_costs_an_edit_its_formatting_only(
    chat: Chat, method: str
) -> None:
    chat.telegram.script.add(method, bad_request("can't parse entities: x"))
    async with chat.working(GROUP) as draft:
        for text in ("**bold**", "**bold** and on", "**bold** and on and on"):
            await draft.show(text)
            await chat.pass_time(6.5)
    assert chat.telegram.texts() == ["bold and on and on"]
    assert chat.telegram.sent[0]["entities"] == []


async def test_a_message_that_begins_as_the_answer_ends_is_still_the_one_bubble(
    chat: Chat,
) -> None:
    chat.telegram.script.add("sendMessage", stalled(applied=True))
    async with chat.working(GROUP) as draft:
        await draft.show("half")
        await chat.until(lambda: chat.telegram.calls("sendChatAction"))
        chat.telegram.script = type(chat.telegram.script)()
        chat.clock.advance(3)
        await chat.telegram.until(lambda: chat.telegram.calls("sendMessage"))
    await chat.pass_time(4)
    await chat.deliver(GROUP, outbox("half and half"))
    assert chat.telegram.texts() == ["half and half"]


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param([bad_request("x")], id="the first edit fails"),
        pytest.param([None, None, bad_request("x")], id="only the third edit fails"),
        pytest.param([None, flood(9), flood(9), flood(9)], id="the last edits are flooded"),
        pytest.param([flood(5), dropped(applied=True), bad_request("x")], id="all sorts"),
    ],
)
async def test_edits_that_fail_leave_the_whole_text_in_one_bubble(
    chat: Chat, faults: list[Fault | None]
) -> None:
    for fault in faults:
        chat.telegram.script.put("editMessageText", fault)
    text = "first line\n\nsecond *line*\n- and\n- more"
    async with chat.working(GROUP) as draft:
        for end in range(5, len(text), 2):
            await draft.show(text[:end])
            await chat.pass_time(1)
    delivery = asyncio.create_task(chat.deliver(GROUP, outbox(text)))
    await chat.pass_time(60, step=1)
    await delivery
    assert chat.telegram.texts() == ["first line\n\nsecond line\n• and\n• more"]
