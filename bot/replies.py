"""Shows and delivers replies in Telegram: fulfils the workers' Replier port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace

import structlog
from aiogram import Bot
from aiogram.types import InlineKeyboardMarkup

from bot.between import Between, Spot
from bot.bubbles import Begun, Bubbles
from bot.buttons import buttons_of, can_be_asked_again
from bot.chat_action import typing
from bot.chats import parse_chat
from bot.documents import Documents
from bot.frames import Frames, Pace
from bot.messages import edit_of, message_of
from bot.opinions import Asking, asking_buttons
from bot.parts import parts_aside, parts_of
from bot.rendered import Rendered
from bot.rich import Rich
from bot.rich_replies import RichReplies
from bot.send_budget import SendBudget, unlimited
from bot.sending import Gone, Method, NotFormatted, NothingVisible, Sending, TooLong
from bot.splitting import MOST_UNITS, split
from bot.streaming import Streaming, place_of
from workers.export import Export
from workers.jobs import Outbox, Turn
from workers.leases import SERVER_TROUBLE
from workers.placeholders import DictPlaceholders, Placeholders
from workers.replier import (
    DeliveryFailed,
    Draft,
    MarkSent,
    StillOurs,
    Undeliverable,
    unquestioned,
)

__all__ = ["TelegramReplier", "parts_of"]

log = structlog.get_logger()

LEAST_UNITS = 256
"""A part is split no smaller than this when Telegram finds it too long."""
MOST_STREAMED = 10_000


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a part goes. reply_to: the message it quotes, 0 for none · into: the message it is
    put into, 0 for a new one · buttons: under the last part."""

    chat_id: int
    thread_id: int | None
    reply_to: int = 0
    into: int = 0
    buttons: InlineKeyboardMarkup | None = None
    still_ours: StillOurs = unquestioned

    @property
    def spot(self) -> Spot:
        return self.chat_id, self.thread_id

    def part(self, index: int, count: int) -> _Place:
        """Of so many parts only the first answers, and only the last has buttons."""
        place = self if index == 0 else replace(self, reply_to=0, into=0)
        return place if index == count - 1 else replace(place, buttons=None)


@dataclass(frozen=True, slots=True)
class _Streamed:
    """What a turn began while it streamed, and what tells whether its lease is still ours."""

    begun: Begun
    still_ours: StillOurs

    def known_under(self, still_ours: StillOurs) -> Begun | None:
        """That nothing was begun, is known under the same lease only: after it another process may
        have begun the message that its reply, which is delivered now, is to be put into."""
        return self.begun if self.begun.message_id or self.still_ours == still_ours else None


class TelegramReplier:
    """`sleep` and the clock of `pace` are the real ones but for tests. `reply_to` is kept on the
    first part only. `asking`: where buttons ask what an answer is thought of."""

    def __init__(
        self,
        bot: Bot,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        *,
        budget: SendBudget | None = None,
        placeholders: Placeholders | None = None,
        pace: Pace | None = None,
        rich: Rich = "off",
        export: Export | None = None,
        asking: Asking = "off",
    ) -> None:
        budget = budget or unlimited(sleep)
        self._sending = Sending(bot, sleep, budget)
        self._documents = Documents(self._sending, export)
        self._rich = RichReplies(self._sending, rich)
        self._bubbles = Bubbles(bot, placeholders or DictPlaceholders())
        self._between = Between()
        pace = pace or Pace(sleep=sleep, budget=budget)
        self._streaming = Streaming(
            bot, self._bubbles, pace, between=self._between, rich=self._rich
        )
        self._streamed: dict[str, _Streamed] = {}
        self._asking = asking

    def working(
        self, turn: Turn, still_ours: StillOurs = unquestioned
    ) -> AbstractAsyncContextManager[Draft]:
        """An answer that takes the place of an old one is not streamed: there it is, complete."""
        return self._unseen(turn) if turn.edited else self._working(turn, still_ours)

    @asynccontextmanager
    async def _unseen(self, turn: Turn) -> AsyncIterator[Draft]:
        async with typing(self._sending.bot, place_of(turn, self._between), self._sending.sleep):
            yield Frames()

    @asynccontextmanager
    async def _working(self, turn: Turn, still_ours: StillOurs) -> AsyncIterator[Draft]:
        self._streamed.pop(turn.chat, None)
        async with self._streaming.of(turn, still_ours) as stream:
            yield stream.frames
        message_id = stream.message_id
        if message_id is not None and len(self._streamed) < MOST_STREAMED:
            begun = Begun(message_id, place_of(turn, self._between).reply_to)
            self._streamed[turn.chat] = _Streamed(begun, still_ours)

    async def deliver(
        self,
        chat: str,
        outbox: Outbox,
        mark_sent: MarkSent,
        still_ours: StillOurs = unquestioned,
    ) -> tuple[int, ...]:
        await self._documents.send(chat, outbox, mark_sent, still_ours)
        reply = await self._documents.withdrawn(chat, outbox.reply)
        ids = await self._deliver(chat, replace(outbox, reply=reply), mark_sent, still_ours)
        await self._documents.forget(chat, reply)
        return ids

    async def _deliver(
        self, chat: str, outbox: Outbox, mark_sent: MarkSent, still_ours: StillOurs
    ) -> tuple[int, ...]:
        chat_id, thread_id = parse_chat(chat)
        parts = await parts_aside(outbox.reply)
        into = await self._begun(chat, outbox, still_ours)
        buttons = buttons_of(outbox.reply) or asking_buttons(outbox.reply, chat, self._asking)
        place = _Place(chat_id, thread_id, self._quoted(chat, outbox), into, buttons, still_ours)
        if (rich := await self._richly(outbox, place)) is not None:
            self._between.note(place.spot, max(rich))
            return rich
        old = outbox.reply.edits
        ids: tuple[int, ...] = ()
        for index, part in enumerate(parts):
            if index not in outbox.sent:
                spot = place.part(index, len(parts))
                spot = replace(spot, into=old[index]) if index < len(old) else spot
                ids = await self._send(part, spot, MOST_UNITS)
                if index < len(parts) - 1:
                    await mark_sent(index, ids)
        for message_id in old[len(parts) :]:
            await self._bubbles.remove(chat, message_id)
        return () if len(parts) - 1 in outbox.sent else ids

    def _quoted(self, chat: str, outbox: Outbox) -> int:
        """The button that asks again finds the question by the quote."""
        apart = outbox.apart or can_be_asked_again(outbox.reply)
        return self._between.quoted(parse_chat(chat), outbox.reply.reply_to, apart=apart)

    async def _richly(self, outbox: Outbox, place: _Place) -> tuple[int, ...] | None:
        """None: in plain parts, as it was begun or as it has to be."""
        source = None if outbox.sent else self._rich.source_of(outbox.reply)
        if source is None:
            return None
        return await self._rich.send(
            source,
            place.chat_id,
            place.thread_id,
            reply_to=place.reply_to,
            into=place.into,
            buttons=place.buttons,
            still_ours=place.still_ours,
        )

    async def _begun(self, chat: str, outbox: Outbox, still_ours: StillOurs) -> int:
        """The message that the reply was begun in while it streamed; 0 for none. It is asked for
        again when that is not known now."""
        if outbox.reply.edits or 0 in outbox.sent:
            return 0
        streamed = self._streamed.pop(chat, None)
        begun = None if streamed is None else streamed.known_under(still_ours)
        try:
            return await self._bubbles.taken(chat, outbox.reply, begun)
        except SERVER_TROUBLE as trouble:
            if streamed is not None:
                self._streamed[chat] = streamed
            raise DeliveryFailed(type(trouble).__name__) from None

    async def _send(self, part: Rendered, place: _Place, units: int) -> tuple[int, ...]:
        """The part's message ids: one, several if it had to be split smaller, none if there was
        nothing to see in it."""
        try:
            message_id = await self._sending.send(_method(part, place), place.still_ours)
        except NothingVisible:
            return ()
        except Gone:
            return await self._send(part, replace(place, into=0), units)
        except NotFormatted:
            log.warning("telegram refused the formatting", spans=len(part.spans))
            return await self._send(part.plain(), place, units)
        except TooLong:
            return await self._send_smaller(part, place, units // 2)
        self._between.note(place.spot, message_id)
        return (message_id,)

    async def _send_smaller(self, part: Rendered, place: _Place, units: int) -> tuple[int, ...]:
        if units < LEAST_UNITS:
            raise Undeliverable("too long")
        ids: list[int] = []
        pieces = split(part, units)
        for index, piece in enumerate(pieces):
            ids += await self._send(piece, place.part(index, len(pieces)), units)
        return tuple(ids)


def _method(part: Rendered, place: _Place) -> Method:
    if place.into:
        return edit_of(part, place.chat_id, place.into, place.buttons)
    return message_of(part, place.chat_id, place.thread_id, place.reply_to, place.buttons)
