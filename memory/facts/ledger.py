"""The ledger: every value once, and which of them holds now.

Nothing is ever taken out by what people say: an old value becomes history, and values that
contradict each other stay side by side until one of them is taken back.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from memory.conversation import Exchange
from memory.facts.fact import Fact, Mention, mentions_in
from memory.facts.span import SpanKind
from memory.facts.wording import comparable
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

_NEVER_CHANGED: frozenset[SpanKind] = frozenset(
    {"symbol", "assignment", "code", "quote", "agreement", "name", "message", "url", "path"}
)
_IDS: frozenset[SpanKind] = frozenset({"id", "phone", "ip", "email"})


_LOOKED_BACK = 60
"""Of facts that are of the same sort but not of the very same thing so many, the newest, are
compared: what is meant without being named was spoken of lately."""


class Ledger:
    """Facts by the order in which they were said; grows by `read`."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self._facts: list[Fact] = []
        self._at: dict[str, int] = {}
        self._by_value: dict[str, list[int]] = defaultdict(list)
        self._by_digits: dict[str, list[int]] = defaultdict(list)
        self._by_topic: dict[_Topic, list[int]] = defaultdict(list)
        self._by_concept: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_kind: dict[SpanKind, list[int]] = defaultdict(list)
        for fact in facts:
            self._keep(fact)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(self._facts)

    def read(self, exchange: Exchange) -> None:
        """Take in what an exchange says."""
        for mention in mentions_in(exchange):
            self._take(mention)

    def _take(self, mention: Mention) -> None:
        fact = mention.fact
        if mention.cue == "old":
            self._give_up(fact)
        elif (known := self._said_before(mention)) is not None:
            if mention.cue in ("change", "now") and fact.role == "user":
                self._settle(known, fact)
        else:
            at = self._keep(fact)
            self._replace_by(at, mention)

    def _keep(self, fact: Fact) -> int:
        at = len(self._facts)
        self._facts.append(fact)
        self._at[fact.id] = at
        self._by_value[_exactly(fact.value)].append(at)
        self._by_digits[_digits(fact.value)].append(at)
        self._by_topic[_topic(fact)].append(at)
        self._by_kind[fact.kind].append(at)
        if fact.concept:
            self._by_concept[fact.concept].append(at)
        else:
            for word in fact.about:
                self._by_word[word].append(at)
        return at

    def _said_before(self, mention: Mention) -> int | None:
        """Where the ledger has the fact that is only said again. A value that held once and is
        said by the user to hold again is a new fact."""
        fact, found = mention.fact, None
        for at in self._by_value[_exactly(fact.value)]:
            known = self._facts[at]
            if not _same(known, fact):
                continue
            if known.status != "superseded" or fact.role != "user":
                return at
            if mention.cue not in ("change", "now") and not fact.firm:
                found = at
        return found

    def _give_up(self, fact: Fact) -> None:
        """A value that is said to hold no longer. What was never said before is kept as history."""
        known = [at for at in self._alike(fact) if _means(self._facts[at], fact)]
        held = [at for at in known if self._facts[at].status != "superseded"]
        targets = [at for at in self._meant(held, fact) if self._may_replace(at, fact)]
        for at in targets:
            self._supersede(at, fact)
        if not known:
            self._keep(replace(fact, status="superseded", until=fact.exchange))

    def _alike(self, fact: Fact) -> list[int]:
        same = self._by_value[_exactly(fact.value)]
        return sorted(
            {*same, *(self._by_digits[_digits(fact.value)] if _digits(fact.value) else ())}
        )

    def _meant(self, found: list[int], fact: Fact) -> list[int]:
        """Of several facts with the value those of the same thing, else the newest."""
        named = [at for at in found if fact.concept and self._facts[at].concept == fact.concept]
        exact = [at for at in found if _close(self._facts[at], fact)]
        return exact or named[-1:] or found[-1:]

    def _replace_by(self, at: int, mention: Mention) -> None:
        """What a new fact does to those that hold."""
        if mention.cue == "another" or self._facts[at].kind in _NEVER_CHANGED:
            return
        if mention.cue in ("change", "now"):
            replaced = self._replaced(at, by_it=mention.cue == "change")
            for old in replaced:
                if self._may_replace(old, self._facts[at]):
                    self._supersede(old, self._facts[at])
                else:
                    self._contradict(old, at)
            if replaced:
                return
        for old in self._contradicted(at):
            self._contradict(old, at)

    def _replaced(self, at: int, *, by_it: bool) -> list[int]:
        """Those of the very same words; else the one that fits them; else, where "it" changes,
        the one value of this kind that is spoken of."""
        fact = self._facts[at]
        same = self._namesakes(at)
        if same:
            return same
        fitting = [o for o in self._rivals(at) if _fits(self._facts[o], fact, by_it=by_it)]
        it = not fact.named and not fact.about
        return self._last(fitting) if it else fitting if len(fitting) == 1 else []

    def _namesakes(self, at: int) -> list[int]:
        """Facts that hold and are of the very same thing."""
        fact = self._facts[at]
        places = self._by_topic[_topic(fact)]
        return [p for p in places if self._is_rival(p, fact) and _close(self._facts[p], fact)]

    def _rivals(self, at: int) -> list[int]:
        """Facts that hold and may be of the same thing, the newest of them."""
        fact = self._facts[at]
        if not fact.named and not fact.about:
            places = self._by_kind[fact.kind]
        elif fact.concept:
            places = self._by_concept[fact.concept]
        else:
            places = sorted({p for w in fact.about for p in self._by_word[w][-_LOOKED_BACK:]})
        found = (p for p in reversed(places) if self._is_rival(p, fact))
        return sorted(islice(found, _LOOKED_BACK))

    def _is_rival(self, place: int, fact: Fact) -> bool:
        other = self._facts[place]
        apart = (other.exchange, other.message) != (fact.exchange, fact.message)
        return apart and other.status != "superseded" and comparable(other.kind, fact.kind)

    def _last(self, found: list[int]) -> list[int]:
        """The one that was spoken of last; none where that were several at once."""
        last = max((self._facts[at].exchange for at in found), default=0)
        lately = [at for at in found if self._facts[at].exchange == last]
        return lately if len(lately) == 1 else []

    def _contradicted(self, at: int) -> list[int]:
        """The newest of those that say otherwise; the others stand against that one already."""
        fact = self._facts[at]
        if not fact.firm:
            return []
        same = [old for old in self._namesakes(at) if self._says_otherwise(old, fact)]
        if same:
            return same[-1:]
        near = [old for old in self._rivals(at) if self._says_otherwise(old, fact)]
        return near if len(near) == 1 else []

    def _says_otherwise(self, old: int, fact: Fact) -> bool:
        other = self._facts[old]
        return _contradicts(other, fact) and not _equal(other, fact)

    def _may_replace(self, old: int, fact: Fact) -> bool:
        """What the user said only the user takes back."""
        return fact.role == "user" or self._facts[old].role != "user"

    def _settle(self, known: int, fact: Fact) -> None:
        """The user says again, and for good, what others contradicted."""
        for at in self._against(known):
            self._supersede(at, fact)
        self._facts[known] = replace(self._facts[known], status="active", links=())

    def _supersede(self, old: int, fact: Fact) -> None:
        before = self._facts[old]
        self._facts[old] = replace(
            before, status="superseded", until=fact.exchange, links=(fact.id,)
        )
        if before.status == "conflicting":
            self._close_ranks(before)

    def _close_ranks(self, gone: Fact) -> None:
        """Those that stood against it stand against each other, or, one alone, hold."""
        rivals = [self._at[link] for link in gone.links if link in self._at]
        rivals = [at for at in rivals if self._facts[at].status == "conflicting"]
        for at in rivals:
            fact = self._facts[at]
            others = [self._facts[o].id for o in rivals if o != at]
            links = tuple(dict.fromkeys((*(x for x in fact.links if x != gone.id), *others)))
            status = fact.status if links else "active"
            self._facts[at] = replace(fact, links=links, status=status)

    def _against(self, at: int) -> list[int]:
        """All that stand against a fact, by themselves or through others."""
        reached = {at: None}
        for each in (todo := [at]):
            fact = self._facts[each]
            links = fact.links if fact.status == "conflicting" else ()
            for other in (self._at[link] for link in links if link in self._at):
                if other not in reached:
                    reached[other] = None
                    todo.append(other)
        return [other for other in reached if other != at]

    def _contradict(self, one: int, other: int) -> None:
        for at, against in ((one, other), (other, one)):
            fact = self._facts[at]
            links = dict.fromkeys((*fact.links, self._facts[against].id))
            self._facts[at] = replace(fact, status="conflicting", links=tuple(links))


_Topic = tuple[str, tuple[str, ...]]


def _topic(fact: Fact) -> _Topic:
    return fact.concept, fact.about


def _exactly(value: str) -> str:
    return unicodedata.normalize("NFC", value)


def _same(known: Fact, fact: Fact) -> bool:
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


def _close(old: Fact, new: Fact) -> bool:
    """Of the same thing, by the same words."""
    told = bool(new.about) or (old.named and new.named)
    return told and old.concept == new.concept and old.about == new.about


def _fits(old: Fact, new: Fact, *, by_it: bool) -> bool:
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


def _contradicts(old: Fact, new: Fact) -> bool:
    """Whether both are said to be the value of the same thing."""
    if not old.firm or (new.kind in _IDS and not _close(old, new)):
        return False
    if old.named and new.named:
        one, other = set(old.about), set(new.about)
        return one <= other or other <= one
    return _close(old, new)


def _means(known: Fact, said: Fact) -> bool:
    """Whether `said` is the known value, or a short form of it: 700 for 700,000 tomans."""
    if not comparable(known.kind, said.kind):
        return False
    if _exactly(known.value) == _exactly(said.value):
        return True
    digits = _digits(said.value)
    return bool(digits) and digits == _digits(known.value)


def _equal(one: Fact, other: Fact) -> bool:
    """The same number in two notations."""
    return bool(_digits(one.value)) and _digits(one.value) == _digits(other.value)


@lru_cache(maxsize=16_384)
def _digits(value: str) -> str:
    """12.50 and ۱۲٫۵۰ are one number, 1,299 and 1299 are."""
    plain = folded(value).replace("٫", ".")
    kept = "".join(c if c.isdigit() or c in ".:/" else " " for c in plain)
    return "-".join(part.strip(".:/") for part in kept.split())
