"""A message becomes a turn on its chat's lane, and nothing else happens here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from aiogram import Router
from aiogram.types import Message, Update, User

from bot.addressing import written
from bot.albums import Albums
from bot.at_once import AtOnce
from bot.chats import chat_key
from bot.companions import Companions
from bot.holding import hold_ms, is_half
from bot.quoting import forwarded_from, quoted_in
from bot.seldom import Seldom
from bot.speaking import Speaking
from bot.storing import Storing
from bot.texts import Texts
from bot.waiting import Waiting
from memory.conversation import NOBODY, Sender
from workers.jobs import Command, Turn
from workers.lanes import Put

NOT_TAKEN = {Put.CHAT_FULL: "chat_full", Put.BUSY: "busy"}


def turn_of(message: Message, update_id: int, text: str, command: Command | None = None) -> Turn:
    return Turn(
        chat=chat_key(message),
        update_id=update_id,
        text=text,
        sent_at=message.date,
        sender=_sender(message.from_user),
        message_ids=(message.message_id,),
        command=command,
        language=language(message),
        hold_ms=hold_ms(message) if command is None else 0,
        half=command is None and is_half(message),
        forwarded_from=forwarded_from(message),
        quoted=quoted_in(message) if command is None else None,
    )


def language(message: Message) -> str:
    return (message.from_user.language_code or "") if message.from_user else ""


def _sender(user: User | None) -> Sender:
    return Sender(str(user.id), user.full_name) if user else NOBODY


@dataclass(frozen=True, slots=True)
class Intake:
    """Stores turns; a chat that cannot be taken from is told once, until it can be again."""

    storing: Storing
    at_once: AtOnce
    texts: Texts
    told: Seldom = field(default_factory=lambda: Seldom(every_s=float("inf")))
    speaking: Speaking = field(default_factory=Speaking)

    async def take(self, message: Message, turn: Turn) -> None:
        answer = await self.storing.put(turn)
        if answer not in NOT_TAKEN:
            self.told.forget(turn.chat)
        elif self.told.due(turn.chat):
            language = await self.speaking.language(turn.chat, turn.language)
            self.at_once.answer(message, self.texts.say(NOT_TAKEN[answer], language))


def messages_router(intake: Intake, albums: Albums | None = None) -> Router:
    router, albums = Router(name="messages"), albums or Albums()
    companions = Companions()

    def not_understood(message: Message) -> None:
        sentence = intake.texts.say("not_understood", language(message))
        intake.at_once.answer(message, sentence)

    async def unless_captioned(message: Message, album: str) -> None:
        if await albums.stays_wordless(album):
            not_understood(message)

    async def taken(message: Message, update_id: int) -> bool:
        """False for what holds no words."""
        text = written(message)
        if not text.strip():
            return False
        if message.media_group_id is not None:
            albums.captioned(message.media_group_id)
        turn = turn_of(message, update_id, text)
        await intake.take(message, turn)
        comment = companions.comment_on(message, update_id)
        if comment is not None:
            await intake.storing.rejoin(turn.chat, comment, update_id)
        return True

    async def received(
        message: Message, event_update: Update, before: Sequence[Waiting] = ()
    ) -> None:
        for each in before:
            await taken(each.message, each.update_id)
        album = message.media_group_id
        if await taken(message, event_update.update_id):
            return
        if album is None:
            not_understood(message)
        elif albums.begun(album):
            intake.at_once.begin(unless_captioned(message, album))

    router.message.register(received)
    return router
