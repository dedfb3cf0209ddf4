"""Business chats from Telegram to the model and back: answered in the account's name, each with a
memory of its own, and forgetful of what is deleted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiogram import Bot

from bot.access import Access
from bot.business_replies import BusinessReplier
from bot.frames import Pace
from bot.polling import RECEIVED, new_bot, poll
from bot.replies import TelegramReplier
from memory.store import DictStore
from tests.bot.conftest import QUICKLY, FakeSleep, allowing
from tests.fakes.language_model import Held, ScriptedModel
from tests.fakes.stage import Stage
from tests.telegram.business import HOST
from tests.telegram.chats import BOT
from tests.telegram.clock import MovedClock
from tests.telegram.server import TOKEN, FakeTelegram
from tests.workers.test_worker import at_work
from workers.access import Entry, Standing
from workers.business import DictConnections
from workers.language_model import ModelRefused
from workers.local_lanes import LocalLanes

GUEST = 55
LANE = f"{GUEST}@{HOST}"
SECRET = "HX-48213"


class People:
    """An account's owner and those who write to it, the bot, and a worker that answers one turn
    when told to."""

    def __init__(self, telegram: FakeTelegram, bot: Bot, access: Access) -> None:
        self.telegram, self.access = telegram, access
        self.business = telegram.business
        self.connections = DictConnections()
        self.clock = MovedClock()
        store = DictStore()
        self.lanes = LocalLanes(store)
        pace = Pace(self.clock, self.clock.sleep)

        def replier_of(bot: Bot) -> TelegramReplier:
            return TelegramReplier(bot, FakeSleep(), pace=pace)

        replier: Any = BusinessReplier(bot, replier_of, self.connections)
        self.model = ScriptedModel()
        self.stage = Stage(self.model, replier, lanes=self.lanes, store=store, recipe="full")

    async def stored(self, update_id: int) -> None:
        await self.telegram.until(lambda: update_id in self.telegram.updates.confirmed)

    async def say(self, text: str | None, **details: Any) -> None:
        await self.stored(self.business.say(text, **details))

    async def asked(self, text: str, **details: Any) -> str:
        """The whole prompt of the answer to this."""
        await self.say(text, **details)
        await self.stage.run_one()
        return "\n".join(message.text for message in self.model.prompts[-1])

    async def nothing_waits(self) -> bool:
        return (await self.lanes.lease("w", 1)).leases == ()


@pytest.fixture
async def people() -> AsyncIterator[People]:
    """The account's owner is let in."""
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(FakeTelegram())
        bot = await stack.enter_async_context(new_bot(TOKEN, telegram.url))
        people = People(telegram, bot, allowing(frozenset({7, HOST})))
        polling = poll(
            bot,
            people.lanes,
            people.access,
            connections=people.connections,
            polling_timeout_s=5,
            backoff=QUICKLY,
        )
        task = asyncio.create_task(polling)
        yield people
        task.cancel()
        await asyncio.wait({task})


def test_telegram_is_asked_for_what_happens_in_business_chats() -> None:
    assert {
        "business_connection",
        "business_message",
        "edited_business_message",
        "deleted_business_messages",
    } <= set(RECEIVED)


async def test_a_guest_is_answered_in_the_account_s_name(people: People) -> None:
    await people.stored(people.business.connect())
    prompt = await people.asked("Are you open?")
    assert "Omid: Are you open?" in prompt
    (answer,) = [sent for sent in people.telegram.sent if sent["chat"]["id"] == GUEST]
    assert answer["business_connection_id"] == "bc-1"
    assert answer["from"]["id"] == HOST
    await people.telegram.until(lambda: people.telegram.texts(HOST))
    assert people.telegram.texts(HOST)[0].startswith("I am connected to your account.")


async def test_each_business_chat_remembers_its_own_and_nothing_gets_out(people: People) -> None:
    """Not to another guest, another account, or the bot's own chat with the very same people."""
    await people.access.enter(888, Entry(Standing.ALLOWED))
    await people.access.enter(GUEST, Entry(Standing.ALLOWED))
    people.business.connect()
    people.business.connect(888, name="bc-2")
    assert SECRET in await people.asked(f"My order is {SECRET}.")
    assert SECRET not in await people.asked("Which order?", chat_id=56)
    assert SECRET not in await people.asked("Which order?", name="bc-2")
    for person in (GUEST, HOST):
        update_id = people.telegram.say("Which order?", chat_id=person, user_id=person)
        await people.stored(update_id)
        await people.stage.run_one()
        assert SECRET not in "\n".join(message.text for message in people.model.prompts[-1])
    assert SECRET in await people.asked("Which order?")


async def test_the_memory_stays_when_the_account_connects_again(people: People) -> None:
    people.business.connect()
    await people.asked(f"My order is {SECRET}.")
    people.business.connect(enabled=False)
    people.business.connect(name="bc-2")
    assert SECRET in await people.asked("Which order?", name="bc-2")
    assert people.telegram.sent[-1]["business_connection_id"] == "bc-2"


async def test_what_the_owner_writes_is_remembered_and_not_answered(people: People) -> None:
    people.business.connect()
    await people.say(f"I put {SECRET} aside for you.", user_id=HOST, name="bc-1")
    await people.stage.run_one()
    assert people.telegram.texts(GUEST) == []
    assert f"Omid: I put {SECRET} aside" in await people.asked("Which one is it?")


async def test_the_bot_s_own_messages_in_the_account_s_name_are_not_heard(people: People) -> None:
    people.business.connect()
    await people.say("As I said", user_id=HOST, sender_business_bot=BOT)
    assert await people.nothing_waits()


async def test_between_two_accounts_it_answers_for_it_only_listens(people: People) -> None:
    """Else it would answer itself for ever: an account's message may be its own."""
    await people.access.enter(888, Entry(Standing.ALLOWED))
    people.business.connect()
    people.business.connect(888, name="bc-2")
    await people.say("Are you open?", chat_id=888)
    await people.stage.run_one()
    assert people.model.prompts == []
    (exchange,) = (await people.stage.memory(f"888@{HOST}")).exchanges
    assert (exchange.user, exchange.assistant) == ("Are you open?", "")
    people.business.connect(888, name="bc-2", enabled=False)
    await people.asked("And now?", chat_id=888)


async def test_commands_are_the_owner_s(people: People) -> None:
    people.business.connect()
    await people.asked(f"My order is {SECRET}.")
    assert "/forget all yes" in await people.asked("/forget all yes")
    await people.say("/forget all yes", user_id=HOST)
    await people.stage.run_one()
    assert (await people.stage.memory(LANE)).exchanges == ()
    await people.say("/help", user_id=HOST)
    await people.say("/retry", user_id=HOST)
    assert await people.nothing_waits()
    await people.say("/stop", user_id=HOST)
    await people.telegram.until(lambda: "nothing" in people.telegram.texts(GUEST)[-1].lower())


async def test_an_edited_question_is_answered_again_in_the_old_answer_s_place(
    people: People,
) -> None:
    people.business.connect()
    await people.asked("The fee is 600.")
    (said,) = people.telegram.chats.said.values()
    await people.stored(people.business.edit(said, "The fee is 775."))
    await people.stage.run_one()
    (answer,) = people.telegram.texts(GUEST)
    assert "775" in answer


async def test_an_edit_of_the_owner_s_is_heard(people: People) -> None:
    people.business.connect()
    await people.say("We close at 5.", user_id=HOST)
    await people.stage.run_one()
    (said,) = people.telegram.chats.said.values()
    await people.stored(people.business.edit(said, "We close at 8."))
    await people.stage.run_one()
    (exchange,) = (await people.stage.memory(LANE)).exchanges
    assert (exchange.user, exchange.assistant) == ("We close at 8.", "")
    assert people.telegram.texts(GUEST) == []


async def test_deleted_messages_are_forgotten(people: People) -> None:
    people.business.connect()
    await people.asked(f"My order is {SECRET}.")
    await people.asked("hello there")
    first, _ = people.telegram.chats.said
    await people.stored(people.business.delete([first[1]]))
    await people.stage.run_one()
    assert [each.user for each in (await people.stage.memory(LANE)).exchanges] == ["hello there"]
    assert SECRET not in await people.asked("Which order?")


async def test_a_deleted_answer_is_forgotten_and_its_question_is_not(people: People) -> None:
    people.business.connect()
    await people.asked("Are you open?")
    answer = people.telegram.sent[-1]
    await people.stored(people.business.delete([answer["message_id"]]))
    await people.stage.run_one()
    (exchange,) = (await people.stage.memory(LANE)).exchanges
    assert (exchange.user, exchange.assistant) == ("Are you open?", "")


async def test_a_message_that_is_deleted_before_its_answer_is_not_answered(people: People) -> None:
    people.business.connect()
    await people.say(f"My order is {SECRET}.")
    (key,) = people.telegram.chats.said
    await people.stored(people.business.delete([key[1]]))
    await people.stage.run_one()
    assert await people.nothing_waits()
    assert people.model.prompts == []
    assert people.telegram.texts(GUEST) == []


async def test_what_is_deleted_after_the_connection_ended_is_forgotten_too(people: People) -> None:
    people.business.connect()
    await people.asked(f"My order is {SECRET}.")
    (key,) = people.telegram.chats.said
    people.business.connect(enabled=False)
    await people.access.enter(HOST, Entry(Standing.DENIED))
    await people.stored(people.business.delete([key[1]]))
    await people.stage.run_one()
    assert (await people.stage.memory(LANE)).exchanges == ()


async def test_an_account_that_is_not_let_in_is_told_and_nothing_is_queued(people: People) -> None:
    people.business.connect(66, name="bc-6")
    await people.say("Are you open?", name="bc-6")
    await people.stored(people.business.delete([1], name="bc-6"))
    await people.telegram.until(lambda: people.telegram.texts(66))
    assert "/allow 66" in people.telegram.texts(66)[0]
    assert await people.nothing_waits()
    assert people.connections.known == {}
    assert people.telegram.texts(GUEST) == []


async def test_an_account_is_answered_for_once_it_is_let_in(people: People) -> None:
    people.business.connect(66, name="bc-6")
    await people.say("Are you open?", name="bc-6")
    await people.access.enter(66, Entry(Standing.ALLOWED))
    await people.asked("And now?", name="bc-6")
    assert len(people.telegram.texts(GUEST)) == 1


async def test_a_connection_that_nobody_heard_of_is_looked_up(people: People) -> None:
    people.business.connect(told=False)
    await people.asked("Are you open?")
    await people.asked("And tomorrow?")
    assert len(people.telegram.calls("getBusinessConnection")) == 1


async def test_strangers_messages_cost_one_look_for_each_connection(people: People) -> None:
    people.business.connect(66, name="bc-6", told=False)
    for _ in range(3):
        await people.say("Are you open?", name="bc-6")
        await people.say("Are you open?", name="unknown")
    assert len(people.telegram.calls("getBusinessConnection")) == 2


async def test_without_the_right_to_reply_nobody_is_answered_and_the_owner_is_told(
    people: People,
) -> None:
    people.business.connect(can_reply=False)
    await people.say("Are you open?")
    await people.telegram.until(lambda: people.telegram.texts(HOST))
    assert "may not write in its name" in people.telegram.texts(HOST)[0]
    assert await people.nothing_waits()


async def test_a_right_that_was_taken_back_closes_the_chat_quietly(people: People) -> None:
    people.business.connect()
    await people.say("Are you open?")
    await people.stored(people.business.connect(can_reply=False))
    await people.stage.run_one()
    assert people.telegram.texts(GUEST) == []
    assert await people.lanes.closed_chats() == {LANE}
    people.business.connect()
    await people.asked("And now?")
    assert len(people.telegram.texts(GUEST)) == 1


async def test_what_telegram_refuses_by_itself_closes_the_chat_too(people: People) -> None:
    people.business.connect()
    await people.say("Are you open?")
    people.telegram.chats.connections["bc-1"]["is_enabled"] = False
    await people.stage.run_one()
    assert await people.lanes.closed_chats() == {LANE}


async def test_a_guest_who_is_denied_stays_denied(people: People) -> None:
    people.business.connect()
    await people.access.enter(GUEST, Entry(Standing.DENIED))
    await people.say("Are you open?")
    await people.say("I am here", user_id=HOST)
    assert await people.nothing_waits()


async def test_pictures_and_stickers_are_left_to_the_owner(people: People) -> None:
    people.business.connect()
    await people.say(
        None,
        sticker={
            "file_id": "a",
            "file_unique_id": "b",
            "type": "regular",
            "width": 1,
            "height": 1,
            "is_animated": False,
            "is_video": False,
        },
    )
    assert await people.nothing_waits()
    assert people.telegram.texts(GUEST) == []


async def test_a_long_answer_streams_by_edits_and_stays_one_bubble(people: People) -> None:
    held = Held("We are open until eight.", shown="We are open")
    people.model = people.stage.model = ScriptedModel(held)
    people.business.connect()
    await people.say("Are you open?")
    async with at_work(people.stage.worker()):
        await held.reached.wait()
        await people.telegram.until(lambda: people.telegram.calls("sendChatAction"))
        while not people.telegram.texts(GUEST):
            people.clock.advance(1)
            await asyncio.sleep(0)
        assert people.telegram.texts(GUEST) == ["We are open"]
        held.go_on.set()
        await people.telegram.until(lambda: people.telegram.texts(GUEST) == [held.text])
    assert people.telegram.calls("sendMessageDraft") == []
    named = people.telegram.calls("editMessageText") + people.telegram.calls("sendChatAction")
    assert {call.params["business_connection_id"] for call in named} == {"bc-1"}


async def test_an_export_goes_out_in_the_account_s_name(people: People) -> None:
    people.business.connect()
    await people.asked("Are you open?")
    await people.say("/export", user_id=HOST)
    await people.stage.run_one()
    assert people.telegram.sent[-1]["business_connection_id"] == "bc-1"


async def test_a_failed_answer_is_asked_again_by_its_button(people: People) -> None:
    people.model = people.stage.model = ScriptedModel(ModelRefused("no"), "We are open.")
    people.business.connect()
    await people.say("Are you open?")
    await people.stage.run_one()
    failed = people.telegram.sent[-1]
    assert failed["reply_markup"]["inline_keyboard"]
    await people.stored(people.telegram.people.press(failed, user_id=GUEST))
    await people.stage.run_one()
    assert people.telegram.texts(GUEST)[-1] == "We are open."


async def test_a_guest_presses_no_command(people: People) -> None:
    people.business.connect()
    await people.say("/mode", user_id=HOST)
    await people.stage.run_one()
    shown = people.telegram.sent[-1]
    await people.stored(people.telegram.people.press(shown, user_id=GUEST))
    assert await people.nothing_waits()
    await people.stored(people.telegram.people.press(shown, "/mode window", user_id=HOST))
    await people.stage.run_one()
    assert (await people.lanes.settings_of(LANE)).recipe == "window"
