"""What the words around a value say: of what it is, and whether it changes what held before."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import regex

from memory.facts.change import CONCEPTS, IMPLIED
from memory.facts.change_language import vocabulary_for
from memory.facts.sentences import Sentences
from memory.facts.span import CONTAINERS, Span, SpanKind
from memory.facts.tokens import Tokens, folded, tokens_of
from memory.facts.vocabulary import Vocabulary

Cue = Literal["", "change", "now", "old", "another"]
"""change: replaces what held · now: replaces what goes by the same words · old: holds no longer ·
another: one more of its sort."""

_BREAK = regex.compile(r"[,،，、;؛；\n]|\s(?:and|but|و|اما|ولی|und|et|y|и)\s|并且|而且|但是|但")
_ASKS = regex.compile(r"[?？؟]\s*[\"”»'’)]*\s*$|[吗嗎]\s*[。.]?\s*$")
_INFLECTED = regex.compile(r"(?<=\p{Cyrillic}{3})[аеиоуыэюяёйьмх]{1,3}$")
"""Endings by which Russian words of one thing differ: встреча, встречу."""
_LONGEST = 120
"""Characters that are looked at to each side of a value."""
_NAME = regex.compile(r"[\p{L}\p{M}\p{Nd}]")


@dataclass(frozen=True, slots=True)
class Wording:
    """concept: what the value is of, "" where only its words tell · named: a word says so, it is
    not just what such a value usually is of · about: its own words, folded and in order of the
    alphabet · firm: the text says that the value is it · cue: whether it replaces something ·
    left_behind: where the sentence tells of a change, this is what there was before."""

    concept: str = ""
    named: bool = False
    about: tuple[str, ...] = ()
    firm: bool = False
    cue: Cue = ""
    left_behind: bool = False

    @property
    def empty(self) -> bool:
        return not self.named and not self.about


def wordings_of(sentences: Sentences, spans: Sequence[Span]) -> list[Wording]:
    """One for each span, in order of the spans, which are sorted by their start."""
    if not spans:
        return []
    places = [_sentence(sentences, span) for span in spans]
    reader = _Reader(sentences.text, _Neighbours(spans), vocabulary_for(sentences.text))
    told = [sentences.stepwise(*place) for place in places]
    doubtful = {place: reader.doubtful(*place) for place in set(told)}
    found = [
        reader.wording(span, place, doubtful=doubtful[whole])
        for span, place, whole in zip(spans, places, told, strict=True)
    ]
    return _joined(found, spans, places)


def _sentence(sentences: Sentences, span: Span) -> tuple[int, int]:
    first, last = sentences.around(span.start, span.end)
    return min(first, span.start), max(last, span.end)


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str
    around: _Neighbours
    vocabulary: Vocabulary

    def wording(self, span: Span, sentence: tuple[int, int], *, doubtful: bool) -> Wording:
        first, last = sentence
        start = max(first, self.around.before(span), span.start - _LONGEST)
        stop = min(last, self.around.after(span), span.end + _LONGEST)
        left, right = self.text[start : span.start], self.text[span.end : stop]
        words = _Words(self.vocabulary, left, right, runs_on=stop < last)
        wording = words.wording(span.kind, doubtful=doubtful)
        subject = self.around.subject_at(start, names_only=not (words.said_to_be or wording.named))
        if self.around.quoted(span):
            wording = replace(wording, cue="", left_behind=False)
        if subject is None or wording.about or span.kind in CONTAINERS or _BREAK.search(left):
            return wording
        return replace(wording, about=(folded(self.text[subject.start : subject.end]),))

    def doubtful(self, first: int, last: int) -> bool:
        """A question or a supposition says nothing that holds."""
        sentence = self.text[max(first, last - 4 * _LONGEST) : last]
        read = _read(self.vocabulary, sentence)
        return bool(_ASKS.search(sentence)) or any("maybe" in meanings for meanings, _ in read)


class _Neighbours:
    """Where the values beside a span end and begin."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._ends = sorted(span.end for span in spans)
        self._starts = [span.start for span in spans]
        self._by_end = {span.end: span for span in spans if span.kind not in CONTAINERS}
        self._holders: dict[Span, Span] = {}
        holder: Span | None = None
        for span in spans:
            if holder is not None and holder.holds(span):
                self._holders[span] = holder
            else:
                holder = span

    def before(self, span: Span) -> int:
        at = bisect_right(self._ends, span.start)
        holder = self._holders.get(span)
        return max(self._ends[at - 1] if at else 0, holder.start if holder else 0)

    def quoted(self, span: Span) -> bool:
        """Whether somebody's words are repeated here: that a change is told changes nothing."""
        holder = self._holders.get(span)
        return holder is not None and holder.kind == "quote"

    def subject_at(self, end: int, *, names_only: bool) -> Span | None:
        """What ends here and is what the next value is said of: the name of a field or variable
        (thread_id in "thread_id = 7"), or a value ("item 10 costs 25 USD")."""
        span = self._by_end.get(end)
        return None if span and names_only and span.kind != "symbol" else span

    def after(self, span: Span) -> int:
        at = bisect_left(self._starts, span.end)
        return self._starts[at] if at < len(self._starts) else 1 << 60


def _joined(
    found: list[Wording], spans: Sequence[Span], places: Sequence[tuple[int, int]]
) -> list[Wording]:
    """In one sentence the value that is left behind and the one that takes its place say of each
    other what they are of: "the budget is not $600 but $775"."""
    joined = list[Wording]()
    for at, wording in enumerate(found):
        beside = [i for i in (at - 1, at + 1) if 0 <= i < len(found) and places[i] == places[at]]
        rivals = [found[i] for i in beside if comparable(spans[i].kind, spans[at].kind)]
        joined.append(_beside(wording, rivals))
    return joined


def _beside(wording: Wording, rivals: Sequence[Wording]) -> Wording:
    cue = wording.cue
    if wording.left_behind and any(rival.cue in ("change", "now") for rival in rivals):
        cue = "old"
    elif cue != "old" and any(_is_old(rival, wording) for rival in rivals):
        cue = "change"
    told = next((rival for rival in rivals if not rival.empty), wording)
    if wording.empty and cue in ("old", "change"):
        return replace(wording, cue=cue, concept=told.concept, named=told.named, about=told.about)
    return replace(wording, cue=cue)


def _is_old(one: Wording, other: Wording) -> bool:
    return one.cue == "old" or (one.left_behind and other.cue in ("change", "now"))


_FAMILIES: tuple[frozenset[SpanKind], ...] = (
    frozenset({"price", "number", "quantity", "constraint"}),
    frozenset({"id", "number", "phone", "version"}),
)


def comparable(one: SpanKind, other: SpanKind) -> bool:
    """Whether a value of one kind can take the place of one of the other."""
    return one == other or any({one, other} <= family for family in _FAMILIES)


class _Words:
    """The words on both sides of a value."""

    def __init__(self, vocabulary: Vocabulary, left: str, right: str, *, runs_on: bool) -> None:
        cut = _BREAK.search(right)
        self._runs_on = runs_on and cut is None
        self._left = list(_read(vocabulary, left))
        self._parts = [list(_read(vocabulary, part)) for part in _BREAK.split(left)]
        self._right = list(_read(vocabulary, right[: cut.start()] if cut else right))
        added = list(_read(vocabulary, right[cut.end() :])) if cut and not runs_on else []
        self._added = added if all(meanings & _ADDED for meanings, _ in added) else []

    def wording(self, kind: SpanKind, *, doubtful: bool) -> Wording:
        named, about = self._nearest_topic(kind)
        if not named and not about:
            named, about = _topic(self._right, kind)
        elif self._right and "belongs" in self._right[0][0]:
            about |= _topic(self._right[1:], "message")[1]
        cue = self._cue()
        return Wording(
            concept=named or IMPLIED.get(kind, ""),
            named=bool(named),
            about=tuple(sorted(about)),
            firm=not doubtful and not self._of_it(about) and self._asserts(named, kind),
            cue="" if doubtful and cue not in ("old", "change") else cue,
            left_behind=_ends_with(self._left, "from"),
        )

    def _asserts(self, named: str, kind: SpanKind) -> bool:
        return self.said_to_be or (bool(named) and kind not in _MANY)

    def _of_it(self, about: set[str]) -> bool:
        """ "It costs $5": of what, only the talk before tells."""
        return not about and any("it" in meanings for meanings, _ in self._left)

    def _nearest_topic(self, kind: SpanKind) -> tuple[str, set[str]]:
        """Of the parts before the value the nearest one that names something."""
        for part in reversed(self._parts):
            named, about = _topic(part, kind)
            if named or about:
                return named, about
        return "", set()

    def _cue(self) -> Cue:
        first = next((m for m, _ in self._right if not m & _PASSED), frozenset())
        if _ends_with(self._left, "old") or ("old after" in first and not self._runs_on):
            return "old"
        said = {meaning for meanings, _ in (*self._left, *self._added) for meaning in meanings}
        said |= first
        if "maybe" in said:
            return ""
        if any("old after" in meanings for meanings, _ in self._left):
            return "change"  # "that one is wrong, it is X"
        if self._begins_with_no:
            said.add("now")
        ranked: tuple[Cue, ...] = ("another", "change", "now")
        return next((cue for cue in ranked if cue in said), "")

    @property
    def _begins_with_no(self) -> bool:
        """ "نه، جلسه ساعت ۱۱ باشد": no, the meeting is at 11."""
        first, *others = self._parts
        return bool(others and first) and all("old" in meanings for meanings, _ in first)

    @property
    def said_to_be(self) -> bool:
        """ "My code is X", "کد من X است", "X is my code"; not "order X is open"."""
        if any("is" in meanings for meanings, _ in self._left[-3:]):
            return True
        closes = bool(self._right) and "is" in self._right[0][0] and not self._runs_on
        return closes and (len(self._right) == 1 or not self._left)


_PASSED = frozenset({"silent", "it", "is"})
_TELLING = frozenset({"change", "now", "old", "old after", "from", "another", "maybe"})
_ADDED = frozenset({"change", "now", "silent"})
_MANY: frozenset[SpanKind] = frozenset({"id", "phone", "email"})
"""Of these people have several; one more contradicts nothing unless it is said to be the one."""
_MUTE = _TELLING | {"is", "it", "source", "belongs", "silent"}

Meanings = frozenset[str]


def _ends_with(words: Sequence[tuple[Meanings, str]], meaning: str) -> bool:
    """Whether the last word that says something has the meaning."""
    for meanings, _ in reversed(words):
        if meaning in meanings:
            return True
        if not meanings & _PASSED:
            return False
    return False


def _topic(words: Sequence[tuple[Meanings, str]], kind: SpanKind) -> tuple[str, set[str]]:
    """The thing that is named and fits the kind, the nearest to the value, and the other words."""
    named, about, at_word = "", set[str](), ""
    for meanings, word in words:
        concepts = sorted(m[3:] for m in meanings if m.startswith("of "))
        fitting = next((c for c in concepts if kind in CONCEPTS.get(c, ())), "")
        if fitting:
            if named and named != fitting:
                about.add(at_word)
            named, at_word = fitting, word
        elif concepts or not meanings & _MUTE:
            about.add(_INFLECTED.sub("", word))
    return named, about


def _read(vocabulary: Vocabulary, text: str) -> Iterator[tuple[Meanings, str]]:
    """The words of a text with their meanings; unknown Chinese signs in a row are one word."""
    tokens = tokens_of(text)
    at, run = 0, ""
    while at < len(tokens):
        found = vocabulary.found_at(tokens, at)
        end = max(found.values(), default=at)
        if end == at and tokens.kind(at) == "han":
            run, at = run + tokens.all[at].folded, at + 1
            continue
        if run:
            yield frozenset(), run
            run = ""
        if end > at:
            meanings = frozenset(m for m, past in found.items() if past == end and m != "letters")
            yield meanings, _folded(tokens, at, end)
        elif _NAME.search(tokens.written(at)):
            yield frozenset(), tokens.all[at].folded
        at = max(end, at + 1)
    if run:
        yield frozenset(), run


def _folded(tokens: Tokens, at: int, end: int) -> str:
    return " ".join(each.folded for each in tokens.all[at:end] if each.folded)
