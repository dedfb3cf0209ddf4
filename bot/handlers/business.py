"""Business chats: what guests write to an account is answered in its name; what its owner writes
there is remembered; what anybody deletes is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
    """What holds no words is left to the account's owner."""
    router = Router(name="business")

    async def connected(event: BusinessConnection) -> None:
        connection = connection_of(event)
        let_in = await hosts.changed(connection, await access.who_may())
        log.info("business connection", enabled=connection.enabled, let_in=let_in)
        if connection.enabled:
            key = _told(connection, let_in=let_in)
            code = event.user.language_code or ""
            sentence = intake.texts.say(key, code, id=str(connection.account))
            intake.at_once.send(str(event.user_chat_id), sentence)

    async def received(message: Message, event_update: Update, host: Connection) -> None:
        if not _by_person(message):
            return
        command = called(message) if _is_by(message, host) else None
        if command is not None:
            await ordered(message, event_update, command)
        elif written(message).strip():
            await intake.take(message, await turn(message, event_update, host))

    async def ordered(message: Message, event_update: Update, command: Called) -> None:
        if command.name == "stop":
            stopped = await intake.storing.stop(chat_key(message), event_update.update_id)
            sentence = stopped_sentence(stopped, intake.texts, language(message))
            intake.at_once.answer(message, sentence)
        elif command.name in COMMANDS:
            order = Command(command.name)
            said = turn_of(message, event_update.update_id, command.rest, order)
            await intake.take(message, said)

    async def turn(message: Message, update: Update, host: Connection) -> Turn:
        """Between two accounts that the bot answers for it would answer itself for ever: there it
        only listens."""
        said = turn_of(message, update.update_id, written(message))
        writer = message.from_user.id if message.from_user else 0
        return replace(said, heard=writer == host.account or await hosts.answers_for(writer))

    async def edited(message: Message, event_update: Update, host: Connection) -> None:
        ordered_before = _is_by(message, host) and called(message) is not None
        if _by_person(message) and written(message).strip() and not ordered_before:
            said = await turn(message, event_update, host)
            await intake.take(message, replace(said, edited=True, hold_ms=0, half=False))

    async def deleted(event: BusinessMessagesDeleted, event_update: Update) -> None:
        """Whatever became of the connection since; of one that was never let in nothing is kept."""
        if await hosts.kept(event.business_connection_id) is not None:
            gone = Turn(
                chat=f"{event.chat.id}@{event.business_connection_id}",
                update_id=event_update.update_id,
                text="",
                sent_at=datetime.now(UTC),
                message_ids=tuple(event.message_ids),
                deleted=True,
            )
            await intake.storing.put(gone)

    router.business_connection.register(connected)
    router.business_message.register(received)
    router.edited_business_message.register(edited)
    router.deleted_business_messages.register(deleted)
    for gate in gates:
        router.business_message.middleware(gate)
        router.edited_business_message.middleware(gate)
    return router


def _told(connection: Connection, *, let_in: bool) -> str:
    if not let_in:
        return "business_refused"
    return "business_ready" if connection.can_reply else "business_cannot_reply"


def _by_person(message: Message) -> bool:
    """Not what the bot itself sent in the account's name."""
    return may_be_for(message) and message.sender_business_bot is None


def _is_by(message: Message, host: Connection) -> bool:
    return message.from_user is not None and message.from_user.id == host.account
