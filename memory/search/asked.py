"""What a question asks for, read once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from memory.search.dates import Day
from memory.search.keys import keys_asked, tokens, words_asked
from memory.search.mine import called_mine
from memory.search.names import asks_for_name
from memory.search.time_words import asks_when, days_meant, wants_newest
from memory.words import folded


@dataclass(frozen=True, slots=True)
class Asked:
    """`words`: how many content words · `keys`: what to look for, each once · `mine`: those that
    the asker calls their own · `days`: those it means · when, name, newest: it asks for a time,
    for a name, for how things stand now."""

    words: int
    keys: tuple[str, ...]
    mine: tuple[str, ...]
    days: tuple[Day, ...]
    when: bool
    name: bool
    newest: bool


def read_question(text: str, at: datetime) -> Asked:
    """`at`: when it is asked; days like "yesterday" count from there (UTC)."""
    plain = folded(text)
    words = words_asked(plain)
    return Asked(
        words=len(words),
        keys=keys_asked(words),
        mine=tuple(called_mine(tokens(plain))),
        days=tuple(days_meant(plain, at.astimezone(UTC).date())),
        when=asks_when(plain),
        name=asks_for_name(plain),
        newest=wants_newest(plain),
    )
