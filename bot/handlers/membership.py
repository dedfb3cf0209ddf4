"""Being put into a group: says once what it can see there."""

from __future__ import annotations

from aiogram import Bot, Router
from aiogram.enums import ChatMemberStatus, ChatType
from aiogram.types import ChatMemberUpdated

from bot.at_once import AtOnce
from bot.privacy_mode import what_is_hidden
from bot.texts import Texts

SAW_ALL_OR_NOTHING = {
    ChatMemberStatus.LEFT,
    ChatMemberStatus.KICKED,
    ChatMemberStatus.ADMINISTRATOR,
}
PLAIN = {ChatMemberStatus.MEMBER, ChatMemberStatus.RESTRICTED}


def membership_router(at_once: AtOnce, texts: Texts) -> Router:
    """Administrators see everything, whatever their privacy mode."""
    router = Router(name="membership")

    async def changed(event: ChatMemberUpdated, bot: Bot) -> None:
        before, now = event.old_chat_member.status, event.new_chat_member.status
        if before not in SAW_ALL_OR_NOTHING or now not in PLAIN:
            return
        if event.chat.type not in {ChatType.GROUP, ChatType.SUPERGROUP}:
            return
        hidden = await what_is_hidden(bot, texts, event.from_user.language_code or "")
        if hidden is not None:
            at_once.send(str(event.chat.id), hidden)

    router.my_chat_member.register(changed)
    return router
