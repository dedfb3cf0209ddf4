"""How long a message may wait for what belongs to it. Telegram's apps send what a person does at
once as several messages, some tens of milliseconds apart."""

from __future__ import annotations

from aiogram.types import Message

HALF_CHARACTERS = 4_000
"""UTF-16 units, as Telegram counts. Its apps cut a longer text at 4,096 or at a blank before it."""

HALF_MS = 1_000
COMPANY_MS = 500  # a forward's comment is sent with it, an album's items follow one another


def is_half(message: Message) -> bool:
    """A text so long that the rest of it may follow."""
    if message.text is None or message.forward_origin is not None:
        return False
    return len(message.text.encode("utf-16-le", "surrogatepass")) // 2 >= HALF_CHARACTERS


def hold_ms(message: Message) -> int:
    """0: not at all."""
    if is_half(message):
        return HALF_MS
    company = message.forward_origin is not None or message.media_group_id is not None
    return COMPANY_MS if company else 0
