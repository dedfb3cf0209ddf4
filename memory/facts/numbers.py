"""Where the numbers of a text begin and end: digits, groups of digits, and numbers in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory.facts.shapes import Shape, digits_in
from memory.facts.tokens import Tokens
from memory.facts.vocabulary import Found

_GROUPED = frozenset("-–— ")
_GOING_ON = ("number_word", "scale", "tail_number")
_FRACTIONS = "½¼¾⅓⅔⅛"
_MOST_GROUPS = 10
LONGEST_PHONE = 19
SHORTEST_PHONE = 7
_NOTHING: Found = {}


@dataclass(frozen=True, slots=True)
class Numbers:
    """ends: position where a number begins -> position after it · groups: those of them that
    are several groups of digits, as phone and card numbers are written."""

    ends: Mapping[int, int]
    groups: frozenset[int]


def numbers_in(
    tokens: Tokens, shapes: Mapping[int, Shape], found: Mapping[int, Found], places: Iterable[int]
) -> Numbers:
    """places: where one may begin, ascending; no number begins inside another."""
    reader = _Reader(tokens, shapes, found)
    ends: dict[int, int] = {}
    groups: list[int] = []
    past = 0
    for at in places:
        if at < past:
            continue
        end = reader.groups_end(at) if shapes.get(at) == "number" else at
        if end > at + 1:
            groups.append(at)
        else:
            end = reader.scaled(reader.with_fraction(end)) if end > at else reader.in_words(at)
        if end > at:
            ends[at] = past = end
    return Numbers(ends, frozenset(groups))


@dataclass(frozen=True, slots=True)
class _Reader:
    tokens: Tokens
    shapes: Mapping[int, Shape]
    found: Mapping[int, Found]

    def _at(self, at: int) -> Found:
        return self.found.get(at, _NOTHING)

    def groups_end(self, at: int) -> int:
        """The end of digit groups that belong together ("0 754 - 399 - 4513"), or at + 1."""
        end, first = at + 1, self.tokens.written(at)
        digits, longest = digits_in(first), 0
        thousands = 1 <= digits <= 3
        for _ in range(_MOST_GROUPS):
            following = self._next_group(end)
            if following is None:
                break
            group = self.tokens.written(following)
            size = digits_in(group.split(",")[0].split(".")[0])
            thousands = thousands and size == 3
            dialled = self._is_dialled(at) and all(len(part) <= 4 for part in group.split("-"))
            plain = group.isdecimal() or (dialled and group.replace("-", "").isdecimal())
            if not plain and not (thousands and not set(group) & set(":/-–")):
                break
            longest = max(longest, size)
            digits += digits_in(group)
            end = following + 1
        if end == at + 1 or not all(c.isdecimal() or c in "-–—－" for c in first):
            return at + 1
        spaced = first[0] in "0۰٠０" or self.tokens.kind(at - 1) == "sign" or longest >= 3
        return end if thousands or (digits >= SHORTEST_PHONE and spaced) else at + 1

    def _is_dialled(self, at: int) -> bool:
        """ "+7 912 345-67-89" and "8 800 …": only there hyphens stand inside of groups."""
        if at > 0 and self.tokens.written(at - 1) == "+":
            return True
        return self.tokens.written(at) in ("1", "7", "8") or self.tokens.written(at)[0] == "0"

    def _next_group(self, end: int) -> int | None:
        """The next digits when one space, or a dash with spaces, stands before them."""
        at = end
        while at < len(self.tokens.all) and at < end + 3 and self._joins_groups(at):
            at += 1
        if not end < at or self.shapes.get(at) != "number":
            return None
        return at if self.tokens.all[at].start - self.tokens.all[end - 1].end <= 3 else None

    def _joins_groups(self, at: int) -> bool:
        return all(c in _GROUPED for c in self.tokens.written(at))

    def with_fraction(self, end: int) -> int:
        """ "1 1/2" and "1½": a fraction after a whole number."""
        if end < len(self.tokens.all) and self.tokens.written(end) in _FRACTIONS:
            return end + 1
        at = self.tokens.past_gap(end)
        if at == end or self.shapes.get(at) != "number":
            return end
        parts = self.tokens.written(at).split("/")
        small = len(parts) == 2 and all(part.isdecimal() and len(part) <= 2 for part in parts)
        return at + 1 if small and self.tokens.written(end - 1).isdecimal() else end

    def scaled(self, end: int) -> int:
        """ "2.5 million", "۷۰۰ هزار", "3万5千": scales belong to the number."""
        while (at := self.tokens.past_gap(end)) in self.found:
            scale = self.found[at].get("scale")
            if scale is None or self.found[at].get("not_number", 0) > scale:
                break
            end = self._with_rest(scale)
        return end

    def _with_rest(self, end: int) -> int:
        """ "3万5千", "۲ میلیون و ۵۰۰ هزار": the smaller part behind a scale."""
        at = self.tokens.past_gap(end)
        joiner = self._at(at).get("number_joiner")
        rest = at if joiner is None else self.tokens.past_gap(joiner)
        if self.shapes.get(rest) != "number":
            return end
        after = self._at(self.tokens.past_gap(rest + 1))
        goes_on = "scale" in after or (joiner is not None and "money" in after)
        return rest + 1 if goes_on else end

    def in_words(self, at: int) -> int:
        """The end of a number in words that begins here, or `at`."""
        end = max(self._word_end(at, "number_word"), self._word_end(at, "tail_number"))
        if end == at:
            end = self._weak_start(at)
        if end == at:
            return at
        while True:
            following = self._after_joiner(end)
            longer = self._strong_end(following)
            if longer == following:
                longer = self._weak_end(following, end)
            if longer == following:
                return end
            end = longer

    def _weak_start(self, at: int) -> int:
        """ "one hundred" is a number; "one" alone may be a pronoun."""
        if "not_number" in self._at(at):
            return at
        weak = self._at(at).get("weak_number", at)
        if weak > at and self._strong(self.tokens.past_gap(weak)):
            return weak
        scale = self._at(at).get("leading_scale", at)
        following = self._after_joiner(scale)
        led = scale > at and (self._strong(following) or "last_number" in self._at(following))
        return scale if led else at

    def _strong(self, at: int) -> bool:
        return self._strong_end(at) > at

    def _strong_end(self, at: int) -> int:
        """Inside a Chinese number no other word begins: 十分 says very, but 二十分 does not."""
        if self.tokens.kind(at) == "han" and self.tokens.kind(at - 1) == "han":
            return max(self._at(at).get(meaning, at) for meaning in _GOING_ON)
        return max(self._word_end(at, meaning) for meaning in _GOING_ON)

    def _word_end(self, at: int, meaning: str) -> int:
        end = self._at(at).get(meaning, at)
        return at if self._at(at).get("not_number", at) >= end else end

    def _weak_end(self, at: int, before: int) -> int:
        """The last digit of a longer number: "a hundred and one", 二十一."""
        end = self._at(at).get("last_number", at)
        if self._at(at).get("not_number", at) >= end:
            return at
        glued = at == before and self.tokens.kind(at) == "han"
        return end if glued or at != self.tokens.past_gap(before) else at

    def _after_joiner(self, end: int) -> int:
        """Where the next part of a number in words would stand, past "and", "و" or a gap."""
        at = self.tokens.past_gap(end)
        joiner = self._at(at).get("number_joiner")
        if joiner is not None:
            past = self.tokens.past_gap(joiner)
            if self._strong(past) or "last_number" in self._at(past):
                return past
        return at
