"""What may wait for what belongs to it."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram.types import Message

from bot.handlers.messages import turn_of
from bot.holding import hold_ms
from tests.telegram.updates import message
from workers.jobs import Command

ORIGIN = {"type": "hidden_user", "sender_user_name": "somebody", "date": 1}


def said(text: str | None, **more: Any) -> Message:
    return Message.model_validate(message(text, 1, **more))


@pytest.mark.parametrize(
    ("sent", "ms"),
    [
        (said("hi"), 0),
        (said("a" * 3_999), 0),
        (said("a" * 4_000), 1_000),
        (said("🙂" * 2_000), 1_000),  # Telegram counts each twice
        (said("look", forward_origin=ORIGIN), 500),
        (said("a" * 4_096, forward_origin=ORIGIN), 500),
        (said(None, caption="one", media_group_id="9"), 500),
        (said(None, caption="one"), 0),
    ],
)
def test_long_texts_forwards_and_album_items_wait_and_nothing_else(sent: Message, ms: int) -> None:
    assert hold_ms(sent) == ms


def test_only_a_long_text_of_one_s_own_is_a_half() -> None:
    own, forwarded = said("a" * 4_096), said("a" * 4_096, forward_origin=ORIGIN)
    assert turn_of(own, 1, "a" * 4_096).half
    assert not turn_of(forwarded, 1, "a" * 4_096).half


def test_a_command_waits_for_nothing() -> None:
    assert turn_of(said("/mode " + "a" * 4_090), 1, "a" * 4_090, Command.MODE).hold_ms == 0
