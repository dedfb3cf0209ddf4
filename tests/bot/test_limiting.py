"""Who writes too fast is told once, and nothing of it is queued; /usage tells what was used."""

from __future__ import annotations

from typing import Any, cast

import pytest
from aiogram.types import CallbackQuery, Chat, Update, User

from bot.access import Access
from bot.at_once import AtOnce
from bot.limiting import Limiting
from bot.middlewares import Paced
from bot.texts import Texts, number
from bot.texts.usage import usage_page
from tests.bot.conftest import FakeQueue, Polling
from tests.bot.test_access import Talk
from tests.telegram.business import HOST
from tests.telegram.server import FakeTelegram
from workers.access import AccessRules
from workers.limits import Limits, Most, Usage, Used
from workers.local_access import LocalAccess
from workers.local_limits import LocalAccounts, LocalPace

SAY = Texts().say
SARA, OMID, GROUP, GUEST = 7, 8, -1001, 55


@pytest.fixture
def talk(telegram: FakeTelegram, queue: FakeQueue) -> Talk:
    return Talk(telegram, queue)


def limited(limits: Limits, accounts: LocalAccounts | None = None) -> Access:
    """By a clock that stands still, so that no minute is over."""
    pace = LocalPace(clock=lambda: 1000.0)
    limiting = Limiting(pace, accounts or LocalAccounts(), limits)
    return Access(LocalAccess(), AccessRules(public=True), limiting)


async def test_of_a_hundred_messages_at_once_only_so_many_are_taken(
    talk: Talk, polling: Polling
) -> None:
    """faults.md 109."""
    async with polling(access=limited(Limits(person_messages=20))):
        for number_ in range(100):
            talk.telegram.say(f"message {number_}", user_id=SARA, chat_id=SARA)
        await talk.say("last", SARA)
        await talk.say("/stop", SARA)
        await talk.say("hello", OMID)
        sentences = await talk.told(2)
    assert [text for text in talk.taken() if text != "hello"] == [f"message {n}" for n in range(20)]
    assert "hello" in talk.taken()
    assert len(talk.queue.stops) == 1
    assert sentences[0] == SAY("too_fast", "en", most=20, seconds=60)
    assert len(sentences) == 2


async def test_who_presses_too_fast_gets_a_word_at_each_press(talk: Talk, polling: Polling) -> None:
    telegram = talk.telegram
    button = {"inline_keyboard": [[{"text": "full", "callback_data": "/mode full"}]]}
    shown = {"message_id": 5, "date": 1, "chat": {"id": SARA, "type": "private"}, "text": "modes"}
    async with polling(access=limited(Limits(person_messages=1))):
        for _ in range(3):
            telegram.people.press({**shown, "reply_markup": button}, user_id=SARA)
        await telegram.until(lambda: len(telegram.calls("answerCallbackQuery")) == 3)
    words = [call.params.get("text") for call in telegram.calls("answerCallbackQuery")]
    told = SAY("too_fast", "en", most=1, seconds=60)
    assert sorted(words, key=str) == sorted([None, told, told], key=str)
    assert len(talk.queue.turns) == 1


async def test_a_group_has_a_pace_of_its_own(talk: Talk, polling: Polling) -> None:
    async with polling(access=limited(Limits(chat_messages=2))):
        for person in (SARA, OMID, SARA):
            await talk.say("@hafez_test_bot hello", person, GROUP, language="fa")
        await talk.say("in private", SARA)
        assert await talk.told(1) == [SAY("too_fast", "fa", most=2, seconds=60)]
    assert len(talk.taken()) == 3


async def test_guests_of_a_business_account_have_a_pace_and_its_owner_has_none(
    talk: Talk, polling: Polling
) -> None:
    business = talk.telegram.business
    async with polling(access=limited(Limits(person_messages=1))):
        business.connect()
        for text in ("one", "two", "three"):
            business.say(text)
            business.say(f"{text} of the owner's", user_id=HOST)
        await talk.say("in private", SARA)
        await talk.telegram.until(lambda: talk.telegram.texts(GUEST))
    owners = [f"{text} of the owner's" for text in ("one", "two", "three")]
    assert talk.taken() == ["one", *owners, "in private"]
    assert talk.telegram.texts(GUEST) == [SAY("too_fast", "en", most=1, seconds=60)]


async def test_who_is_refused_takes_nobody_s_place(talk: Talk, polling: Polling) -> None:
    access = limited(Limits(chat_messages=1))
    access.rules = AccessRules(allowed=frozenset({SARA}))
    async with polling(access=access):
        for person in (OMID, OMID, SARA):
            await talk.say("@hafez_test_bot hello", person, GROUP)
    assert len(talk.taken()) == 1


async def test_usage_tells_what_the_chat_used_and_may(talk: Talk, polling: Polling) -> None:
    accounts = LocalAccounts()
    await accounts.settle(str(SARA), "", Used(1234, 3, 200))
    limits = Limits(of_person=Most(day=5000), of_chat=Most(day=4000, month=90_000))
    async with polling(access=limited(limits, accounts)):
        await talk.say("/usage", SARA)
        (page,) = await talk.told(1)
        await talk.say("/usage", SARA, GROUP)
        of_group = (await talk.told(2))[1]
    assert SAY("usage_tokens_of", "en", tokens=1234, most=4000) in page
    assert SAY("usage_tokens_of", "en", tokens=1234, most=90_000) in page
    assert SAY("usage_messages", "en", messages=3) in page
    assert SAY("usage_summaries", "en", tokens=200) in page
    assert SAY("usage_tokens_of", "en", tokens=0, most=4000) in of_group


@pytest.mark.parametrize("language", ["en", "fa", "zh"])
def test_usage_without_limits_is_a_page_too(language: str) -> None:
    page = usage_page(Usage(Used(5, 1), Used(1005, 2)), Most(), language)
    assert number(1005, language) in page
    assert "\n\n" not in page


async def test_pressed_buttons_count_as_messages() -> None:
    """Each press of "ask again" is a call of the model."""
    limiting = limited(Limits(person_messages=2)).limiting
    assert limiting is not None
    handled: list[object] = []

    async def handler(event: object, _: object) -> None:
        handled.append(event)

    user = User(id=SARA, is_bot=False, first_name="Sara")
    async with AtOnce(cast("Any", None)) as at_once:
        paced = Paced(limiting, at_once, Texts())
        for update_id in range(5):
            press = CallbackQuery(id=str(update_id), from_user=user, chat_instance="c")
            data = {
                "event_update": Update(update_id=update_id, callback_query=press),
                "event_from_user": user,
                "event_chat": Chat(id=SARA, type="private"),
            }
            await paced(handler, press, data)
    assert len(handled) == 2
