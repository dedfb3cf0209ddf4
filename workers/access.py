"""Who may talk to the bot: what the settings and the owners say, and the rule made of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Standing(StrEnum):
    """What owners made of somebody. A group is allowed or denied like a person."""

    OWNER = "owner"
    ALLOWED = "allowed"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class Entry:
    """name: what the person or group was called when an owner named it, "" where unknown."""

    standing: Standing
    name: str = ""


Entries = Mapping[int, Entry]
"""By Telegram id: people's are above zero, groups' below."""


class Paired(StrEnum):
    """What became of a try to pair."""

    PAIRED = "paired"  # now the owner
    WRONG = "wrong"
    TOO_MANY = "too_many"  # this person guessed too often, so that nothing was looked at
    OVER = "over"  # no code is in force, or there is an owner


class AccessStore(Protocol):
    """The lists of one bot, the same for all its processes."""

    async def entries(self) -> Entries: ...

    async def enter(self, id_: int, entry: Entry) -> None:
        """Replaces what was entered for this person or group."""
        ...

    async def offer(self, code: str) -> str:
        """The code in force: this one, or the one that was offered before. It lapses a day after
        it was offered last."""
        ...

    async def pair(self, person: int, name: str, code: str) -> Paired:
        """Make `person` the first owner if the code is right; it is used up then."""
        ...


@dataclass(frozen=True, slots=True)
class AccessRules:
    """What the settings say. `public`: everybody may, whom no owner denied."""

    owners: frozenset[int] = frozenset()
    allowed: frozenset[int] = frozenset()
    public: bool = False


@dataclass(frozen=True, slots=True)
class WhoMay:
    """Settings and lists at one moment."""

    rules: AccessRules = field(default_factory=AccessRules)
    entries: Entries = field(default_factory=dict)

    @property
    def owners(self) -> frozenset[int]:
        return self.rules.owners | self._with(Standing.OWNER)

    @property
    def allowed(self) -> frozenset[int]:
        """Besides the owners; people and groups."""
        named = self.rules.allowed | self._with(Standing.ALLOWED)
        return named - self.denied - self.owners

    @property
    def denied(self) -> frozenset[int]:
        return self._with(Standing.DENIED) - self.rules.owners

    def _with(self, standing: Standing) -> frozenset[int]:
        return frozenset(id_ for id_, entry in self.entries.items() if entry.standing is standing)

    def is_owner(self, person: int) -> bool:
        return person in self.rules.owners or self._standing(person) is Standing.OWNER

    def may_speak(self, person: int, chat: int) -> bool:
        """Owners everywhere; nobody who is denied, and nobody else in a group that is; allowed
        people everywhere else; in an allowed group every member."""
        if self.is_owner(person):
            return True
        if Standing.DENIED in (self._standing(person), self._standing(chat)):
            return False
        return self.rules.public or self._is_allowed(person) or self._is_allowed(chat)

    def may_host(self, account: int) -> bool:
        """Whether the bot answers whoever writes to this person's business account."""
        return self.may_speak(account, account)

    def may_be_guest(self, person: int) -> bool:
        """Who writes to such an account need not be let in; denied they stay denied."""
        return self.is_owner(person) or self._standing(person) is not Standing.DENIED

    def _standing(self, id_: int) -> Standing | None:
        entry = self.entries.get(id_)
        return entry.standing if entry else None

    def _is_allowed(self, id_: int) -> bool:
        return id_ in self.rules.allowed or self._standing(id_) is Standing.ALLOWED
