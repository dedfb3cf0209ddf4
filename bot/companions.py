"""Telegram's apps send the comment on a forward before the forward: it is answered at once, as any
text, unless the forward follows within a second."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

from aiogram.types import Message

from bot.belonging import Speaker, speaker_of
from bot.holding import hold_ms, is_half
from workers.joining import HALVES_WITHIN


@dataclass(slots=True)
class Companions:
    """Remembers the last text that each speaker sent alone, for `most` speakers at most."""

    most: int = 10_000
    _last: OrderedDict[Speaker, tuple[datetime, int]] = field(default_factory=OrderedDict)

    def comment_on(self, message: Message, update_id: int) -> int | None:
        """The update id of the text that was sent with this message, None for none. A text is
        remembered for what follows it."""
        speaker = speaker_of(message)
        if not hold_ms(message):
            self._last[speaker] = message.date, update_id
            self._last.move_to_end(speaker)
            while len(self._last) > self.most:
                self._last.popitem(last=False)
        elif speaker in self._last and not is_half(message):
            at, comment = self._last[speaker]
            return comment if at <= message.date <= at + HALVES_WITHIN else None
        return None
