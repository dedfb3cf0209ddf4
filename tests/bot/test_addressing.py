"""In a group only what is addressed to the bot is for it, and what belongs to that."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram.types import Message, User

from bot.addressing import addresses, named
from bot.belonging import Belonging
from tests.bot.conftest import FakeQueue, Polling
from tests.telegram.chats import BOT
from tests.telegram.server import FakeTelegram
from tests.telegram.updates import message

ME = User.model_validate(BOT)
GROUP = -100
ORIGIN = {"type": "hidden_user", "sender_user_name": "somebody", "date": 1}
PHOTO = [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]
LONG = "@hafez_test_bot " + "word " * 815 + "unfin"


def said(text: str | None, message_id: int = 5, **more: Any) -> Message:
    return Message.model_validate(message(text, message_id, **{"chat_id": GROUP, **more}))


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("Hafez, what is left?", True),
        ("hafez what is left?", True),
        ("حافظ، چه خبر؟", True),
        ("چه خبر حافظ؟", True),
        ("What do you think, Hafez?", True),
        ("Hey Hafez, what is left?", True),
        ("سلام حافظ، چه خبر از سفارش من", True),
        ("I read Hafez and Rumi", False),
        ("شعر حافظ را دوست دارم", False),
        ("Yesterday I read Hafez, then Rumi", False),
        ("Hafezi is a name too", False),
        ("حافظه پر شد", False),
        ("hello", False),
        ("", False),
    ],
)
def test_a_name_at_the_begin_or_the_end_calls_it(text: str, ours: bool) -> None:
    assert named(text, ("Hafez", "حافظ")) is ours
    assert not named(text, ())


def test_a_mention_without_a_user_name_counts_too() -> None:
    entity = {"type": "text_mention", "offset": 0, "length": 5, "user": BOT}
    assert addresses(said("Hafez hello", entities=[entity]), ME)
    other = {**entity, "user": {**BOT, "id": 9}}
    assert not addresses(said("Hafez hello", entities=[other]), ME)


def test_being_in_a_topic_that_the_bot_made_is_no_reply_to_it() -> None:
    made = message(None, 3, chat_id=GROUP) | {
        "from": BOT,
        "forum_topic_created": {"name": "orders", "icon_color": 7322096},
    }
    assert not addresses(said("hello all", reply_to_message=made), ME)
    answered = message("hi", 3, chat_id=GROUP) | {"from": BOT}
    assert addresses(said("and you?", reply_to_message=answered), ME)


def test_an_edit_is_for_us_if_the_message_was() -> None:
    belonging = Belonging(most=1)
    belonging.note(said(LONG, date=100, message_id=5))
    assert belonging.belongs(said("shorter", date=100, message_id=5, edit_date=900))
    assert not belonging.belongs(said("another", date=100, message_id=6, edit_date=100))
    belonging.note(said("@hafez_test_bot hi", date=200, message_id=7))
    assert not belonging.belongs(said("shorter", date=100, message_id=5, edit_date=900))


def test_what_comes_later_or_from_another_or_elsewhere_does_not_belong() -> None:
    belonging, first = Belonging(), said(LONG, date=100)
    belonging.note(first)
    assert belonging.belongs(said("ished", date=101))
    assert not belonging.belongs(said("late", date=102))
    assert not belonging.belongs(said("another's", date=100, user_id=8))
    assert not belonging.belongs(said("elsewhere", date=100, chat_id=-200))
    topic = {"message_thread_id": 4, "is_topic_message": True}
    assert not belonging.belongs(said("in a topic", date=100, **topic))


def test_after_a_short_text_only_a_forward_belongs() -> None:
    belonging = Belonging(most=1)
    belonging.note(said("@hafez_test_bot summarise this", date=100))
    assert not belonging.belongs(said("by the way", date=100))
    assert belonging.belongs(said("a story", date=100, forward_origin=ORIGIN))
    belonging.note(said("@hafez_test_bot hi", date=100, user_id=8))
    assert not belonging.belongs(said("forgotten", date=100, forward_origin=ORIGIN))


async def test_the_second_half_of_a_long_text_is_taken_without_a_mention(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.say(LONG, chat_id=GROUP)
    telegram.say("ished. What is it about?", chat_id=GROUP)
    telegram.say("a word to somebody else", chat_id=GROUP, date=4_000_000_000)
    telegram.say("@hafez_test_bot end", chat_id=GROUP, date=4_000_000_000)
    async with polling():
        await queue.until(lambda: len(queue.turns) == 3)
    assert queue.texts() == [LONG, "ished. What is it about?", "@hafez_test_bot end"]
    assert queue.turns[0].half


async def test_all_captions_of_an_album_are_taken_when_one_is_addressed(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    album = {"photo": PHOTO, "media_group_id": "9", "chat_id": GROUP}
    mention = {"caption_entities": [{"type": "mention", "offset": 0, "length": 15}]}
    telegram.say(None, caption="@hafez_test_bot the front", **mention, **album)
    telegram.say(None, caption="the back", **album)
    telegram.say(None, caption="another's", **{**album, "media_group_id": "8"})
    telegram.say("/memory", chat_id=GROUP)
    async with polling():
        await queue.until(lambda: len(queue.turns) == 3)
    assert queue.texts() == ["@hafez_test_bot the front", "the back", ""]


@pytest.mark.parametrize("text", ["Hafez, hello", "hello @hafez_test_bot"])
async def test_a_name_of_the_settings_addresses_it(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, text: str
) -> None:
    telegram.say("nobody asked Hafez anything", chat_id=GROUP)
    telegram.say(text, chat_id=GROUP, name="Sara")
    async with polling(names=frozenset({"Hafez"})):
        await queue.until(lambda: queue.turns)
    assert queue.texts() == [text]
    assert queue.turns[0].sender.name == "Sara"
