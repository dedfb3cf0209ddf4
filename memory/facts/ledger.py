"""The ledger: every value once, and which of them holds now.

Nothing is ever taken out by what people say: an old value becomes history, and values that
contradict each other stay side by side until one of them is taken back.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

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


class Ledger:
    """Facts by the order in which they were said; grows by `read`."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self._facts: list[Fact] = []
        self._by_value: dict[str, list[int]] = defaultdict(list)
        self._by_concept: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
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
        self._by_value[_exactly(fact.value)].append(at)
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
        targets = [at for at in self._like(fact) if self._may_replace(at, fact)]
        for at in targets:
            self._supersede(at, fact)
        if not targets and not any(_means(known, fact) for known in self._facts):
            self._keep(replace(fact, status="superseded", until=fact.exchange))

    def _like(self, fact: Fact) -> list[int]:
        """Facts that hold and whose value is the one that is given up, perhaps said in short;
        where there are several, those of the same name, else the newest."""
        found = [at for at in self._holding() if _means(self._facts[at], fact)]
        named = [at for at in found if fact.concept and self._facts[at].concept == fact.concept]
        exact = [at for at in found if _close(self._facts[at], fact)]
        return exact or named[-1:] or found[-1:]

    def _holding(self) -> Iterator[int]:
        return (at for at, fact in enumerate(self._facts) if fact.status != "superseded")

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
        rivals = list(self._rivals(at))
        same = [old for old in rivals if _close(self._facts[old], fact)]
        if same:
            return same
        fitting = [old for old in rivals if _fits(self._facts[old], fact, by_it=by_it)]
        it = not fact.named and not fact.about
        return self._last(fitting) if it else fitting if len(fitting) == 1 else []

    def _rivals(self, at: int) -> Iterator[int]:
        """Facts that hold, are of the same thing, and were said in another message."""
        fact = self._facts[at]
        of_word = {other for word in fact.about for other in self._by_word[word]}
        places = self._by_concept[fact.concept] if fact.concept else sorted(of_word)
        if not fact.named and not fact.about:
            places = [p for p in self._holding() if self._facts[p].kind == fact.kind]
        for old in places:
            other = self._facts[old]
            apart = (other.exchange, other.message) != (fact.exchange, fact.message)
            if apart and other.status != "superseded" and comparable(other.kind, fact.kind):
                yield old

    def _last(self, found: list[int]) -> list[int]:
        """The one that was spoken of last; none where that were several at once."""
        last = max((self._facts[at].exchange for at in found), default=0)
        lately = [at for at in found if self._facts[at].exchange == last]
        return lately if len(lately) == 1 else []

    def _contradicted(self, at: int) -> list[int]:
        fact = self._facts[at]
        if not fact.firm:
            return []
        rivals = [
            old
            for old in self._rivals(at)
            if _contradicts(self._facts[old], fact) and not _equal(self._facts[old], fact)
        ]
        same = [old for old in rivals if _close(self._facts[old], fact)]
        near = [old for old in rivals if old not in same]
        return same or (near if len(near) == 1 else [])

    def _may_replace(self, old: int, fact: Fact) -> bool:
        """What the user said only the user takes back."""
        return fact.role == "user" or self._facts[old].role != "user"

    def _settle(self, known: int, fact: Fact) -> None:
        """The user says again, and for good, what others contradicted."""
        for at in self._rivals(known):
            if at != known and self._facts[at].id in self._facts[known].links:
                self._supersede(at, fact)
        self._facts[known] = replace(self._facts[known], status="active", links=())

    def _supersede(self, old: int, fact: Fact) -> None:
        before = self._facts[old]
        self._facts[old] = replace(
            before, status="superseded", until=fact.exchange, links=(fact.id,)
        )
        for rival in self._linked(before):
            left = tuple(link for link in self._facts[rival].links if link != before.id)
            status = self._facts[rival].status if left else "active"
            self._facts[rival] = replace(self._facts[rival], links=left, status=status)

    def _linked(self, fact: Fact) -> list[int]:
        """Places of the facts that the fact stands against."""
        if fact.status != "conflicting":
            return []
        links = set(fact.links)
        return [at for at, other in enumerate(self._facts) if other.id in links]

    def _contradict(self, one: int, other: int) -> None:
        for at, against in ((one, other), (other, one)):
            fact = self._facts[at]
            links = dict.fromkeys((*fact.links, self._facts[against].id))
            self._facts[at] = replace(fact, status="conflicting", links=tuple(links))


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


def _digits(value: str) -> str:
    """12.50 and ۱۲٫۵۰ are one number, 1,299 and 1299 are."""
    plain = folded(value).replace("٫", ".")
    kept = "".join(c if c.isdigit() or c in ".:/" else " " for c in plain)
    return "-".join(part.strip(".:/") for part in kept.split())
