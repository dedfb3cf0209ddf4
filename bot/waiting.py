"""What may turn out to be for us in a group: a forward, the first half of a text, an album's item,
which the message that addresses us follows."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from aiogram.types import Message

from bot.belonging import Speaker, speaker_of
from bot.holding import hold_ms
from workers.joining import HALVES_WITHIN, MOST_JOINED

MOST_WAITING = MOST_JOINED - 1
"""So many and the message that they belong to are answered together."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message that was not addressed to us, and the id of its update."""

    message: Message
    update_id: int


@dataclass(slots=True)
class WaitingRoom:
    """Keeps each speaker's last such messages in this process, for `most` speakers at most: until
    the next message of the speaker they belong to nobody, and a second later never to us."""

    most: int = 1_000
    _kept: OrderedDict[Speaker, list[Waiting]] = field(default_factory=OrderedDict)

    def keep(self, message: Message, update_id: int) -> None:
        """Forget what came before, unless this may belong to the same message."""
        speaker = speaker_of(message)
        before = self._kept.pop(speaker, [])
        if not hold_ms(message):
            return
        recent = [each for each in before if _sent_with(each.message, message)]
        self._kept[speaker] = [*recent, Waiting(message, update_id)][-MOST_WAITING:]
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)

    def taken(self, message: Message) -> tuple[Waiting, ...]:
        """Those that this message, which addresses us, was sent with, oldest first."""
        before = self._kept.pop(speaker_of(message), [])
        return tuple(each for each in before if _belongs(each.message, message))


def _sent_with(earlier: Message, later: Message) -> bool:
    return earlier.date <= later.date <= earlier.date + HALVES_WITHIN


def _belongs(earlier: Message, addressed: Message) -> bool:
    """An item belongs to its own album, a half to the text that follows it."""
    if not _sent_with(earlier, addressed):
        return False
    if earlier.media_group_id is not None and earlier.forward_origin is None:
        return earlier.media_group_id == addressed.media_group_id
    return addressed.forward_origin is None and addressed.text is not None
