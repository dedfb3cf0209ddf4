"""A reply's quoted text and a forward's origin, as Telegram tells them."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram.types import Message

from bot.handlers.messages import turn_of
from bot.quoting import SOMEBODY, forwarded_from, quoted_in
from tests.bot.conftest import FakeQueue, Polling
from tests.telegram.chats import BOT
from tests.telegram.server import FakeTelegram
from tests.telegram.updates import message
from workers.jobs import Command
from workers.quoted import Quoted

OMID = {"id": 8, "is_bot": False, "first_name": "Omid", "last_name": "Karimi"}
NEWS = {"id": -1009, "type": "channel", "title": "The News"}
EARLIER = message("the fee is 600 EUR, the rest is 40", 3, chat_id=-100) | {"from": OMID}
PIECE = {"text": "600 EUR", "position": 11, "is_manual": True}


def said(text: str = "why?", **more: Any) -> Message:
    return Message.model_validate(message(text, 5, chat_id=-100, **more))


def test_a_reply_quotes_the_message_or_the_piece_that_was_chosen() -> None:
    whole = Quoted("the fee is 600 EUR, the rest is 40", "Omid Karimi", 3)
    assert quoted_in(said(reply_to_message=EARLIER)) == whole
    piece = Quoted("600 EUR", "Omid Karimi", 3, chosen=True)
    assert quoted_in(said(reply_to_message=EARLIER, quote=PIECE)) == piece
    unasked = {**PIECE, "is_manual": False}
    assert quoted_in(said(reply_to_message=EARLIER, quote=unasked)) == whole


def test_what_was_said_in_another_chat_is_quoted_only_where_it_was_chosen() -> None:
    external = {"origin": {"type": "user", "date": 1, "sender_user": OMID}, "message_id": 44}
    assert quoted_in(said(external_reply=external)) is None
    quoted = quoted_in(said(external_reply=external, quote=PIECE))
    assert quoted == Quoted("600 EUR", "Omid Karimi", 0, chosen=True)


def test_what_holds_no_words_is_not_quoted() -> None:
    assert quoted_in(said()) is None
    assert quoted_in(said(reply_to_message=message(None, 3, chat_id=-100))) is None
    topic = message(None, 3) | {"forum_topic_created": {"name": "orders", "icon_color": 1}}
    assert quoted_in(said(reply_to_message=topic)) is None


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ({"type": "user", "sender_user": OMID}, "Omid Karimi"),
        ({"type": "hidden_user", "sender_user_name": "Nobody You Know"}, "Nobody You Know"),
        ({"type": "hidden_user", "sender_user_name": ""}, SOMEBODY),
        ({"type": "chat", "sender_chat": {**NEWS, "type": "supergroup"}}, "The News"),
        ({"type": "channel", "chat": NEWS, "message_id": 9}, "The News"),
    ],
)
def test_a_forward_names_its_origin(origin: dict[str, Any], name: str) -> None:
    assert forwarded_from(said(forward_origin={**origin, "date": 1})) == name
    assert forwarded_from(said()) == ""


def test_a_command_quotes_nothing() -> None:
    reply = said("/memory", reply_to_message=EARLIER)
    assert turn_of(reply, 1, "", Command.MEMORY).quoted is None


async def test_the_bot_knows_its_own_words(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    ours = message("It costs 600 EUR.", 3) | {"from": BOT}
    telegram.say("why?", reply_to_message=ours)
    telegram.say("a story", forward_origin={"type": "user", "date": 1, "sender_user": OMID})
    async with polling():
        await queue.until(lambda: len(queue.turns) == 2)
    assert queue.turns[0].quoted == Quoted("It costs 600 EUR.", "", 3)
    assert queue.turns[1].forwarded_from == "Omid Karimi"
