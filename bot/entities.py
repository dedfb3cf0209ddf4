"""A rendered part as Telegram's Bot API takes it: text and entities in UTF-16 units."""

from __future__ import annotations

from itertools import accumulate

from aiogram.types import MessageEntity

from bot.rendered import Rendered


def entities_of(part: Rendered) -> list[MessageEntity]:
    units = (2 if character > "\uffff" else 1 for character in part.text)
    offsets = list(accumulate(units, initial=0))
    return [
        MessageEntity(
            type=span.kind,
            offset=offsets[span.start],
            length=offsets[span.end] - offsets[span.start],
            url=span.url or None,
            language=span.language or None,
        )
        for span in part.spans
    ]
