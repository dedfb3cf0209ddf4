"""The card of an exchange: all that the search needs of it, as a short text of its own.

Cards are stored beside the log and read instead of it. A card is a pure function of its
exchange; CARD_VERSION is raised when that function changes, and the cards are made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory.conversation import Exchange
from memory.search.keys import counts, says_something, tokens

CARD_VERSION = 1

HEAD_CHARACTERS = 600
"""What of a reply is its head; the rest counts less (see weights.py)."""


@dataclass(frozen=True, slots=True)
class Said:
    """One side of an exchange: token -> how often, and the length in words, stop words too."""

    words: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True)
class Card:
    """`at`: seconds since 1970 when it was asked, 0 where nobody knows · `session`: the label
    that an evaluation file gives, "" where times tell · user, head, tail: the user's text, the
    first part of the reply, and its rest."""

    at: int
    session: str
    user: Said
    head: Said
    tail: Said


def card_of(exchange: Exchange) -> str:
    """Four lines: the time and the session's label; then for the user's text, the reply's head
    and its tail the length and the tokens, each with its count where that is not 1."""
    label = exchange.more.get("session")
    reply = exchange.assistant
    cut = _cut(reply)
    head = f"{int(exchange.asked_at.timestamp())} {'' if label is None else _one_line(label)}"
    sides = (exchange.user, reply[:cut], reply[cut:])
    return "\n".join([head, *(_written(tokens(side)) for side in sides)])


def read_card(card: str) -> Card:
    head, *sides = card.split("\n")
    at, _, session = head.partition(" ")
    user, first, rest = map(_read, sides)
    return Card(int(at), session, user, first, rest)


def _cut(reply: str) -> int:
    """Where the head ends: at the last white space within it, so that no word is halved."""
    if len(reply) <= HEAD_CHARACTERS:
        return len(reply)
    space = max(reply.rfind(mark, 0, HEAD_CHARACTERS) for mark in " \n")
    return space if space > HEAD_CHARACTERS // 2 else HEAD_CHARACTERS


def _one_line(label: object) -> str:
    return " ".join(str(label).split())


def _written(found: Iterable[str]) -> str:
    found = list(found)
    words = Counter(token for token in found if says_something(token))
    listed = (word if n == 1 else f"{word}*{n}" for word, n in sorted(words.items()))
    return " ".join([str(sum(map(counts, found))), *listed])


def _read(line: str) -> Said:
    length, *listed = line.split(" ")
    words = {}
    for each in listed:
        word, _, n = each.partition("*")
        words[word] = int(n or 1)
    return Said(words, int(length))
