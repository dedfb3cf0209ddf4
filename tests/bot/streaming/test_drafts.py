"""A reply streams as a draft in private chats, and its frames hold up nobody."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from aiogram import Bot

from bot.markdown import render
from bot.parts import MOST_CHARACTERS_IN_LOOP
from bot.rendered import Rendered
from bot.replies import TelegramReplier
from tests.bot.streaming.chat import GROUP, Chat, outbox, turn
from tests.telegram import judge
from tests.telegram.faults import bad_request, dropped, flood, stalled
from tests.workers.test_cancelling import Swallowing


async def test_a_private_chat_sees_thinking_and_then_the_text_as_it_grows(chat: Chat) -> None:
    async with chat.working("7/3") as draft:
        await chat.until(lambda: chat.drafts() == [""])
        await draft.show("It is **bo")
        await chat.pass_time(1)
        await draft.show("It is **bold**")
        await chat.pass_time(1)
    assert chat.drafts() == ["", "It is **bo", "It is bold"]
    first, *_, last = chat.telegram.calls("sendMessageDraft")
    assert last.params["entities"][0]["type"] == "bold"
    assert (last.params["draft_id"], last.params["message_thread_id"]) == (501, 3)
    assert last.params["can_stop"] is True
    assert first.params["draft_id"] == 501
    await chat.deliver("7/3", outbox("It is **bold**"))
    assert chat.telegram.texts() == ["It is bold"]
    assert chat.telegram.chats.drafts.at((7, 3)) is None
    assert chat.telegram.calls("sendChatAction") == []


async def test_drafts_are_at_least_a_second_apart_and_only_when_the_text_changed(
    chat: Chat,
) -> None:
    async with chat.working() as draft:
        await chat.until(lambda: chat.drafts() == [""])
        for n in range(1, 41):
            await draft.show("word " * n)
            await chat.pass_time(0.25)
        await chat.pass_time(10)
    times = [call.at for call in chat.telegram.calls("sendMessageDraft")]
    assert min(b - a for a, b in pairwise(times)) >= 1
    assert len(times) >= 10
    assert len(set(chat.drafts())) == len(times)
    assert all(call.answer == "ok" for call in chat.telegram.log)


async def test_a_draft_is_refreshed_while_the_model_is_silent(chat: Chat) -> None:
    async with chat.working() as draft:
        await chat.until(lambda: chat.drafts() == [""])
        await draft.show("half")
        await chat.pass_time(1)
        for _ in range(70):
            await chat.pass_time(1, step=1)
            assert chat.telegram.chats.drafts.at((7, 0)) is not None
    assert 4 <= len(chat.drafts()) <= 6
    assert set(chat.drafts()[1:]) == {"half"}


@pytest.mark.parametrize("missing", [True, False])
async def test_where_drafts_are_refused_one_message_is_edited_from_then_on(
    chat: Chat, missing: bool
) -> None:
    if missing:
        chat.telegram.missing_methods.add("sendmessagedraft")
    else:
        chat.telegram.script.add("sendMessageDraft", bad_request("PEER_ID_INVALID"), times=9)
    for number in (1, 2):
        async with chat.working(update_id=500 + number) as draft:
            await draft.show(f"{number} and")
            await chat.until(lambda: chat.telegram.calls("sendChatAction"))
            await chat.pass_time(3)
            await draft.show(f"{number} and more")
            await chat.pass_time(3)
        await chat.deliver("7", outbox(f"{number} and more and the end"))
    assert len(chat.drafts()) == 1
    assert chat.telegram.texts() == ["1 and more and the end", "2 and more and the end"]


@pytest.mark.skipif(not judge.available(), reason=judge.MISSING)
async def test_formatting_that_is_refused_costs_the_draft_its_formatting_only(chat: Chat) -> None:
    chat.telegram.script.add("sendMessageDraft", bad_request("can't parse entities: x"))
    async with chat.working() as draft:
        await draft.show("**bold**")
        await chat.pass_time(3)
        await draft.show("**bold** and on")
        await chat.pass_time(2)
    assert chat.drafts()[-1] == "bold and on"
    assert chat.telegram.calls("sendChatAction") == []


MARKS = "1. Fix (v1.2.3)! - ok\n2. *a_b* [x](http://e.com/(c)) `d_` ~~e~~ {f}=g|h>i #j +k __l_m\n"


@pytest.mark.skipif(not judge.available(), reason=judge.MISSING)
@pytest.mark.parametrize("where", ["7", GROUP])
async def test_every_piece_of_a_text_full_of_marks_is_taken(chat: Chat, where: str) -> None:
    async with chat.working(where) as draft:
        for end in range(3, len(MARKS) + 3, 3):
            await draft.show(MARKS[:end])
            await chat.pass_time(1 if where == "7" else 4, step=1)
    shown = chat.drafts() if where == "7" else chat.edits()
    assert len(shown) > len(MARKS) // 4
    assert shown[-1].startswith("1. Fix (v1.2.3)! - ok\n2. a_b x d_ e {f}=g|h>i #j +k __l_m")
    assert {call.answer for call in chat.telegram.log} == {"ok"}


async def test_a_long_answer_shows_its_end(chat: Chat) -> None:
    text = "\n".join(f"line {n} " + "x" * 60 for n in range(200))
    async with chat.working() as draft:
        await chat.until(lambda: chat.drafts() == [""])
        await draft.show(text)
        await chat.pass_time(1)
    shown = chat.drafts()[-1]
    assert 3000 < len(shown) <= 4096
    assert text.endswith(shown)
    assert shown.startswith("line ")
    assert all(call.answer == "ok" for call in chat.telegram.log)


async def test_no_time_passes_before_a_long_answer_is_rendered(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()

    def slowly(text: str) -> Rendered:
        """In a thread, while the event loop goes round many times."""
        for _ in range(200 if len(text) > MOST_CHARACTERS_IN_LOOP else 0):
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(timeout=5)
        return render(text)

    monkeypatch.setattr("bot.parts.render", slowly)
    async with chat.working() as draft:
        await chat.until(lambda: chat.drafts() == [""])
        await draft.show("word " * 2000)
        await chat.pass_time(1, step=1)
        assert len(chat.drafts()) == 2


async def test_what_has_nothing_to_see_is_still_thinking(chat: Chat) -> None:
    async with chat.working() as draft:
        await draft.show(" \n\u200b")
        await chat.pass_time(3)
    assert set(chat.drafts()) == {""}


async def test_typing_goes_on_through_its_faults(chat: Chat) -> None:
    chat.telegram.script.add("sendChatAction", bad_request("no"))
    chat.telegram.script.add("sendChatAction", flood(17))
    chat.telegram.script.add("sendChatAction", dropped())
    async with chat.working(GROUP):
        await chat.until(lambda: chat.telegram.calls("sendChatAction"))
        await chat.pass_time(40)
    waits = [s for s in chat.clock.asked if s in (4.5, 17)]
    assert waits[:4] == [4.5, 17, 4.5, 4.5]


@pytest.mark.parametrize("where", ["7", GROUP])
async def test_what_the_work_raises_passes_through_unchanged(chat: Chat, where: str) -> None:
    with pytest.raises(KeyError):
        async with chat.working(where):
            raise KeyError("a fault in the work")


@pytest.mark.parametrize(
    ("where", "method"), [("7", "sendMessageDraft"), (GROUP, "sendChatAction")]
)
async def test_a_stalled_frame_does_not_hold_up_the_answer(
    chat: Chat, where: str, method: str
) -> None:
    chat.telegram.script.add(method, stalled())
    async with asyncio.timeout(5):
        async with chat.working(where):
            await chat.telegram.until(lambda: chat.telegram.calls(method))


async def test_a_frame_that_swallows_a_cancel_does_not_hold_up_the_answer(bot: Bot) -> None:
    swallowing = Swallowing()

    async def sleep(_: float) -> None:
        await swallowing.work()

    async with asyncio.timeout(5):
        async with TelegramReplier(bot, sleep).working(turn()):
            await swallowing.begun.wait()
    assert swallowing.cancels == 2


async def test_a_person_who_blocked_the_bot_costs_no_storm_of_frames(chat: Chat) -> None:
    chat.telegram.chats.blocked.add(7)
    async with chat.working() as draft:
        await chat.until(lambda: chat.drafts() == [""])
        for n in range(20):
            await draft.show("word " * (n + 1))
            await chat.pass_time(1, step=1)
    assert len(chat.drafts()) == 1


async def test_a_deleted_topic_costs_the_chat_no_drafts_elsewhere(chat: Chat) -> None:
    chat.telegram.missing_threads.add(3)
    async with chat.working("7/3") as draft:
        await draft.show("half")
        await chat.pass_time(3)
    async with chat.working("7", update_id=502) as draft:
        await draft.show("half")
        await chat.pass_time(2)
    assert chat.telegram.calls("sendMessage") == []
    assert chat.drafts()[-1] == "half"
    await chat.deliver("7/3", outbox("the end"))
    assert chat.telegram.texts() == ["the end"]
