"""How much people and chats may use, and the accounts that tell how much they did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

Holder = str
"""Whose limit it is: a person's or a chat's Telegram id. A private chat is its person."""

Period = Literal["day", "month"]


@dataclass(frozen=True, slots=True)
class Most:
    """Tokens; 0: as many as one likes."""

    day: int = 0
    month: int = 0

    def __bool__(self) -> bool:
        return bool(self.day or self.month)

    def and_also(self, other: Most) -> Most:
        """Where both hold."""
        return Most(_stricter(self.day, other.day), _stricter(self.month, other.month))


def _stricter(one: int, other: int) -> int:
    return min(filter(None, (one, other)), default=0)


@dataclass(frozen=True, slots=True)
class Limits:
    """messages: of a person, or in a chat, a minute; 0: no limit."""

    of_person: Most = field(default_factory=Most)
    of_chat: Most = field(default_factory=Most)
    person_messages: int = 0
    chat_messages: int = 0


@dataclass(frozen=True, slots=True)
class Used:
    """summary_tokens: how many of the tokens went into summaries."""

    tokens: int = 0
    messages: int = 0
    summary_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """Today and this month."""

    day: Used
    month: Used


@dataclass(frozen=True, slots=True)
class Reached:
    """most: the limit, in tokens · anew_in_ms: when its period is over · tell: nobody was told in
    this period."""

    period: Period
    most: int
    anew_in_ms: int
    tell: bool


class Accounts(Protocol):
    """What each holder used, the same for all processes; a day is one of the deployment's zone."""

    async def reserve(
        self, holder: Holder, call: str, tokens: int, most: Most, hold_ms: int
    ) -> Reached | None:
        """Set tokens aside for a call of the model, so that calls at one time do not spend the
        same ones; for `hold_ms` at most. Where they do not fit, nothing changes. `call` names it:
        the same one reserves once."""
        ...

    async def settle(self, holder: Holder, call: str, used: Used) -> None:
        """Spend this instead of what was reserved for the call; a second time changes nothing.
        "": nothing was reserved."""
        ...

    async def usage(self, holder: Holder) -> Usage: ...


@dataclass(frozen=True, slots=True)
class Passed:
    """Whether a message is taken; if not, in how many ms one will be, and whether the sender is
    to be told now (once in a minute)."""

    taken: bool
    wait_ms: int = 0
    tell: bool = False


class Pace(Protocol):
    async def take(self, holder: Holder, update_id: int, most: int) -> Passed:
        """Count this message among those of the last minute, unless there are `most`. Repeating
        it changes nothing."""
        ...
