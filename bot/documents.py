"""Sends what a chat asked for with /export, as documents, and deletes them when everything is
forgotten."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, replace
from enum import Enum, auto

import structlog
from aiogram.exceptions import (
    AiogramError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramRetryAfter,
)
from aiogram.methods import SendDocument
from aiogram.types import BufferedInputFile

from bot.chats import parse_chat
from bot.sending import QUICK_RETRIES_S, NotFormatted, Sending, TooLong
from workers.export import Export, ExportFile
from workers.jobs import Notice, Outbox, Reply
from workers.leases import SERVER_TROUBLE
from workers.replier import ChatClosed, DeliveryFailed, MarkSent, StillOurs, Undeliverable
from workers.sent_files import SentFiles

log = structlog.get_logger()

FIRST_PART = 1_000
"""Documents are parts of the reply like its texts, with numbers of their own from here on."""
MOST_BYTES = 45 * 2**20
"""Telegram takes 50 MB of a bot; above this a file is packed."""


DELETE_TRIES = 5


class Became(Enum):
    """Of a file: LEFT is what Telegram does not delete any more, after two days."""

    DELETED = auto()
    GONE = auto()
    LEFT = auto()


@dataclass(frozen=True, slots=True)
class Documents:
    """Without `export` nothing can be sent."""

    sending: Sending
    export: Export | None = None

    async def send(
        self, chat: str, outbox: Outbox, mark_sent: MarkSent, still_ours: StillOurs
    ) -> None:
        """What of them was not sent yet; nothing for any other reply. Raises DeliveryFailed."""
        if outbox.reply.notice is not Notice.EXPORTED or self.export is None:
            return
        try:
            files = await self.export.files(chat, outbox.reply.language)
            for index, file in enumerate(files, FIRST_PART):
                if index not in outbox.sent:
                    message_id = await self._send(file, chat, still_ours)
                    await self._note(self.export.sent, chat, message_id)
                    await mark_sent(index, (message_id,))
        except SERVER_TROUBLE as trouble:
            raise DeliveryFailed(type(trouble).__name__) from None

    async def _note(self, sent: SentFiles, chat: str, message_id: int) -> None:
        """Tried again by itself: otherwise the file would be sent once more. Noting it twice does
        no harm. Raises SERVER_TROUBLE at last."""
        for wait_s in QUICK_RETRIES_S:
            try:
                return await sent.note(chat, message_id)
            except SERVER_TROUBLE as trouble:
                log.info("a file was not noted", why=type(trouble).__name__)
                await self.sending.sleep(wait_s)
        return await sent.note(chat, message_id)

    async def withdrawn(self, chat: str, reply: Reply) -> Reply:
        """The reply with what became of the files that hold what was forgotten: where it was all,
        they are deleted as far as Telegram still does. Raises DeliveryFailed."""
        if reply.notice not in (Notice.FORGOTTEN, Notice.FORGOTTEN_ALL) or self.export is None:
            return reply
        try:
            there = await self.export.sent.of(chat)
        except SERVER_TROUBLE as trouble:
            raise DeliveryFailed(type(trouble).__name__) from None
        if reply.notice is Notice.FORGOTTEN:
            return _telling(reply, files_left=len(there))
        became = [await self._delete(chat, message_id) for message_id in there]
        return _telling(
            reply,
            files_deleted=became.count(Became.DELETED),
            files_left=became.count(Became.LEFT),
        )

    async def forget(self, chat: str, reply: Reply) -> None:
        """Once a person was told what became of them. Otherwise they are told again, the next
        time, of those that could not be deleted."""
        if reply.notice is Notice.FORGOTTEN_ALL and self.export is not None:
            try:
                await self.export.sent.forget(chat)
            except SERVER_TROUBLE as trouble:
                log.warning("the files sent were not forgotten", why=type(trouble).__name__)

    async def _delete(self, chat: str, message_id: int) -> Became:
        chat_id, _ = parse_chat(chat)
        for _ in range(DELETE_TRIES):
            try:
                await self.sending.bot.delete_message(chat_id, message_id)
            except TelegramRetryAfter as flood:
                await self.sending.sleep(flood.retry_after)
            except TelegramBadRequest as refused:
                gone = "message to delete not found" in refused.message.lower()
                return Became.GONE if gone else Became.LEFT
            except TelegramForbiddenError:
                raise ChatClosed from None
            except AiogramError as fault:
                raise DeliveryFailed(type(fault).__name__) from None
            else:
                return Became.DELETED
        raise DeliveryFailed("flood")

    async def _send(self, file: ExportFile, chat: str, still_ours: StillOurs) -> int:
        chat_id, thread_id = parse_chat(chat)
        method = SendDocument(
            chat_id=chat_id, message_thread_id=thread_id, document=_input_file(file)
        )
        try:
            return await self.sending.send(method, still_ours)
        except (TooLong, NotFormatted) as refused:
            raise Undeliverable(type(refused).__name__) from None


def _telling(reply: Reply, **values: int) -> Reply:
    return replace(reply, values={**reply.values, **values})


def _input_file(file: ExportFile) -> BufferedInputFile:
    if len(file.content) <= MOST_BYTES:
        return BufferedInputFile(file.content, file.name)
    return BufferedInputFile(gzip.compress(file.content), f"{file.name}.gz")
