"""Being put into a group: says once what it can see there."""

from __future__ import annotations

from aiogram import Bot, Router
from aiogram.enums import ChatMemberStatus, ChatType
from aiogram.types import ChatMemberUpdated

from bot.at_once import AtOnce
from bot.texts import Texts

OUTSIDE = {ChatMemberStatus.LEFT, ChatMemberStatus.KICKED}


def membership_router(at_once: AtOnce, texts: Texts) -> Router:
    """Administrators see everything, whatever their privacy mode."""
    router = Router(name="membership")

    async def changed(event: ChatMemberUpdated, bot: Bot) -> None:
        added = event.old_chat_member.status in OUTSIDE
        if not added or event.new_chat_member.status != ChatMemberStatus.MEMBER:
            return
        if event.chat.type not in {ChatType.GROUP, ChatType.SUPERGROUP}:
            return
        me = await bot.me()
        if not me.can_read_all_group_messages:
            code = event.from_user.language_code or ""
            sentence = texts.say("privacy_mode", code, username=me.username or "")
            at_once.send(str(event.chat.id), sentence)

    router.my_chat_member.register(changed)
    return router
