"""What is a command, and what is meant for us."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from aiogram.types import Chat, Message, MessageEntity, User

from bot.filters import Called, called, is_for

ME = User(id=1, is_bot=True, first_name="Hafez", username="Hafez_Bot")
SARA = User(id=7, is_bot=False, first_name="Sara")


def message(text: str, kind: str = "private", **more: Any) -> Message:
    fields = {"from_user": SARA, "text": text, **more}
    chat = Chat(id=7 if kind == "private" else -100, type=kind)
    return Message(message_id=5, date=datetime(2026, 11, 29, tzinfo=UTC), chat=chat, **fields)


def mention(offset: int, length: int) -> list[MessageEntity]:
    return [MessageEntity(type="mention", offset=offset, length=length)]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/new", Called("new", "", "")),
        ("/MODE  window ", Called("mode", "", "window")),
        ("/mode@Hafez_Bot\nknn\nplease", Called("mode", "hafez_bot", "knn\nplease")),
        ("/usr/bin/python fails", None),
        ("/", None),
        ("say /new", None),
        ("//new", None),
        ("/جدید", None),
    ],
)
def test_commands(text: str, command: Called | None) -> None:
    assert called(message(text)) == command


@pytest.mark.parametrize("kind", ["group", "supergroup"])
@pytest.mark.parametrize(
    ("text", "more", "ours"),
    [
        ("hello all", {}, False),
        ("😀 @hafez_bot hello", {"entities": mention(3, 10)}, True),
        ("@hafez_bot_2 hello", {"entities": mention(0, 12)}, False),
        ("mail me@hafez_bot", {}, False),
        ("/new", {}, True),
        ("/new@hafez_bot", {}, True),
        ("/new@other_bot", {}, False),
        ("yes", {"reply_to_message": message("?", from_user=ME)}, True),
        ("yes", {"reply_to_message": message("?", from_user=SARA)}, False),
    ],
)
def test_in_groups_we_must_be_addressed(
    kind: str, text: str, more: dict[str, Any], ours: bool
) -> None:
    assert is_for(message(text, kind, **more), ME) is ours


def test_in_private_everything_from_a_person_is_ours_but_other_bots_commands() -> None:
    assert is_for(message("hello"), ME)
    assert is_for(message("/dance"), ME)
    assert not is_for(message("/new@other_bot"), ME)


def test_robots_channels_and_nobody_are_not_answered() -> None:
    assert not is_for(message("/new", from_user=ME), ME)
    assert not is_for(message("/new", from_user=None), ME)
    assert not is_for(message("/new", "channel"), ME)
