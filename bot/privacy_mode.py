"""What Telegram's privacy mode hides of a group, as the bot tells its people."""

from __future__ import annotations

from contextlib import suppress

from aiogram import Bot
from aiogram.enums import ChatMemberStatus
from aiogram.exceptions import TelegramAPIError

from bot.texts import Texts


async def what_is_hidden(bot: Bot, texts: Texts, language: str) -> str | None:
    """For a group in which the bot is no administrator: those see everything. None: nothing is
    hidden from this bot."""
    me = await bot.me()
    if me.can_read_all_group_messages:
        return None
    return texts.say("privacy_mode", language, username=me.username or "")


async def is_plain_member(bot: Bot, group: int) -> bool:
    """False as well when Telegram does not say."""
    with suppress(TelegramAPIError):
        member = await bot.get_chat_member(group, bot.id)
        return member.status in {ChatMemberStatus.MEMBER, ChatMemberStatus.RESTRICTED}
    return False
