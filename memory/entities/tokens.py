"""A text as the words of scripts that part them by spaces, each with its place."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from memory.words import UNSPACED, folded

_WORD = regex.compile(
    rf"[[\p{{L}}\p{{Nd}}]--[{UNSPACED}]][[\p{{L}}\p{{M}}\p{{Nd}}]--[{UNSPACED}]]*"
    rf"(?:['’\u200c\u0640&+.-][[\p{{L}}\p{{M}}\p{{Nd}}]--[{UNSPACED}]]+)*",
    regex.V1,
)
_SENTENCE_END = regex.compile(r"[.!?؟。:;…\n]\W*$|^\W*$")
_NEAR = regex.compile(r"[ \u00a0]{1,2}|[ \u00a0]?['’][ \u00a0]?(?=s\b)")
_SHORT = regex.compile(r"\p{Lu}\p{Ll}?\p{Ll}?")


@dataclass(frozen=True, slots=True)
class Word:
    """start, end: its place in the text · key: folded · opens: it is the first of a sentence ·
    joined: only a space (or the dot of "St.") parts it from the word before."""

    start: int
    end: int
    text: str
    key: str
    opens: bool
    joined: bool

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()


def words_of(text: str) -> list[Word]:
    found: list[Word] = []
    end = 0
    for match in _WORD.finditer(text):
        between = text[end : match.start()]
        joined = bool(found) and _parts_nothing(between, found[-1].text)
        opens = not joined and _SENTENCE_END.search(between) is not None
        key = folded(match[0].replace("\u200c", "")).replace("’", "'")
        found.append(Word(match.start(), match.end(), match[0], key, opens, joined))
        end = match.end()
    return found


def _parts_nothing(between: str, before: str) -> bool:
    if between in (". ", ".") and _SHORT.fullmatch(before):
        return True  # "St. John's", "J. S. Bach"
    return _NEAR.fullmatch(between) is not None
