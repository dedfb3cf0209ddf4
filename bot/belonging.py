"""What belongs to a message that was addressed to us in a group, though it does not say so itself:
the second half of a long text, the other items of an album, a forward sent along with it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

from aiogram.types import Message

from bot.chats import chat_key
from bot.holding import is_half
from workers.joining import HALVES_WITHIN

Speaker = tuple[str, int]
"""A chat with its topic, and who speaks there."""


@dataclass(frozen=True, slots=True)
class _Addressed:
    at: datetime
    half: bool
    album: str | None


@dataclass(slots=True)
class Belonging:
    """Remembers what each speaker addressed to us last, for `most` speakers at most, and as many
    messages that were ours."""

    most: int = 10_000
    _ours: OrderedDict[tuple[int, int], None] = field(default_factory=OrderedDict)
    _last: OrderedDict[Speaker, _Addressed] = field(default_factory=OrderedDict)

    def note(self, message: Message) -> None:
        """This one is for us."""
        self._ours[message.chat.id, message.message_id] = None
        while len(self._ours) > self.most:
            self._ours.popitem(last=False)
        if message.edit_date is not None:
            return
        speaker = speaker_of(message)
        self._last[speaker] = _Addressed(message.date, is_half(message), message.media_group_id)
        self._last.move_to_end(speaker)
        while len(self._last) > self.most:
            self._last.popitem(last=False)

    def was_ours(self, message: Message) -> bool:
        """Before it was edited, whatever it says now."""
        return (message.chat.id, message.message_id) in self._ours

    def belongs(self, message: Message) -> bool:
        if message.edit_date is not None:
            return self.was_ours(message)
        before = self._last.get(speaker_of(message))
        if before is None or not before.at <= message.date <= before.at + HALVES_WITHIN:
            return False
        if message.media_group_id is not None:
            return message.media_group_id == before.album
        if message.forward_origin is not None:
            return True
        return before.half and message.text is not None


def speaker_of(message: Message) -> Speaker:
    return chat_key(message), message.from_user.id if message.from_user else 0
