"""When two facts are of the same thing, say the same, or say otherwise."""

from __future__ import annotations

import unicodedata

from memory.facts.fact import Fact
from memory.facts.span import SpanKind
from memory.facts.wording import comparable
from memory.remembered import remembered
from memory.words import folded

_OF_THEMSELVES: frozenset[SpanKind] = frozenset(
    {
        "id",
        "phone",
        "version",
        "ip",
        "url",
        "email",
        "path",
        "symbol",
        "assignment",
        "code",
        "quote",
        "agreement",
        "name",
        "message",
    }
)
"""Kinds whose value says by itself what it is: said again, it is the same fact."""

_IDS: frozenset[SpanKind] = frozenset({"id", "phone", "ip", "email"})

Topic = tuple[str, tuple[str, ...]]


def topic_of(fact: Fact) -> Topic:
    return fact.concept, fact.about


def exactly(value: str) -> str:
    return unicodedata.normalize("NFC", value)


@remembered(16_384)
def digits_of(value: str) -> str:
    """12.50 and ۱۲٫۵۰ are one number, 1,299 and 1299 are."""
    plain = folded(value).replace("٫", ".")
    kept = "".join(c if c.isdigit() or c in ".:/" else " " for c in plain)
    return "-".join(part.strip(".:/") for part in kept.split())


def is_same(known: Fact, fact: Fact) -> bool:
    """Whether a fact with the same value is the same one."""
    if known.kind in _OF_THEMSELVES or fact.kind in _OF_THEMSELVES:
        return True
    if not comparable(known.kind, fact.kind):
        return False
    if not fact.about and not fact.named:
        return True
    if known.concept != fact.concept:
        return not known.named and not known.about
    one, other = set(known.about), set(fact.about)
    return one <= other or other <= one or (fact.role == "assistant" and bool(one & other))


def are_close(old: Fact, new: Fact) -> bool:
    """Of the same thing, by the same words."""
    told = bool(new.about) or (old.named and new.named)
    return told and old.concept == new.concept and old.about == new.about


def fits(old: Fact, new: Fact, *, by_it: bool) -> bool:
    """Of the same thing, as far as the words go. "It" may mean whatever is of this kind."""
    if by_it and not new.named and not new.about and old.kind == new.kind:
        return True
    if old.concept != new.concept:
        return False
    one, other = set(old.about), set(new.about)
    if not (one <= other or other <= one):
        return False
    if one and other:
        return True
    return (old.named and new.named) or (by_it and not other)


def says_otherwise(old: Fact, new: Fact) -> bool:
    """Whether the two are said to be the value of the same thing, and are not one number."""
    return _of_one_thing(old, new) and not _equal(old, new)


def _of_one_thing(old: Fact, new: Fact) -> bool:
    if not old.firm or (new.kind in _IDS and not are_close(old, new)):
        return False
    if old.named and new.named:
        one, other = set(old.about), set(new.about)
        return one <= other or other <= one
    return are_close(old, new)


def means(known: Fact, said: Fact) -> bool:
    """Whether `said` is the known value, or a short form of it: 700 for 700,000 tomans."""
    if not comparable(known.kind, said.kind):
        return False
    return exactly(known.value) == exactly(said.value) or _equal(said, known)


def _equal(one: Fact, other: Fact) -> bool:
    """The same number in two notations."""
    return bool(digits_of(one.value)) and digits_of(one.value) == digits_of(other.value)
