"""Short answers of ours (/help, refusals) that go out at once, beside the update loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Self

import structlog
from aiogram.methods import SendMessage
from aiogram.types import LinkPreviewOptions, Message, ReplyParameters

from bot.chats import chat_key, is_private, parse_chat
from bot.cleaning import cleaned
from bot.rendered import Rendered
from bot.sending import NotFormatted, NothingVisible, NotThere, Sending, TooLong
from bot.splitting import split
from workers.business import host_of
from workers.leases import SERVER_TROUBLE
from workers.replier import ChatClosed, DeliveryFailed

log = structlog.get_logger()

MOST_IN_FLIGHT = 256
PATIENCE_S = 120.0
LAST_CHANCE_S = 3.0
NOT_SENT = (DeliveryFailed, TimeoutError, TooLong, NotFormatted, NothingVisible)


class AtOnce:
    """`async with` it: answers are sent by tasks of their own, so that a slow one holds up
    nobody. `beside` is told of each chat that one goes to, by its name. Leaving waits
    `last_chance_s` for those under way, then cancels them."""

    def __init__(
        self,
        sending: Sending,
        most_in_flight: int = MOST_IN_FLIGHT,
        last_chance_s: float = LAST_CHANCE_S,
        *,
        beside: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self._sending = sending
        self._most = most_in_flight
        self._last_chance_s = last_chance_s
        self._beside = beside
        self._group = asyncio.TaskGroup()
        self._under_way: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            if self._under_way:
                await asyncio.wait(self._under_way, timeout=self._last_chance_s)
        finally:
            for task in self._under_way:
                task.cancel()
            await self._group.__aexit__(None, None, None)

    def answer(self, message: Message, text: str) -> None:
        """Send `text` to where `message` came from. Dropped, with a log line, when too many
        answers are under way."""
        self.send(chat_key(message), text)

    def send(self, chat: str, text: str) -> None:
        """To a chat by its name; dropped like an answer."""
        if len(self._under_way) >= self._most:
            log.warning("an answer was dropped", under_way=len(self._under_way))
            return
        self.begin(self._send(chat, text))

    def begin(self, errand: Coroutine[Any, Any, None]) -> None:
        """Run something short aside; it must handle its own faults."""
        task = self._group.create_task(errand)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def reply(self, chat: str, text: str, to: int) -> bool:
        """Send a short text as a reply to that message; False when it is not there any more, and
        nothing was sent."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._sending.send(_plain(chat, text, to))
        except NotThere:
            return False
        except (*NOT_SENT, ChatClosed) as fault:
            log.warning("an answer was not sent", why=type(fault).__name__)
        return True

    async def _send(self, chat: str, text: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._tell(chat)
                for part in split(Rendered(cleaned(text))):
                    await self._sending.send(_plain(chat, part.text))
        except ChatClosed:
            log.info("an answer found the chat closed")
        except NOT_SENT as fault:
            log.warning("an answer was not sent", why=type(fault).__name__)
        except Exception:
            log.exception("an answer failed")

    async def _tell(self, chat: str) -> None:
        """In a private chat an answer that is being made quotes its question now; elsewhere it
        does so always."""
        if self._beside is not None and is_private(parse_chat(chat)[0]):
            with suppress(*SERVER_TROUBLE):
                await self._beside(chat)


def _plain(chat: str, text: str, to: int = 0) -> SendMessage:
    """to: the message it replies to, without which it is nothing; 0 for none."""
    chat_id, thread_id = parse_chat(chat)
    return SendMessage(
        chat_id=chat_id,
        message_thread_id=thread_id,
        business_connection_id=host_of(chat) or None,
        text=text,
        reply_parameters=ReplyParameters(message_id=to) if to else None,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
