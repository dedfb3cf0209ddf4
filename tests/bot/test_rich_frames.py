"""An answer that will be a rich message looks like one while it streams."""

from __future__ import annotations

import pytest
from aiogram import Bot

from bot.frames import Pace
from bot.replies import TelegramReplier
from bot.rich import Rich
from bot.send_budget import SendBudget
from tests.bot.streaming.chat import GROUP, Chat, outbox
from tests.bot.test_rich import TABLE
from tests.telegram.clock import MovedClock
from tests.telegram.faults import Fault, bad_request
from tests.telegram.server import FakeTelegram


class RichChat(Chat):
    rich: Rich = "always"

    def new_replier(self) -> TelegramReplier:
        budget = SendBudget(clock=self.clock, sleep=self.clock.sleep)
        pace = Pace(self.clock, self.clock.sleep, budget)
        return TelegramReplier(self.bot, self.clock.sleep, budget=budget, pace=pace, rich=self.rich)

    def shown(self, method: str) -> list[str]:
        """The text of each such call, with "rich: " before that of a rich one."""
        return [
            f"rich: {rich['markdown']}" if (rich := call.params.get("rich_message")) else text
            for call in self.telegram.calls(method)
            for text in [call.params.get("text", "")]
        ]


@pytest.fixture
def chat(telegram: FakeTelegram, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> RichChat:
    clock = MovedClock()
    telegram.chats.drafts.clock = clock
    return RichChat(telegram, bot, clock, monkeypatch)


async def test_drafts_are_rich_where_the_answer_is(chat: RichChat) -> None:
    async with chat.working() as draft:
        await chat.until(lambda: chat.shown("sendMessageDraft") == [""])
        for text in ("# Fees", f"# Fees\n\n{TABLE}"):
            await draft.show(text)
            await chat.pass_time(1.0)
    drafts = ["rich: # Fees", f"rich: # Fees\n\n{TABLE}"]
    assert chat.shown("sendRichMessageDraft") == drafts
    (call, _) = chat.telegram.calls("sendRichMessageDraft")
    plain = chat.telegram.calls("sendMessageDraft")[0].params
    assert (call.params["draft_id"], call.params["can_stop"]) == (plain["draft_id"], True)
    await chat.deliver("7", outbox(f"# Fees\n\n{TABLE}"))
    assert chat.shown("sendRichMessage") == drafts[1:]


async def test_by_itself_a_draft_becomes_rich_as_soon_as_it_wants_to(chat: RichChat) -> None:
    chat.rich = "auto"
    chat.replier = chat.new_replier()
    async with chat.working() as draft:
        for text in ("The fees:", f"The fees:\n\n{TABLE}"):
            await draft.show(text)
            await chat.pass_time(1.25)
    assert chat.shown("sendMessageDraft")[-1] == "The fees:"
    (rich,) = chat.shown("sendRichMessageDraft")
    assert rich.startswith("rich: The fees:")


@pytest.mark.parametrize(
    "fault", [bad_request("RICH_MESSAGE_EMAIL_INVALID"), Fault(status=404)], ids=["this", "any"]
)
async def test_what_is_refused_richly_goes_on_plainly(chat: RichChat, fault: Fault) -> None:
    chat.telegram.script.add("sendRichMessageDraft", fault)
    async with chat.working() as draft:
        for text in ("**one**", "**one** two"):
            await draft.show(text)
            await chat.pass_time(2.0)
    assert chat.shown("sendMessageDraft")[-2:] == ["one", "one two"]
    assert len(chat.shown("sendRichMessageDraft")) == 1


async def test_a_message_that_is_edited_is_rich_from_its_beginning(chat: RichChat) -> None:
    async with chat.working(GROUP) as draft:
        for text in ("# Fees", f"# Fees\n\n{TABLE}"):
            await draft.show(text)
            await chat.pass_time(3.5)
    assert chat.shown("sendRichMessage") == ["rich: # Fees"]
    assert chat.shown("editMessageText") == [f"rich: # Fees\n\n{TABLE}"]
    await chat.deliver(GROUP, outbox(f"# Fees\n\n{TABLE} \n\nDone."))
    assert len(chat.telegram.sent) == 1
    assert chat.shown("editMessageText")[-1].endswith("Done.")
