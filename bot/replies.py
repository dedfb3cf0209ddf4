"""Shows and delivers replies in Telegram: fulfils the workers' Replier port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace

import structlog
from aiogram import Bot
from aiogram.enums import ChatAction
from aiogram.exceptions import AiogramError, TelegramRetryAfter
from aiogram.methods import SendMessage
from aiogram.types import LinkPreviewOptions, ReplyParameters

from bot.chats import parse_chat
from bot.entities import entities_of
from bot.markdown import render
from bot.rendered import Rendered
from bot.sending import NotFormatted, NothingVisible, Sending, TooLong
from bot.splitting import MOST_UNITS, split
from bot.texts.notices import notice_rendered
from bot.texts.page import TEXTS
from workers.cancelling import cancel_for_good
from workers.jobs import Outbox, Reply, Turn
from workers.replier import DeliveryFailed, Draft, MarkSent, StillOurs, unquestioned

log = structlog.get_logger()

TYPING_EVERY_S = 4.5
"""Telegram shows a chat action for five seconds at most."""
TYPING_TIMEOUT_S = 10
MOST_CHARACTERS_IN_LOOP = 8000
"""Rendering takes about a millisecond per thousand characters, more for strange ones."""
LEAST_UNITS = 256
"""A part is split no smaller than this when Telegram finds it too long."""


class TypingOnly:
    """The draft of this version: the chat shows that we are typing, the text comes when it is
    complete."""

    async def show(self, text: str) -> None:
        """Frames are skipped, all of them."""


def parts_of(reply: Reply) -> tuple[Rendered, ...]:
    """The messages of a reply, the same ones every time, so that a crash between two of them
    can be resumed. One that was stopped ends in "…", one without anything to see says so."""
    rendered = render(reply.text) if reply.notice is None else notice_rendered(reply)
    if reply.cut and not rendered.blank:
        rendered = Rendered(f"{rendered.text.rstrip()} …", rendered.spans)
    parts = split(rendered)
    return parts or (Rendered(TEXTS.say("empty_answer", reply.language)),)


async def _parts_aside(reply: Reply) -> tuple[Rendered, ...]:
    """Long texts are rendered in a thread: a second of it must not hold up other chats."""
    if len(reply.text) > MOST_CHARACTERS_IN_LOOP:
        return await asyncio.to_thread(parts_of, reply)
    return parts_of(reply)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a part goes. reply_to: the message it answers, 0 for none."""

    chat_id: int
    thread_id: int | None
    reply_to: int = 0
    still_ours: StillOurs = unquestioned


class TelegramReplier:
    """`sleep` is asyncio.sleep but for tests; `reply_to` is kept on the first part only."""

    def __init__(self, bot: Bot, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._bot = bot
        self._sleep = sleep
        self._sending = Sending(bot, sleep)

    def working(self, turn: Turn) -> AbstractAsyncContextManager[Draft]:
        return self._typing(turn.chat)

    @asynccontextmanager
    async def _typing(self, chat: str) -> AsyncIterator[Draft]:
        # No TaskGroup: it would wrap what the body raises into an ExceptionGroup.
        task = asyncio.create_task(self._keep_typing(chat))
        try:
            yield TypingOnly()
        finally:
            cancel_for_good(task)
            await asyncio.wait({task})

    async def _keep_typing(self, chat: str) -> None:
        chat_id, thread_id = parse_chat(chat)
        while True:
            wait_s = TYPING_EVERY_S
            try:
                await self._bot.send_chat_action(
                    chat_id,
                    ChatAction.TYPING,
                    message_thread_id=thread_id,
                    request_timeout=TYPING_TIMEOUT_S,
                )
            except TelegramRetryAfter as flood:
                wait_s = max(wait_s, flood.retry_after)
            except AiogramError as fault:
                log.debug("typing was not shown", why=type(fault).__name__)
            await self._sleep(wait_s)

    async def deliver(
        self,
        chat: str,
        outbox: Outbox,
        mark_sent: MarkSent,
        still_ours: StillOurs = unquestioned,
    ) -> tuple[int, ...]:
        chat_id, thread_id = parse_chat(chat)
        place = _Place(chat_id, thread_id, outbox.reply.reply_to, still_ours)
        parts = await _parts_aside(outbox.reply)
        ids: tuple[int, ...] = ()
        for index, part in enumerate(parts):
            if index not in outbox.sent:
                answering = place if index == 0 else replace(place, reply_to=0)
                ids = await self._send(part, answering, MOST_UNITS)
                if index < len(parts) - 1:
                    await mark_sent(index, ids)
        return () if len(parts) - 1 in outbox.sent else ids

    async def _send(self, part: Rendered, place: _Place, units: int) -> tuple[int, ...]:
        """The part's message ids: one, several if it had to be split smaller, none if there was
        nothing to see in it."""
        try:
            return (await self._sending.send(_method(part, place), place.still_ours),)
        except NothingVisible:
            return ()
        except NotFormatted:
            log.warning("telegram refused the formatting", spans=len(part.spans))
            return await self._send(part.plain(), place, units)
        except TooLong:
            return await self._send_smaller(part, place, units // 2)

    async def _send_smaller(self, part: Rendered, place: _Place, units: int) -> tuple[int, ...]:
        if units < LEAST_UNITS:
            raise DeliveryFailed("too long")
        ids: list[int] = []
        for piece in split(part, units):
            ids += await self._send(piece, place, units)
            place = replace(place, reply_to=0)
        return tuple(ids)


def _method(part: Rendered, place: _Place) -> SendMessage:
    answered = None
    if place.reply_to:
        answered = ReplyParameters(message_id=place.reply_to, allow_sending_without_reply=True)
    return SendMessage(
        chat_id=place.chat_id,
        message_thread_id=place.thread_id,
        text=part.text,
        entities=entities_of(part) or None,
        reply_parameters=answered,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
