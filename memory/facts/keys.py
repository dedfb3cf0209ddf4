"""The words a value belongs to: exact words around it, inside its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from memory.facts.sentences import Sentences
from memory.facts.span import Span

_LONGEST_KEY = 90
_EDGE = " \t\n\r,،，、;؛；:：|-–—•*\"'“”«»「」()（）[]"
_WORD = regex.compile(r"[\p{L}\p{M}]{2,}|\p{Han}")
_BREAKS = regex.compile(r"[,،，、;؛；\n]|\s(?:and|و|but|اما)\s|并且|而且")


@dataclass(frozen=True, slots=True)
class Key:
    """text: the words, exactly as written; "" where there are none · start and end: the unbroken
    stretch that holds key and value · sentence: where the sentence around them is."""

    text: str
    start: int
    end: int
    sentence: tuple[int, int]


def keys_of(sentences: Sentences, spans: Sequence[Span]) -> list[Key]:
    """One key for each span, in order. The words before a value count, back to the value before
    it; where a sentence begins with its value, the words after it."""
    keys: list[Key] = []
    begins_with_value: dict[int, bool] = {}
    outer, previous_end, previous_begin = Span(0, 0, "message"), 0, -1
    for at, span in enumerate(spans):
        first, last = sentences.around(span.start, span.end)
        first, last = min(first, span.start), max(last, span.end)
        if span.start >= outer.end:
            outer, previous_end = span, outer.end
        left = _left(sentences.text, max(first, min(previous_end, span.start)), span.start)
        right = None
        begins = begins_with_value.setdefault(first, left is None and span.kind != "agreement")
        if begins:
            right = _right(sentences.text, span.end, _following(spans, at, last))
        elif left is None and first <= previous_begin < span.start - 1:
            left = max(previous_begin, span.start - _LONGEST_KEY)
        keys.append(_key(sentences.text, span, (left, right), (first, last)))
        previous_begin = keys[-1].start
        if span is not outer:
            previous_end = max(previous_end, span.end)
    return keys


def _key(
    text: str, span: Span, words: tuple[int | None, int | None], sentence: tuple[int, int]
) -> Key:
    """words: where those before the value begin and those after it end, the latter preferred."""
    left, right = words
    if right is not None:
        return Key(text[span.end : right].strip(_EDGE), span.start, right, sentence)
    if left is not None:
        return Key(text[left : span.start].strip(_EDGE), left, span.end, sentence)
    return Key("", span.start, span.end, sentence)


def _following(spans: Sequence[Span], at: int, last: int) -> int:
    """Where the next value that is not inside this one begins, at most the sentence's end."""
    for later in spans[at + 1 : at + 9]:
        if later.start >= spans[at].end:
            return min(later.start, last)
    return last


def _left(text: str, start: int, end: int) -> int | None:
    """Where the words before a value begin, or None when there are none."""
    start = max(start, _at_word(text, end - _LONGEST_KEY, start))
    words = text[start:end]
    if _WORD.search(words) is None:
        return None
    return start + len(words) - len(words.lstrip(_EDGE))


def _at_word(text: str, wanted: int, least: int) -> int:
    """The beginning of a word at or after `wanted`."""
    if wanted <= least:
        return least
    gap = text.find(" ", wanted, wanted + 30)
    return gap + 1 if gap >= 0 else wanted


def _right(text: str, start: int, end: int) -> int | None:
    """Where the words after a value end, or None when there are none."""
    end = min(end, start + _LONGEST_KEY)
    cut = _BREAKS.search(text, start + 1, end)
    if cut is not None and _WORD.search(text, start, cut.start()):
        end = cut.start()
    words = text[start:end]
    if _WORD.search(words) is None:
        return None
    return start + len(words.rstrip(_EDGE + ".。!?！？؟"))
