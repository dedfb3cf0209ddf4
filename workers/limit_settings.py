"""What the settings say about limits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from workers.limits import Limits, Most


class LimitSettings(Protocol):
    """0: no limit."""

    @property
    def messages_per_minute(self) -> int: ...
    @property
    def chat_messages_per_minute(self) -> int: ...
    @property
    def user_tokens_per_day(self) -> int: ...
    @property
    def user_tokens_per_month(self) -> int: ...
    @property
    def chat_tokens_per_day(self) -> int: ...
    @property
    def chat_tokens_per_month(self) -> int: ...


def limits_of(settings: LimitSettings) -> Limits:
    return Limits(
        of_person=Most(settings.user_tokens_per_day, settings.user_tokens_per_month),
        of_chat=Most(settings.chat_tokens_per_day, settings.chat_tokens_per_month),
        person_messages=settings.messages_per_minute,
        chat_messages=settings.chat_messages_per_minute,
    )


def ahead_of_utc(timezone: str) -> Callable[[], int]:
    """By how many ms the zone's clocks are ahead of UTC now."""
    zone = ZoneInfo(timezone)

    def offset_ms() -> int:
        offset = datetime.now(UTC).astimezone(zone).utcoffset() or timedelta()
        return round(offset / timedelta(milliseconds=1))

    return offset_ms
