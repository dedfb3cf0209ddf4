"""Streams one reply: as a draft where Telegram takes one, else as a message that is edited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from aiogram import Bot

from bot.between import Between
from bot.bubbles import Bubbles
from bot.chats import is_private, parse_chat
from bot.drafts import DraftsRefused, DraftStream
from bot.edits import EditStream
from bot.frames import Frames, Pace, Place
from bot.rich_frames import RichFrames
from bot.rich_replies import RichReplies
from workers.cancelling import cancel_for_good
from workers.jobs import Turn
from workers.lanes import LeaseLost
from workers.replier import StillOurs, unquestioned
from workers.telemetry import where

log = structlog.get_logger()

MOST_LATCHED = 10_000


class Streaming:
    """`undrafted`: the chats that refused drafts; they get edits until the process ends."""

    def __init__(
        self,
        bot: Bot,
        bubbles: Bubbles,
        pace: Pace,
        *,
        between: Between | None = None,
        rich: RichReplies | None = None,
    ) -> None:
        self._bot = bot
        self._bubbles = bubbles
        self._pace = pace
        self._between = between or Between()
        self._rich = rich
        self.undrafted: set[int] = set()

    @asynccontextmanager
    async def of(self, turn: Turn, still_ours: StillOurs = unquestioned) -> AsyncIterator[Stream]:
        """Show the reply to this turn for as long as the body runs."""
        place = place_of(turn, self._between, still_ours)
        rich = None if self._rich is None else RichFrames(self._rich, place)
        stream = Stream(self._bot, self._bubbles, self._pace, place, self.undrafted, rich=rich)
        # No TaskGroup: it would wrap what the body raises into an ExceptionGroup.
        task = asyncio.create_task(stream.run())
        try:
            yield stream
        finally:
            cancel_for_good(task)
            await asyncio.wait({task})
            await stream.ended()


def place_of(turn: Turn, between: Between, still_ours: StillOurs = unquestioned) -> Place:
    """The draft's id is the update id, by which a press of its Stop button finds the turn."""
    chat_id, thread_id = parse_chat(turn.chat)
    answered = next(reversed(turn.message_ids), 0)
    quoted = between.quoted((chat_id, thread_id), answered)
    return Place(turn.chat, chat_id, thread_id, turn.update_id or 1, answered, quoted, still_ours)


class Stream:
    def __init__(
        self,
        bot: Bot,
        bubbles: Bubbles,
        pace: Pace,
        place: Place,
        undrafted: set[int],
        *,
        rich: RichFrames | None = None,
    ) -> None:
        self.frames = Frames()
        self._place = place
        self._undrafted = undrafted
        self._draft = DraftStream(bot, place, self.frames, pace, rich=rich)
        self._edit = EditStream(bot, place, self.frames, pace, bubbles, rich=rich)

    @property
    def message_id(self) -> int | None:
        """Of the message that the reply's end is to be put into; 0 for none, None when it ended
        before that was known."""
        return 0 if self._draft.shown else self._edit.message_id

    async def run(self) -> None:
        """Goes on until it is cancelled; a fault of ours costs the frames, never the reply."""
        try:
            await self._run()
        except LeaseLost:
            log.debug("streaming ended with its lease")
        except Exception as error:  # noqa: BLE001  # its text may hold the reply
            place = where(type(error), error.__traceback__)
            log.warning("streaming failed", error=place)

    async def _run(self) -> None:
        chat_id = self._place.chat_id
        if is_private(chat_id) and chat_id not in self._undrafted:
            try:
                await self._draft.run()
            except DraftsRefused:
                self._note_refusal(chat_id)
        await self._edit.run()

    def _note_refusal(self, chat_id: int) -> None:
        log.info("this chat takes no drafts")
        if len(self._undrafted) >= MOST_LATCHED:
            self._undrafted.clear()
        self._undrafted.add(chat_id)

    async def ended(self) -> None:
        """Return when nothing of it can be shown any more, after `run` was cancelled."""
        await self._draft.ended()
        await self._edit.ended()
