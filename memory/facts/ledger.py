"""The ledger: every value once, and which of them holds now.

Nothing is ever taken out by what people say: an old value becomes history, and values that
contradict each other stay side by side until one of them is taken back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from memory.conversation import Exchange
from memory.facts.fact import Fact, Mention, mentions_in
from memory.facts.said import Said
from memory.facts.sameness import (
    Topic,
    are_close,
    digits_of,
    exactly,
    fits,
    is_same,
    means,
    says_otherwise,
    topic_of,
)
from memory.facts.span import SpanKind
from memory.facts.wording import comparable

_NEVER_CHANGED: frozenset[SpanKind] = frozenset(
    {"symbol", "assignment", "code", "quote", "agreement", "name", "message", "url", "path"}
)

_LOOKED_BACK = 60
"""Of facts that are of the same sort but not of the very same thing so many, the newest, are
compared: what is meant without being named was spoken of lately."""

_PLACES = 8 * _LOOKED_BACK
"""So many are looked at to find them, for what is said of one thing a thousand times."""


class Ledger:
    """Facts by the order in which they were said; grows by `read`. changed: positions of those
    that are new or became something else; whoever writes them down clears it."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.said = Said()
        self.changed: set[int] = set()
        self._by_value: dict[str, list[int]] = defaultdict(list)
        self._by_digits: dict[str, list[int]] = defaultdict(list)
        self._by_topic: dict[Topic, list[int]] = defaultdict(list)
        self._by_concept: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_kind: dict[SpanKind, list[int]] = defaultdict(list)
        for fact in facts:
            self._keep(fact)
        self.changed.clear()

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(self.said.facts)

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
        at = self.said.add(fact)
        self.changed.add(at)
        self._by_value[exactly(fact.value)].append(at)
        self._by_digits[digits_of(fact.value)].append(at)
        self._by_topic[topic_of(fact)].append(at)
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
        for at in self._by_value[exactly(fact.value)]:
            known = self.said[at]
            if not is_same(known, fact):
                continue
            if known.status != "superseded" or fact.role != "user":
                return at
            if mention.cue not in ("change", "now") and not fact.firm:
                found = at
        return found

    def _give_up(self, fact: Fact) -> None:
        """A value that is said to hold no longer. What was never said before is kept as history."""
        known = [at for at in self._alike(fact) if means(self.said[at], fact)]
        held = [at for at in known if self.said[at].status != "superseded"]
        targets = [at for at in self._meant(held, fact) if self._may_replace(at, fact)]
        for at in targets:
            self._supersede(at, fact)
        if not known:
            self._keep(replace(fact, status="superseded", until=fact.exchange))

    def _alike(self, fact: Fact) -> list[int]:
        same = self._by_value[exactly(fact.value)]
        return sorted(
            {*same, *(self._by_digits[digits_of(fact.value)] if digits_of(fact.value) else ())}
        )

    def _meant(self, found: list[int], fact: Fact) -> list[int]:
        """Of several facts with the value those of the same thing, else the newest."""
        named = [at for at in found if fact.concept and self.said[at].concept == fact.concept]
        exact = [at for at in found if are_close(self.said[at], fact)]
        return exact or named[-1:] or found[-1:]

    def _replace_by(self, at: int, mention: Mention) -> None:
        """What a new fact does to those that hold."""
        if mention.cue == "another" or self.said[at].kind in _NEVER_CHANGED:
            return
        if mention.cue in ("change", "now"):
            replaced = self._replaced(at, by_it=mention.cue == "change")
            for old in replaced:
                if self._may_replace(old, self.said[at]):
                    self._supersede(old, self.said[at])
                else:
                    self._contradict(old, at)
            if replaced:
                return
        for old in self._contradicted(at):
            self._contradict(old, at)

    def _replaced(self, at: int, *, by_it: bool) -> list[int]:
        """Those of the very same words; else the one that fits them; else, where "it" changes,
        the one value of this kind that is spoken of."""
        fact = self.said[at]
        same = self._namesakes(at)
        if same:
            return same
        fitting = [o for o in self._rivals(at) if fits(self.said[o], fact, by_it=by_it)]
        it = not fact.named and not fact.about
        return self._last(fitting) if it else fitting if len(fitting) == 1 else []

    def _namesakes(self, at: int) -> list[int]:
        """Facts that hold and are of the very same thing."""
        fact = self.said[at]
        places = self._by_topic[topic_of(fact)][-_PLACES:]
        return [p for p in places if self._is_rival(p, fact) and are_close(self.said[p], fact)]

    def _rivals(self, at: int) -> list[int]:
        """Facts that hold and may be of the same thing, the newest of them."""
        fact = self.said[at]
        if not fact.named and not fact.about:
            places = self._by_kind[fact.kind]
        elif fact.concept:
            places = self._by_concept[fact.concept]
        else:
            places = sorted({p for w in fact.about for p in self._by_word[w][-_LOOKED_BACK:]})
        found = (p for p in reversed(places[-_PLACES:]) if self._is_rival(p, fact))
        return sorted(islice(found, _LOOKED_BACK))

    def _is_rival(self, place: int, fact: Fact) -> bool:
        other = self.said[place]
        apart = (other.exchange, other.message) != (fact.exchange, fact.message)
        return apart and other.status != "superseded" and comparable(other.kind, fact.kind)

    def _last(self, found: list[int]) -> list[int]:
        """The one that was spoken of last; none where that were several at once."""
        last = max((self.said[at].exchange for at in found), default=0)
        lately = [at for at in found if self.said[at].exchange == last]
        return lately if len(lately) == 1 else []

    def _contradicted(self, at: int) -> list[int]:
        """The newest of those that say otherwise; the others stand against that one already."""
        fact = self.said[at]
        if not fact.firm:
            return []
        same = [old for old in self._namesakes(at) if says_otherwise(self.said[old], fact)]
        if same:
            return same[-1:]
        near = [old for old in self._rivals(at) if says_otherwise(self.said[old], fact)]
        return near if len(near) == 1 else []

    def _may_replace(self, old: int, fact: Fact) -> bool:
        """What the user said only the user takes back."""
        return fact.role == "user" or self.said[old].role != "user"

    def _settle(self, known: int, fact: Fact) -> None:
        """The user says again, and for good, what others contradicted."""
        for at in self._against(known):
            self._supersede(at, fact)
        self._put(known, replace(self.said[known], status="active", links=()))

    def _supersede(self, old: int, fact: Fact) -> None:
        before = self.said[old]
        over = replace(before, status="superseded", until=fact.exchange, links=(fact.id,))
        self._put(old, over)
        if before.status == "conflicting":
            self._close_ranks(before)

    def _close_ranks(self, gone: Fact) -> None:
        """Those that stood against it stand against each other, or, one alone, hold."""
        rivals = [at for at in self._linked(gone) if self.said[at].status == "conflicting"]
        for at in rivals:
            fact = self.said[at]
            others = [self.said[o].id for o in rivals if o != at]
            links = tuple(dict.fromkeys((*(x for x in fact.links if x != gone.id), *others)))
            status = fact.status if links else "active"
            self._put(at, replace(fact, links=links, status=status))

    def _against(self, at: int) -> list[int]:
        """All that stand against a fact, by themselves or through others."""
        reached = {at: None}
        for each in (todo := [at]):
            fact = self.said[each]
            for other in self._linked(fact) if fact.status == "conflicting" else ():
                if other not in reached:
                    reached[other] = None
                    todo.append(other)
        return [other for other in reached if other != at]

    def _contradict(self, one: int, other: int) -> None:
        for at, against in ((one, other), (other, one)):
            fact = self.said[at]
            links = dict.fromkeys((*fact.links, self.said[against].id))
            self._put(at, replace(fact, status="conflicting", links=tuple(links)))

    def _put(self, at: int, fact: Fact) -> None:
        self.said.put(at, fact)
        self.changed.add(at)

    def _linked(self, fact: Fact) -> list[int]:
        found = (self.said.position(link) for link in fact.links)
        return [at for at in found if at is not None]
