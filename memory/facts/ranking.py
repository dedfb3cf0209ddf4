"""Which facts answer a question: by the words of their keys, whose they are, what was asked."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from memory.facts.fact import Fact
from memory.facts.question_words import ASKED_FOR, EVERY, MINE, OTHERS, OWNABLE, SILENT
from memory.remembered import remembered
from memory.words import folded, units

REMEMBERED_TEXTS = 8192  # keys and sentences, about 8 MB
MOST_RANKED = 300
"""Facts that are compared with one question, however many there are."""
LEAST_OF_A_WORD = 20
"""The newest facts with a word are compared, however common it is."""
_NAMED_BY = 3
"""Characters; shorter values stand in all sorts of words."""
_HAN = regex.compile(r"\p{Han}")
_OTHERS_MARK = regex.compile(r"\p{L}['’]s\b|\b(?:for|of) (?:\p{Lu})|برای ")


@dataclass(frozen=True, slots=True)
class _Words:
    """words: what can be compared · mine, others: whose the text says it is."""

    words: frozenset[str]
    mine: bool
    others: bool


class FactIndex:
    """Finds the facts that share a word with a question, without looking at the others. A fact is
    named by its position."""

    def __init__(self) -> None:
        self._with: dict[str, list[int]] = defaultdict(list)
        self._around: Counter[str] = Counter()
        self._size = 0

    def grow(self, facts: Sequence[Fact]) -> None:
        """Take in those that are new at the end."""
        for at in range(self._size, len(facts)):
            key, sentence = _words_of(_key_of(facts[at])), _words_of(facts[at].sentence)
            self._around.update(sentence.words)
            for word in key.words | sentence.words:
                self._with[word].append(at)
        self._size = len(facts)

    def near(
        self, facts: Sequence[Fact], question: str, most: int = MOST_RANKED
    ) -> list[tuple[Fact, float]]:
        """Those that share a word with the question, best first, of equals the newest. More than
        about `most` are not looked at: those with all of the words and with the rare ones come
        first, then the newest."""
        asked = _words_of(question)
        weights = {
            word: math.log(1 + self._size / (1 + self._around[word])) for word in asked.words
        }
        plain = folded(question)
        scored = [
            (
                fact,
                _score(fact, _words_of(_key_of(fact)), _words_of(fact.sentence), asked, weights)
                + (1.0 if _is_named(fact, plain) else 0.0),
            )
            for fact in (facts[at] for at in self._sharing(sorted(asked.words), most))
        ]
        return sorted(scored, key=lambda pair: (-pair[1], -pair[0].exchange, -pair[0].start))

    def _sharing(self, words: Sequence[str], most: int) -> Iterable[int]:
        known = sorted((self._with[word] for word in words if word in self._with), key=len)
        chosen: dict[int, None] = {}
        for positions in [*_with_several(known), *known]:
            for at in reversed(positions):
                if len(chosen) >= most:
                    break
                chosen[at] = None
        for positions in known:
            chosen.update(dict.fromkeys(positions[-LEAST_OF_A_WORD:]))
        return chosen


def _with_several(known: Sequence[list[int]]) -> list[list[int]]:
    """Positions that the rarest words share: with all of them first, then with ever fewer. `known`:
    each word's, the rarest word first."""
    if not known:
        return []
    common, found = set(known[0]), list[list[int]]()
    for positions in known[1:]:
        both = common.intersection(positions)
        if both:
            common = both
            found.append(sorted(both))
    return found[::-1]


def rank_facts(facts: Sequence[Fact], question: str) -> tuple[tuple[Fact, float], ...]:
    """All facts with how well each answers the question, best first; above 0 it shares a word
    with it. Of equals the newest comes first."""
    index = FactIndex()
    index.grow(facts)
    near = index.near(facts, question, most=len(facts))
    found = {fact.id for fact, _ in near}
    others = [(fact, 0.0) for fact in facts if fact.id not in found]
    return (*near, *sorted(others, key=lambda pair: (-pair[0].exchange, -pair[0].start)))


def asks_for_all(question: str) -> bool:
    """ "Show me all numbers": every value is wanted, not the nearest."""
    asked = units(question)
    joined = "".join(asked)
    return bool(EVERY & set(asked)) or any(_HAN.match(word) and word in joined for word in EVERY)


def _is_named(fact: Fact, plain: str) -> bool:
    """Whether a question, folded, names the value itself: "is ORD-7 among them?"."""
    return len(fact.value) >= _NAMED_BY and folded(fact.value) in plain


def _key_of(fact: Fact) -> str:
    return fact.key or fact.clause.replace(fact.value, " ")


def _score(
    fact: Fact, key: _Words, sentence: _Words, asked: _Words, weights: dict[str, float]
) -> float:
    in_all = sum(weights.values()) or 1.0
    near = sum(weights[word] for word in asked.words if word in key.words)
    far = sum(weights[w] for w in asked.words if w not in key.words and w in sentence.words)
    if near + far == 0:
        return 0.0
    common = len(asked.words & key.words)
    tidy = common / len(key.words) if key.words else 0.0
    overlap = (near + 0.4 * far) / in_all + 0.2 * tidy
    stale = 0.7 if fact.status == "superseded" else 0.0
    fitting = overlap + _whose(key, sentence, asked) + _what(fact, key, asked) - stale
    return max(fitting, 0.01 * overlap)


def _whose(key: _Words, sentence: _Words, asked: _Words) -> float:
    """Whether the fact belongs to the one who is asked about."""
    if asked.mine:
        if key.mine:
            return 0.6
        if key.others:
            return -0.4
        return 0.3 if sentence.mine and not sentence.others else 0.0
    return -0.2 if key.mine else 0.0


def _what(fact: Fact, key: _Words, asked: _Words) -> float:
    """Whether the fact is the sort of thing that was asked for."""
    wanted = [(names, kinds) for names, kinds in ASKED_FOR if names & asked.words]
    if not wanted:
        return 0.0
    fits = any(fact.kind in kinds or names & key.words for names, kinds in wanted)
    named = any(names & key.words for names, _ in ASKED_FOR)
    return 0.3 if fits else -0.4 if named or fact.kind == "price" else -0.2


@remembered(REMEMBERED_TEXTS)
def _words_of(text: str) -> _Words:
    """Remembered, because a chat's facts are ranked again at every turn."""
    found = units(text)
    words = {unit for unit in found if unit not in SILENT and unit not in MINE}
    han = {a + b for a, b in pairwise(found) if _HAN.match(a) and _HAN.match(b)}
    suffixed = {u[:-1] for u in found if len(u) > 3 and u.endswith("م") and not _HAN.match(u)}
    mine = bool(MINE & set(found)) or _owned_by_ending(found)
    others = bool(OTHERS & set(found)) or _OTHERS_MARK.search(text) is not None
    return _Words(frozenset(words | _without_silent(han) | suffixed), mine, others and not mine)


def _without_silent(pairs: Iterable[str]) -> set[str]:
    return {pair for pair in pairs if pair[0] not in SILENT and pair[1] not in SILENT}


def _owned_by_ending(found: Sequence[str]) -> bool:
    """ "سفارشم": my order."""
    return any(unit.endswith("م") and unit[:-1] in OWNABLE for unit in found)
