"""Reads what users say of themselves out of a text of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import regex

from memory.profile.fields import SEVERAL
from memory.profile.language import Language, Rule
from memory.profile.languages.chinese import CHINESE
from memory.profile.languages.english import ENGLISH
from memory.profile.languages.persian import PERSIAN

MOST_CHARACTERS = 4000
"""Of a text that is read: who tells more at once pastes it, and it is not about him."""
LONGEST_VALUE = 80

_LANGUAGES = {language.name: language for language in (ENGLISH, PERSIAN, CHINESE)}
_SENTENCE = regex.compile(r"[^.!?؟。！？\n]*(?:[.!](?=\S)[^.!?؟。！？\n]*)*[.!?؟。！？\n]?")
_ASKS = regex.compile(r"[?？؟]$|[吗呢][。！]?$")
_FOREIGN = regex.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|^>.*$|“[^”]*”|«[^»]*»|《[^》]*》|「[^」]*」|\"[^\"\n]*\"",
    regex.DOTALL | regex.MULTILINE,
)
_PROPER = regex.compile(r"[\p{Lu}\p{Lo}][\p{L}\p{M}'’-]*(?: [\p{Lu}\p{Lo}][\p{L}\p{M}'’-]*)*")
_AND = regex.compile(r"\s*(?:[,،、]|(?<!\w)(?:and|or|و)(?!\w)|和)\s*")
_LEVEL = str.maketrans({"ي": "ی", "ى": "ی", "ك": "ک", "\u200c": " ", "’": "'", "ۀ": "ه"})


@dataclass(frozen=True, slots=True)
class Said:
    """field, key: "family", "wife"; key "" where a field has one value or values stand by
    themselves · value: as it was written · ended: it no longer holds."""

    field: str
    key: str
    value: str
    ended: bool


def said_in(text: str) -> Iterator[Said]:
    """In the order of the text; questions, quotations and code are nobody's word about himself."""
    own = _FOREIGN.sub(_blank, text[:MOST_CHARACTERS])
    for sentence in _SENTENCE.finditer(own):
        if sentence[0] and not _ASKS.search(sentence[0].strip()):
            yield from _in_sentence(sentence[0])


def _blank(match: regex.Match[str]) -> str:
    return regex.sub(r"[^\n]", ";", match[0])


def _in_sentence(sentence: str) -> Iterator[Said]:
    level = _levelled(sentence)
    found: dict[tuple[int, int], tuple[Rule, str]] = {}
    for language in _LANGUAGES.values():
        for rule in _rules(language.name):
            for match in rule.pattern.finditer(level):
                start, end = _value(match, sentence)
                if end > start and not _is_none(language, level[start:end]):
                    found.setdefault((start, end), (rule, _key(match)))
    for (start, end), (rule, key) in sorted(found.items(), key=lambda each: each[0]):
        for value in _values(rule.field, sentence[start:end]):
            yield Said(rule.field, key, value, rule.ended)


def _value(match: regex.Match[str], sentence: str) -> tuple[int, int]:
    """Its place. Of what must be a proper name only the words with a capital, where its letters
    have any."""
    groups = match.groupdict()
    if not groups.get("proper"):
        return match.span("value")
    start, end = match.span("proper")
    proper = _PROPER.match(sentence, start, end)
    if not proper:
        return start, start
    return start, proper.end() - 2 if proper[0].endswith(("'s", "’s")) else proper.end()


def _values(field: str, text: str) -> Iterator[str]:
    parts = _AND.split(text) if field in SEVERAL else [text]
    for part in parts:
        value = part.strip(" ;\u200c")
        if value and len(value) <= LONGEST_VALUE:
            yield value


def _levelled(text: str) -> str:
    """In lower case and of one set of letters, sign by sign: places stay the same."""
    plain = text.translate(_LEVEL)
    return "".join(low if len(low := sign.lower()) == 1 else sign for sign in plain)


def _is_none(language: Language, value: str) -> bool:
    return _expression(language.no_value).fullmatch(value.strip()) is not None


def _key(match: regex.Match[str]) -> str:
    return str(match.groupdict().get("key") or "").strip()


@cache
def _expression(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern)


@cache
def _rules(language: str) -> tuple[Rule, ...]:
    return tuple(_LANGUAGES[language].read())
