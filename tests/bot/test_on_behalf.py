"""The calls that are made in a business account's name."""

from __future__ import annotations

import pytest
from aiogram import Bot
from aiogram.enums import ChatAction
from aiogram.exceptions import TelegramNotFound

from bot.on_behalf import OnBehalf
from tests.telegram.server import FakeTelegram

GUEST = 55


async def test_every_call_names_the_connection(telegram: FakeTelegram, bot: Bot) -> None:
    telegram.business.connect()
    behalf = OnBehalf(bot, "bc-1")
    sent = await behalf.send_message(GUEST, "hi")
    await behalf.send_chat_action(GUEST, ChatAction.TYPING)
    await behalf.edit_message_text("ho", chat_id=GUEST, message_id=sent.message_id)
    assert telegram.texts(GUEST) == ["ho"]
    assert {call.params.get("business_connection_id") for call in telegram.log} == {"bc-1"}


async def test_a_message_is_deleted_by_the_call_for_accounts(
    telegram: FakeTelegram, bot: Bot
) -> None:
    telegram.business.connect()
    behalf = OnBehalf(bot, "bc-1")
    sent = await behalf.send_message(GUEST, "hi")
    await behalf.delete_message(GUEST, sent.message_id)
    assert telegram.texts(GUEST) == []
    assert telegram.calls("deleteMessage") == []


async def test_drafts_are_refused_without_a_call(telegram: FakeTelegram, bot: Bot) -> None:
    """Telegram's method takes no connection: the draft would be shown in the bot's own chat."""
    with pytest.raises(TelegramNotFound):
        await OnBehalf(bot, "bc-1").send_message_draft(GUEST, 1, text="hi")
    assert telegram.log == []
