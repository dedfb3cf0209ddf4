"""The bubble that a reply was begun in, by this process or another one: gone on with, taken for
the reply's end, or cleared away when nothing will be put into it any more."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import structlog
from aiogram import Bot
from aiogram.exceptions import AiogramError

from bot.chats import parse_chat
from workers.jobs import Reply
from workers.lanes import LeaseLost
from workers.placeholders import Placeholder, Placeholders

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Begun:
    """A bubble of this process. message_id: 0 for none · question: the message it answers."""

    message_id: int
    question: int


@dataclass(frozen=True, slots=True)
class Bubbles:
    """Every call raises what a link raises."""

    bot: Bot
    placeholders: Placeholders

    async def keep(self, chat: str, begun: Begun) -> bool:
        """So that another process finds it. False: another process began one later."""
        return await self.placeholders.keep(chat, Placeholder(begun.message_id, begun.question))

    async def unfinished(self, chat: str, question: int) -> int:
        """The message in which an earlier try at this question, here or elsewhere, began; 0 for
        none."""
        kept = await self.placeholders.of(chat)
        if kept.holds:
            return 0
        return await self._own(chat, kept, question)

    async def taken(self, chat: str, reply: Reply, begun: Begun | None) -> int:
        """The message that this reply is to be put into, 0 for a new one; from here on it is this
        reply's, and no other's as well. `begun`: by this process, None where it does not know.
        Raises LeaseLost when another process began one later."""
        if begun is not None and reply.reply_to in (0, begun.question):
            if not begun.message_id:
                return 0
            kept = Placeholder(begun.message_id, begun.question)
        else:
            kept = await self.placeholders.of(chat)
        which = name_of(reply)
        if kept.holds:
            return kept.message_id if kept.holds == which else 0
        message_id = await self._own(chat, kept, reply.reply_to)
        if message_id and not await self.placeholders.keep(chat, kept._replace(holds=which)):
            raise LeaseLost
        return message_id

    async def remove(self, chat: str, message_id: int) -> None:
        """Left where Telegram does not delete it any more."""
        try:
            await self.bot.delete_message(parse_chat(chat)[0], message_id)
        except AiogramError as fault:
            log.info("a message was left", why=type(fault).__name__)

    async def _own(self, chat: str, kept: Placeholder, question: int) -> int:
        """A chat's turns are answered one at a time: what was begun for another question and holds
        no reply will never hold one."""
        if not kept.message_id or question in (0, kept.question):
            return kept.message_id
        await self.remove(chat, kept.message_id)
        await self.placeholders.keep(chat, Placeholder())
        return 0


def name_of(reply: Reply) -> str:
    """One word that tells replies apart: the same for a reply that is delivered again."""
    stored = json.dumps(reply.to_json(), sort_keys=True).encode()
    return hashlib.blake2b(stored, digest_size=8).hexdigest()
