"""A reply streams as a draft in private chats, else as one message that is edited; and its end
arrives once, in the one bubble there is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.middlewares.base import (
    BaseRequestMiddleware,
    NextRequestMiddlewareType,
)
from aiogram.methods import TelegramMethod
from aiogram.methods.base import TelegramType

from bot.frames import Pace
from bot.polling import new_bot
from bot.replies import TelegramReplier
from bot.send_budget import SendBudget
from bot.texts import Texts
from tests.telegram import judge
from tests.telegram.clock import MovedClock
from tests.telegram.faults import Fault, bad_request, dropped, flood, stalled
from tests.telegram.server import TOKEN, FakeTelegram
from tests.workers.test_cancelling import Swallowing
from workers.jobs import Notice, Outbox, Reply, Turn
from workers.lanes import LeaseLost
from workers.link import OutcomeUnknown
from workers.placeholders import DictPlaceholders, Placeholder, Placeholders
from workers.replier import ChatClosed, DeliveryFailed, Draft

GROUP = "-100/42"
QUESTION = 90
"""Message ids that the fake server gives out are beyond it."""


def turn(chat: str = "7", update_id: int = 501, message_id: int = QUESTION) -> Turn:
    return Turn(
        chat, update_id, "a question", datetime(2026, 11, 29, tzinfo=UTC), message_ids=(message_id,)
    )


def outbox(text: str, **details: Any) -> Outbox:
    return Outbox(Reply.from_json({"text": text, "reply_to": QUESTION, **details}))


async def unmarked(part: int, message_ids: Sequence[int]) -> None:
    pass


class UnderWay(BaseRequestMiddleware):
    """How many calls wait for Telegram now."""

    def __init__(self) -> None:
        self.now = 0

    async def __call__(
        self,
        make_request: NextRequestMiddlewareType[TelegramType],
        bot: Bot,
        method: TelegramMethod[TelegramType],
    ) -> Any:
        self.now += 1
        try:
            return await make_request(bot, method)
        finally:
            self.now -= 1


class Chat:
    """A replier by a moved clock, and what is seen of it."""

    def __init__(self, telegram: FakeTelegram, bot: Bot, clock: MovedClock) -> None:
        self.telegram = telegram
        self.clock = clock
        self.bot = bot
        self.under_way = UnderWay()
        bot.session.middleware(self.under_way)
        self.placeholders: Placeholders = DictPlaceholders()
        self.replier = self.new_replier()

    def new_replier(self) -> TelegramReplier:
        """As in another process."""
        budget = SendBudget(clock=self.clock, sleep=self.clock.sleep)
        pace = Pace(self.clock, self.clock.sleep, budget)
        return TelegramReplier(
            self.bot,
            self.clock.sleep,
            budget=budget,
            placeholders=self.placeholders,
            pace=pace,
        )

    @asynccontextmanager
    async def working(self, chat: str = "7", **details: Any) -> AsyncIterator[Draft]:
        async with self.replier.working(turn(chat, **details)) as draft:
            yield draft

    async def deliver(self, chat: str, box: Outbox) -> tuple[int, ...]:
        return await self.replier.deliver(chat, box, unmarked)

    def drafts(self) -> list[str]:
        return [call.params.get("text", "") for call in self.telegram.calls("sendMessageDraft")]

    def edits(self) -> list[str]:
        return [call.params["text"] for call in self.telegram.calls("editMessageText")]

    async def until(self, condition: Callable[[], object]) -> None:
        await self.telegram.until(condition)
        await self.settle()

    async def settle(self) -> None:
        """Until whoever waited for Telegram sleeps again, however busy the machine is."""
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0.0005)
            pending = any(call.answer == "pending" for call in self.telegram.log[-5:])
            stalled = sum(call.answer == "stall" for call in self.telegram.log)
            quiet = 0 if pending or self.under_way.now > stalled else quiet + 1

    async def pass_time(self, seconds: float, step: float = 0.25) -> None:
        """In steps, so that everyone gets to what is due at its time."""
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            await self.settle()


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock()


@pytest.fixture
async def telegram(clock: MovedClock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=clock, limited=True) as server:
        for _ in range(100):
            server.chats.new_message_id(0)
        yield server


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    async with new_bot(TOKEN, telegram.url) as bot:
        yield bot


@pytest.fixture
def chat(telegram: FakeTelegram, bot: Bot, clock: MovedClock) -> Chat:
    return Chat(telegram, bot, clock)


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


async def test_what_has_nothing_to_see_is_still_thinking(chat: Chat) -> None:
    async with chat.working() as draft:
        await draft.show(" \n\u200b")
        await chat.pass_time(3)
    assert set(chat.drafts()) == {""}


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


async def begin_in_group(chat: Chat, text: str = "half", **details: Any) -> None:
    async with chat.working(GROUP, **details) as draft:
        await draft.show(text)
        await chat.pass_time(3.5)
    assert chat.telegram.texts() == [text]
    await chat.pass_time(4)


async def test_an_edit_without_a_change_is_a_delivery(chat: Chat) -> None:
    await begin_in_group(chat, "all of it")
    await chat.deliver(GROUP, outbox("all of it"))
    assert chat.telegram.log[-1].answer.startswith("Bad Request: message is not modified")
    assert chat.telegram.texts() == ["all of it"]


async def test_a_flood_on_the_last_edit_leaves_one_bubble(chat: Chat) -> None:
    await begin_in_group(chat)
    chat.telegram.script.add("editMessageText", flood(41))
    delivery = asyncio.create_task(chat.deliver(GROUP, outbox("half and half")))
    await chat.until(lambda: len(chat.telegram.calls("editMessageText")) == 1)
    await chat.pass_time(45)
    await delivery
    assert chat.telegram.texts() == ["half and half"]


async def test_an_edit_whose_answer_is_lost_is_repeated_and_stays_one_bubble(chat: Chat) -> None:
    await begin_in_group(chat)
    chat.telegram.script.add("editMessageText", dropped(applied=True))
    delivery = asyncio.create_task(chat.deliver(GROUP, outbox("half and half")))
    await chat.until(lambda: len(chat.telegram.calls("editMessageText")) == 1)
    await chat.pass_time(5)
    await delivery
    assert chat.telegram.texts() == ["half and half"]
    assert len(chat.telegram.calls("editMessageText")) == 2


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


async def test_another_process_puts_the_end_into_the_message_that_was_begun(chat: Chat) -> None:
    await begin_in_group(chat)
    chat.replier = chat.new_replier()
    for _ in range(2):  # the second time because it ended before the lane was free
        await chat.pass_time(8)
        await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.texts() == ["the end"]


async def test_another_try_goes_on_in_the_message_that_the_first_began(chat: Chat) -> None:
    await begin_in_group(chat, "first try")
    chat.replier = chat.new_replier()
    async with chat.working(GROUP) as draft:
        await draft.show("second try")
        await chat.pass_time(4)
    assert chat.telegram.texts() == ["second try"]
    notice = Outbox(Reply(notice=Notice.MODEL_UNAVAILABLE, reply_to=QUESTION))
    await chat.pass_time(4)
    await chat.deliver(GROUP, notice)
    assert len(chat.telegram.sent) == 1
    assert "model" in chat.telegram.texts()[0]


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


@pytest.mark.parametrize("streamed", [True, False])
async def test_what_a_turn_began_and_nobody_ends_is_gone_with_the_next_answer(
    chat: Chat, streamed: bool
) -> None:
    await begin_in_group(chat, "half of what was dropped")
    chat.replier = chat.new_replier()
    later = chat.telegram.chats.new_message_id(-100)
    await chat.pass_time(8)
    if streamed:
        async with chat.working(GROUP, message_id=later) as draft:
            await draft.show("an")
            await chat.pass_time(4)
        assert chat.telegram.texts() == ["an"]
        await chat.pass_time(4)
    await chat.deliver(GROUP, outbox("another", reply_to=later))
    assert chat.telegram.texts() == ["another"]


async def test_another_word_about_the_same_message_takes_no_answers_place(chat: Chat) -> None:
    await begin_in_group(chat)
    await chat.deliver(GROUP, outbox("half and half"))
    await chat.pass_time(8)
    corrected = Outbox(Reply(notice=Notice.CORRECTED, reply_to=QUESTION))
    await chat.deliver(GROUP, corrected)
    assert chat.telegram.texts()[0] == "half and half"
    assert len(chat.telegram.sent) == 2


class Lease:
    def __init__(self) -> None:
        self.lost = False

    def still_ours(self) -> None:
        if self.lost:
            raise LeaseLost


@pytest.mark.parametrize(("where", "method"), [("7", "drafts"), (GROUP, "edits")])
async def test_who_lost_the_lease_shows_nothing_any_more(
    chat: Chat, where: str, method: str
) -> None:
    lease = Lease()
    async with chat.replier.working(turn(where), lease.still_ours) as draft:
        await draft.show("half")
        await chat.pass_time(4)
        lease.lost = True
        shown = len(getattr(chat, method)())
        await chat.new_replier().deliver(where, outbox("the end, by another"), unmarked)
        await draft.show("half and a little more")
        await chat.pass_time(8)
    assert len(getattr(chat, method)()) == shown + (where == GROUP)
    assert chat.telegram.texts() == ["the end, by another"]
    assert chat.telegram.chats.drafts.at((7, 0)) is None


async def test_who_lost_the_lease_while_it_began_a_message_takes_it_back(chat: Chat) -> None:
    lease = Lease()

    def lost_when_asked_again() -> None:
        lease.still_ours()
        lease.lost = True

    async with chat.replier.working(turn(GROUP), lost_when_asked_again) as draft:
        await draft.show("half")
        await chat.pass_time(4)
    assert len(chat.telegram.calls("sendMessage")) == 1
    assert chat.telegram.sent == []


async def test_who_began_a_message_later_than_another_try_takes_it_back(chat: Chat) -> None:
    async with chat.working(GROUP) as draft:
        await chat.until(lambda: chat.telegram.calls("sendChatAction"))
        await chat.placeholders.keep(GROUP, Placeholder(10**6, QUESTION))
        await draft.show("half")
        await chat.pass_time(4)
    assert len(chat.telegram.calls("sendMessage")) == 1
    assert chat.telegram.sent == []


async def test_who_delivers_into_a_message_of_an_earlier_try_finds_the_later_one(
    chat: Chat,
) -> None:
    await begin_in_group(chat)
    later = chat.new_replier()
    await chat.placeholders.keep(GROUP, Placeholder())
    async with later.working(turn(GROUP)) as draft:
        await draft.show("half, by another")
        await chat.pass_time(4)
    with pytest.raises(LeaseLost):
        await chat.deliver(GROUP, outbox("half and half"))
    await chat.pass_time(4)
    await chat.deliver(GROUP, outbox("half and half"))
    assert chat.telegram.texts() == ["half", "half and half"]


class AwayAtFirst:
    """Takes nothing so many times."""

    def __init__(self, kept: Placeholders) -> None:
        self.kept = kept
        self.away = 0

    async def of(self, chat: str) -> Placeholder:
        self._come_back()
        return await self.kept.of(chat)

    async def keep(self, chat: str, placeholder: Placeholder) -> bool:
        self._come_back()
        return await self.kept.keep(chat, placeholder)

    def _come_back(self) -> None:
        if self.away:
            self.away -= 1
            raise OutcomeUnknown("down")


async def test_a_server_that_is_away_as_a_message_begins_is_told_of_it_later(chat: Chat) -> None:
    chat.placeholders = away = AwayAtFirst(chat.placeholders)
    chat.replier = chat.new_replier()
    async with chat.working(GROUP) as draft:
        await chat.pass_time(1)
        away.away = 1
        await draft.show("half")
        await chat.pass_time(2.5)
        assert await chat.placeholders.of(GROUP) == Placeholder()
        await draft.show("half and")
        await chat.pass_time(4)
    await chat.new_replier().deliver(GROUP, outbox("half and half"), unmarked)
    assert chat.telegram.texts() == ["half and half"]


async def test_no_message_is_begun_while_that_of_an_earlier_try_is_not_known(chat: Chat) -> None:
    await begin_in_group(chat, "first try")
    chat.placeholders = away = AwayAtFirst(chat.placeholders)
    away.away = 2
    chat.replier = chat.new_replier()
    async with chat.working(GROUP) as draft:
        await draft.show("second try")
        await chat.pass_time(3.5)
        assert chat.telegram.texts() == ["first try"]
        await chat.pass_time(8)
    assert chat.telegram.texts() == ["second try"]


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


async def test_a_server_that_is_away_at_the_end_leaves_one_bubble(chat: Chat) -> None:
    chat.placeholders = away = AwayAtFirst(chat.placeholders)
    chat.replier = chat.new_replier()
    await begin_in_group(chat)
    away.away = 1
    with pytest.raises(DeliveryFailed):
        await chat.deliver(GROUP, outbox("half and half"))
    await chat.deliver(GROUP, outbox("half and half"))
    assert chat.telegram.texts() == ["half and half"]


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


async def test_a_begin_that_was_not_answered_is_not_tried_again(chat: Chat) -> None:
    chat.telegram.script.add("sendMessage", dropped())
    async with chat.working(GROUP) as draft:
        await draft.show("half")
        await chat.pass_time(4)
        await draft.show("half and more")
        await chat.pass_time(8)
    assert len(chat.telegram.calls("sendMessage")) == 1
    await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.texts() == ["the end"]


class Unreachable(DictPlaceholders):
    async def of(self, chat: str) -> Placeholder:
        raise OutcomeUnknown("down")


async def test_while_it_is_not_known_whether_a_message_was_begun_none_is_sent(chat: Chat) -> None:
    chat.placeholders = Unreachable()
    chat.replier = chat.new_replier()
    with pytest.raises(DeliveryFailed):
        await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.sent == []


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
