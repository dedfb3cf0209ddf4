"""The card of an exchange: all that the search needs of it, as a short text of its own.

Cards are stored beside the log and read instead of it. A card is a pure function of its
exchange; CARD_VERSION is raised when that function changes, and the cards are made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC

from memory.conversation import Exchange
from memory.search.dates import Day, dates_in
from memory.search.keys import counts, kept, tokens
from memory.search.mine import called_mine
from memory.search.names import names_in
from memory.search.time_words import says_when
from memory.words import folded

CARD_VERSION = 6

HEAD_CHARACTERS = 400
"""What of a reply is its head; the rest counts less."""


@dataclass(frozen=True, slots=True)
class Said:
    """A part of an exchange: kept token -> how often, and its length in words of all kinds."""

    words: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True)
class Card:
    """`at`: seconds since 1970 when it was asked, 0 where nobody knows · `session`: the label
    that an evaluation file gives, "" where times tell · `when`: it holds an expression of time ·
    `names`: how many names and titles · `days`: those that it names · mine: keys of what
    the user calls their own · user, head, tail: the user's text, the first part of the reply, and
    its rest."""

    at: int
    session: str
    when: bool
    names: int
    days: tuple[Day, ...]
    mine: tuple[str, ...]
    user: Said
    head: Said
    tail: Said


def card_of(exchange: Exchange) -> str:
    """Five lines: time, flags, days and session; what the user calls their own; then for the
    user's text, the reply's head and its tail the length and the tokens, each with its count
    where that is not 1."""
    reply = exchange.assistant
    cut = _cut(reply)
    sides = [folded(text) for text in (exchange.user, reply[:cut], reply[cut:])]
    said = [tokens(side) for side in sides]
    mine = " ".join(called_mine(said[0]))
    return "\n".join([_first_line(exchange, sides), mine, *map(_written, said)])


def read_card(card: str) -> Card:
    first, mine, *sides = card.split("\n")
    at, when, names, days, session = first.split(" ", 4)
    user, head, tail = map(_read, sides)
    named = tuple(_read_day(each) for each in days.split(",") if each)
    return Card(
        int(at), session, when == "1", int(names), named, tuple(mine.split()), user, head, tail
    )


def _first_line(exchange: Exchange, sides: Iterable[str]) -> str:
    both = " ; ".join(sides)
    at = exchange.asked_at.astimezone(UTC)
    days = ",".join(f"{d.year}{d.month:02}{d.day:02}" for d in dates_in(both, at.date()))
    names = names_in(f"{exchange.user}\n{exchange.assistant}")
    label = " ".join(str(exchange.more.get("session", "")).split())
    session = label.encode("utf-8", "replace").decode()
    return f"{int(at.timestamp())} {int(says_when(both))} {names} {days} {session}"


def _read_day(text: str) -> Day:
    return Day(int(text[:-4]), int(text[-4:-2]), int(text[-2:]))


def _cut(reply: str) -> int:
    """Where the head ends: at the last white space within it, so that no word is halved."""
    if len(reply) <= HEAD_CHARACTERS:
        return len(reply)
    space = max(reply.rfind(mark, 0, HEAD_CHARACTERS) for mark in " \n")
    return space if space > HEAD_CHARACTERS // 2 else HEAD_CHARACTERS


def _written(found: list[str]) -> str:
    words = Counter(token for each in found for token in kept(each))
    listed = (word if n == 1 else f"{word}*{n}" for word, n in sorted(words.items()))
    return " ".join([str(sum(map(counts, found))), *listed])


def _read(line: str) -> Said:
    length, *listed = line.split(" ")
    words = {}
    for each in listed:
        word, _, n = each.partition("*")
        words[word] = int(n or 1)
    return Said(words, int(length))
