"""The chat that the tests of streaming are about."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiogram import Bot

from bot.polling import new_bot
from tests.bot.streaming.chat import Chat
from tests.telegram.clock import MovedClock
from tests.telegram.server import TOKEN, FakeTelegram


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
def chat(
    telegram: FakeTelegram, bot: Bot, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> Chat:
    return Chat(telegram, bot, clock, monkeypatch)
