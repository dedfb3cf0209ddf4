"""What Telegram takes in a business account's name, and what it refuses."""

from __future__ import annotations

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest

from bot.polling import new_bot
from tests.telegram.server import TOKEN, FakeTelegram

GUEST = 55


async def refusal(bot: Bot, connection: str = "bc-1") -> str:
    with pytest.raises(TelegramBadRequest) as refused:
        await bot.send_message(GUEST, "hi", business_connection_id=connection)
    return refused.value.message


async def test_only_a_connection_with_the_right_to_reply_sends() -> None:
    async with FakeTelegram() as server, new_bot(TOKEN, server.url) as bot:
        assert "connection not found" in await refusal(bot)
        server.business.connect(can_reply=False)
        assert "NOT_ALLOWED" in await refusal(bot)
        server.business.connect(enabled=False)
        assert "connection not found" in await refusal(bot)
        server.business.connect()
        sent = await bot.send_message(GUEST, "hi", business_connection_id="bc-1")
        assert sent.business_connection_id == "bc-1"
        assert sent.sender_business_bot is not None


async def test_what_was_sent_in_its_name_is_edited_and_deleted_in_its_name_only() -> None:
    async with FakeTelegram() as server, new_bot(TOKEN, server.url) as bot:
        server.business.connect()
        sent = await bot.send_message(GUEST, "hi", business_connection_id="bc-1")
        with pytest.raises(TelegramBadRequest, match="not found"):
            await bot.edit_message_text("ho", chat_id=GUEST, message_id=sent.message_id)
        with pytest.raises(TelegramBadRequest, match="not found"):
            await bot.delete_message(GUEST, sent.message_id)
        await bot.edit_message_text(
            "ho", chat_id=GUEST, message_id=sent.message_id, business_connection_id="bc-1"
        )
        assert server.texts(GUEST) == ["ho"]
        await bot.delete_business_messages("bc-1", [sent.message_id])
        assert server.texts(GUEST) == []


async def test_a_connection_is_looked_up_by_its_name() -> None:
    async with FakeTelegram() as server, new_bot(TOKEN, server.url) as bot:
        server.business.connect(told=False)
        connection = await bot.get_business_connection("bc-1")
        assert (connection.user.id, connection.is_enabled) == (999, True)
        with pytest.raises(TelegramBadRequest):
            await bot.get_business_connection("bc-2")
