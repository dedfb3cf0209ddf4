"""Business chats: what guests write to an account is answered in its name; what its owner writes
there is remembered; what anybody deletes is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import structlog
from aiogram import BaseMiddleware, Router
from aiogram.types import BusinessConnection, BusinessMessagesDeleted, Message, Update

from bot.access import Access
from bot.addressing import written
from bot.chats import chat_key
from bot.filters import Called, called, may_be_for
from bot.handlers.commands import stopped_sentence
from bot.handlers.messages import Intake, language, turn_of
from bot.hosts import Hosts, connection_of
from workers.business import Connection
from workers.jobs import Command, Turn

log = structlog.get_logger()

COMMANDS = frozenset(Command) - {Command.RETRY}
"""Those of the host. /retry would keep a copy of a question under another message's id, which
nobody could delete."""


def business_router(
    intake: Intake, access: Access, hosts: Hosts, gates: Sequence[BaseMiddleware]
) -> Router:
    router, chats = Router(name="business"), _BusinessChats(intake, access, hosts)
    router.business_connection.register(chats.connected)
    router.business_message.register(chats.received)
    router.edited_business_message.register(chats.edited)
    router.deleted_business_messages.register(chats.deleted)
    for gate in gates:
        router.business_message.middleware(gate)
        router.edited_business_message.middleware(gate)
    return router


@dataclass(frozen=True, slots=True)
class _BusinessChats:
    intake: Intake
    access: Access
    hosts: Hosts

    async def connected(self, event: BusinessConnection) -> None:
        connection = connection_of(event)
        let_in = await self.hosts.changed(connection, await self.access.who_may())
        log.info("business connection", enabled=connection.enabled, let_in=let_in)
        if connection.enabled:
            key, code = _told(connection, let_in=let_in), event.user.language_code or ""
            sentence = self.intake.texts.say(key, code, id=str(connection.account))
            self.intake.at_once.send(str(event.user_chat_id), sentence)

    async def received(self, message: Message, event_update: Update, host: Connection) -> None:
        """What holds no words is left to the account's owner."""
        if not _by_person(message):
            return
        command = called(message) if _is_by(message, host) else None
        if command is not None:
            await self._ordered(message, event_update, command)
        elif written(message).strip():
            await self.intake.take(message, await self._turn(message, event_update, host))

    async def edited(self, message: Message, event_update: Update, host: Connection) -> None:
        """Orders cannot be taken back by editing them."""
        ordered = _is_by(message, host) and called(message) is not None
        if _by_person(message) and written(message).strip() and not ordered:
            said = await self._turn(message, event_update, host)
            await self.intake.take(message, replace(said, edited=True, hold_ms=0, half=False))

    async def deleted(self, event: BusinessMessagesDeleted, event_update: Update) -> None:
        """Whatever became of the connection since; of one that was never let in nothing is kept."""
        if await self.hosts.kept(event.business_connection_id) is None:
            return
        gone = Turn(
            chat=f"{event.chat.id}@{event.business_connection_id}",
            update_id=event_update.update_id,
            text="",
            sent_at=datetime.now(UTC),
            message_ids=tuple(event.message_ids),
            deleted=True,
        )
        await self.intake.storing.put(gone)

    async def _ordered(self, message: Message, update: Update, command: Called) -> None:
        """At-once commands, /help and its like, are not answered before guests."""
        if command.name == "stop":
            stopped = await self.intake.storing.stop(chat_key(message), update.update_id)
            sentence = stopped_sentence(stopped, self.intake.texts, language(message))
            self.intake.at_once.answer(message, sentence)
        elif command.name in COMMANDS:
            order = Command(command.name)
            said = turn_of(message, update.update_id, command.rest, order)
            await self.intake.take(message, said)

    async def _turn(self, message: Message, update: Update, host: Connection) -> Turn:
        """Between two accounts that the bot answers for it would answer itself for ever: there it
        only listens."""
        said = turn_of(message, update.update_id, written(message))
        writer = message.from_user.id if message.from_user else 0
        heard = writer == host.account or await self.hosts.answers_for(writer)
        return replace(said, heard=heard)


def _told(connection: Connection, *, let_in: bool) -> str:
    if not let_in:
        return "business_refused"
    return "business_ready" if connection.can_reply else "business_cannot_reply"


def _by_person(message: Message) -> bool:
    """Not what the bot itself sent in the account's name."""
    return may_be_for(message) and message.sender_business_bot is None


def _is_by(message: Message, host: Connection) -> bool:
    return message.from_user is not None and message.from_user.id == host.account
