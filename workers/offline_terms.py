"""What a text is about, in terms that are the same in every language the responder knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memory.facts.tokens import folded
from workers.offline_words import (
    ASKS,
    CONCEPTS,
    GREETING,
    HAN_STOP,
    MINE_ENDINGS,
    PEOPLE,
    PERSIAN_ENDINGS,
    SMALL_TALK,
    STOP,
    THANKS,
    Language,
)

_HAN = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[^\W_\u3400-\u9fff]+(?:['’-][^\W_\u3400-\u9fff]+)*")
_NAME = re.compile(r"(?<=[\w,] )[A-Z][\w-]+|\b[A-Z][\w-]*(?=['’]s\b)")
_POSSESSOR = re.compile(
    r"\b(?!(?:it|that|what|here|there|let|where|who|how)['’])([^\W\d_]+)['’]s\b", re.IGNORECASE
)
_SPEAKER = re.compile(
    r"^\s*(?!(?:Note|Update|Reminder|Info|Question|Answer|Order)\b)([A-Z]\w+):"
    r"|\b([A-Z]\w+)\s+(?:said|says|wrote|told|tells)\b"
)
_NAMED = re.compile(r"\b(?:of|for|by|from)\s+([A-Z]\w+)")
_ASKS = re.compile(ASKS, re.IGNORECASE)
_SMALL_TALK = re.compile(SMALL_TALK, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Terms:
    """concepts: what is known in all languages · words: the other words that say something ·
    owners: whose it is said to be, when not the speaker's · text: folded, for Chinese words."""

    concepts: frozenset[str]
    words: frozenset[str]
    owners: frozenset[str]
    text: str

    def has(self, term: str) -> bool:
        if term in self.concepts or term in self.words or term in self.owners:
            return True
        return bool(_HAN.fullmatch(term)) and term in self.text


def terms_of(text: str) -> Terms:
    plain = folded(text).replace("\u2019", "'")
    han_concepts, han_words = _han(plain)
    concepts, words = set(han_concepts), list[str]()
    for word in _WORD.findall(plain.replace("\u200c", " ")):
        found = _concepts_of(word)
        concepts.update(found)
        words += [] if found or word in STOP else [word.removesuffix("'s")]
    every = frozenset(words) | han_words
    return Terms(frozenset(concepts), every, _owners(text, every, han_words, concepts), plain)


def _concepts_of(word: str) -> frozenset[str]:
    """The concept of a word, and "me" where a Persian ending says whose it is."""
    known = _concept_words()
    for form in (word, word.removesuffix("'s"), word.removesuffix("s")):
        if form in known:
            return frozenset({known[form]})
    for ending in PERSIAN_ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and stem in known:
            mine = {"me"} if ending in MINE_ENDINGS else set[str]()
            return frozenset({known[stem], *mine})
    return frozenset()


@cache
def _concept_words() -> dict[str, str]:
    """word -> concept, longest words first."""
    pairs = [(word, name) for name, words in CONCEPTS.items() for word in words.split("|")]
    return dict(sorted(pairs, key=lambda pair: -len(pair[0])))


def _han(plain: str) -> tuple[set[str], frozenset[str]]:
    """Chinese has no spaces: known words are taken out, what is left between them are words."""
    left, found = plain, set[str]()
    for word, concept in _concept_words().items():
        if _HAN.fullmatch(word) and word in left:
            found.add(concept)
            left = left.replace(word, " ")
    for stop in HAN_STOP:
        left = left.replace(stop, " ")
    return found, frozenset(_HAN.findall(left))


def _owners(
    text: str, words: frozenset[str], han: frozenset[str], concepts: set[str]
) -> frozenset[str]:
    """Whose it is, when somebody is named: Sara's …, … of Sara, سفارش سارا, 小王的…

    A possessive, a speaker or a person beside "my" (my friend's number) still means another;
    any other word beside "my" (my order for Tehran) does not.
    """
    people = {folded(name) for name in _POSSESSOR.findall(text)} | (words & PEOPLE)
    people |= {folded(name) for found in _SPEAKER.findall(text) for name in found if name}
    people |= {word for word in PEOPLE if _HAN.fullmatch(word) and word in text}
    if "me" in concepts:
        return frozenset(people)
    named = {folded(name) for name in _NAMED.findall(text)}
    return frozenset(people | named | set(_persian_owners(text)) | han)


def _persian_owners(text: str) -> Iterator[str]:
    """The word right after what it is about: شماره سفارش *سارا*."""
    about = False
    for word in folded(text).replace("\u200c", " ").split():
        found = _concepts_of(word) - {"me"}
        persian = re.fullmatch(r"[\u0600-\u065f\u066e-\u06ef\u06fa-\u06ff]+", word)
        if about and persian and not found and word not in STOP and not _concepts_of(word):
            yield word
        about = bool(found and persian)


def names_in(text: str) -> frozenset[str]:
    """Names that a question in Latin letters holds; an answer has to be about them."""
    found = {folded(name) for name in _NAME.findall(text)}
    return frozenset(name for name in found if name not in STOP and not _concepts_of(name))


def speaks_of_oneself(text: str) -> bool:
    return "me" in terms_of(text).concepts


def asks(text: str) -> bool:
    return bool(_ASKS.search(text.strip()))


def courtesy_in(text: str) -> Literal["greeting", "welcome", "small_talk"] | None:
    """Which friendly sentence answers the text; None where it says or asks something."""
    if re.search(GREETING, text, re.IGNORECASE):
        return "greeting"
    if re.search(THANKS, text, re.IGNORECASE):
        return "welcome"
    return "small_talk" if _SMALL_TALK.search(text) else None


def language_of(text: str) -> Language:
    """By the script most of it is written in; a Chinese sign weighs three letters, and words
    that hold digits (ids, sums) have no say; Chinese signs beside digits have. Japanese and all
    other scripts are answered in English."""
    plain = re.sub(r"[^\s\u3400-\u9fff]*\d[^\s\u3400-\u9fff]*", " ", text)
    weight: dict[Language, int] = {
        "en": len(re.findall(r"[A-Za-z\u00c0-\u024f\u3040-\u30ff]", plain)),
        "fa": len(re.findall(r"[\u0620-\u064a\u066e-\u06d3]", plain)),
        "zh": 3 * len(re.findall(r"[\u3400-\u9fff]", plain)),
    }
    return max(weight, key=lambda language: weight[language])
