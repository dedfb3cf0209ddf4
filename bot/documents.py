"""Sends what a chat asked for with /export, as documents."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

from aiogram.methods import SendDocument
from aiogram.types import BufferedInputFile

from bot.chats import parse_chat
from bot.sending import NotFormatted, Sending, TooLong
from workers.export import Export, ExportFile
from workers.jobs import Notice, Outbox
from workers.leases import SERVER_TROUBLE
from workers.replier import DeliveryFailed, MarkSent, StillOurs, Undeliverable

FIRST_PART = 1_000
"""Documents are parts of the reply like its texts, with numbers of their own from here on."""
MOST_BYTES = 45 * 2**20
"""Telegram takes 50 MB of a bot; above this a file is packed."""


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
            files = await self.export.files(chat)
        except SERVER_TROUBLE as trouble:
            raise DeliveryFailed(type(trouble).__name__) from None
        for index, file in enumerate(files, FIRST_PART):
            if index not in outbox.sent:
                ids = await self._send(file, chat, still_ours)
                await mark_sent(index, (ids,))

    async def _send(self, file: ExportFile, chat: str, still_ours: StillOurs) -> int:
        chat_id, thread_id = parse_chat(chat)
        method = SendDocument(
            chat_id=chat_id, message_thread_id=thread_id, document=_input_file(file)
        )
        try:
            return await self.sending.send(method, still_ours)
        except (TooLong, NotFormatted) as refused:
            raise Undeliverable(type(refused).__name__) from None


def _input_file(file: ExportFile) -> BufferedInputFile:
    if len(file.content) <= MOST_BYTES:
        return BufferedInputFile(file.content, file.name)
    return BufferedInputFile(gzip.compress(file.content), f"{file.name}.gz")
