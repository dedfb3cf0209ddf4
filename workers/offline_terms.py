"""What a text is about, in terms that are the same in every language the responder knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memory.facts.tokens import folded
from memory.remembered import remembered
from workers.offline_words import (
    ASKS,
    CONCEPTS,
    GREETING,
    HAN_STOP,
    IDIOMS,
    KINDS,
    MINE_ENDINGS,
    NO_NAMES,
    PEOPLE,
    PERSIAN_ENDINGS,
    SMALL_TALK,
    STOP,
    TELLS,
    THANKS,
    Language,
)

_HAN = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[^\W_\u3400-\u9fff]+(?:['’-][^\W_\u3400-\u9fff]+)*")
_NAME = re.compile(r"(?<=[\w,] )[A-Z][\w-]+|\b[A-Z][\w-]*(?=['’]s\b)")
_POSSESSOR = re.compile(
    r"\b(?!(?:it|that|what|here|there|let|where|who|how)['’])([^\W\d_]+)['’]s\b", re.IGNORECASE
)
_PREFIXED = re.compile(r"^\s*([^\n:：>→]{2,40}?)\s*(?::|：|[-=]>|→)")
_LATIN_NAME = re.compile(r"[A-Z][\w.'’-]*(?:\s+(?:[A-Z][\w.'’-]*|\d+))*")
_OTHER_NAME = re.compile(
    r"[\u0620-\u06d3\u200c]+(?:\s[\u0620-\u06d3\u200c]+)?|[\u3400-\u9fff]{2,4}"
)
_REPORTED = re.compile(
    r"\b([A-Z][\w-]+)\s+(?:also\s+|just\s+)?(?:said|says|wrote|writes|told|tells|has|had|got"
    r"|ordered|placed|bought|paid|gave|sent)\b"
    r"|([\u0620-\u06d3]+)\s+(?:\S+\s+)?(?:گفت|گفته|میگه|میگوید|می گوید|نوشت"
    r"|نوشته|دارد|داره)(?=\s|$|[:：])"
    r"|(?<!请)(?<!能)(?<!我)(?<!你)(?<!可以)([\u3400-\u9fff]{1,4}?)(?:告诉|跟我说|对我说|说|写道)"
)
_YOUR = re.compile(r"\byour\s+(\w+)", re.IGNORECASE)
_MINE = re.compile(r"\b(?:my|mine)\b", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:of|for|by|from)\s+(?:Mr\.?\s+|Mrs\.?\s+|Ms\.?\s+)?([A-Z]\w+)")
_CAPITAL = re.compile(r"(?<![\w#/-])[A-Z][a-z][\w-]*")
_IDIOMS = re.compile(IDIOMS, re.IGNORECASE)
_ASKS = re.compile(ASKS, re.IGNORECASE)
_SMALL_TALK = re.compile(SMALL_TALK, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Terms:
    """concepts: what is known in all languages · words: the other words that say something ·
    owners: whose it is said to be, when not the speaker's · speakers: those of them whose words
    are repeated · perhaps: somebody may be named · mine: it is said to be the speaker's own ·
    text: folded, for Chinese words."""

    concepts: frozenset[str]
    words: frozenset[str]
    owners: frozenset[str]
    speakers: frozenset[str]
    perhaps: bool
    mine: bool
    text: str

    def has(self, term: str) -> bool:
        if term in self.concepts or term in self.words or term in self.owners:
            return True
        return bool(_HAN.fullmatch(term)) and term in self.text


@remembered(4096)
def terms_of(text: str) -> Terms:
    text = _IDIOMS.sub(" ", text)
    plain = folded(text).replace("\u2019", "'")
    han_concepts, han_words = _han(plain)
    concepts, words = set(han_concepts), list[str]()
    latin_me = False
    for word in _WORD.findall(plain.replace("\u200c", " ")):
        found = concepts_of(word)
        concepts.update(found)
        latin_me |= "me" in found and word.isascii()
        words += [] if found or word in STOP else [word.removesuffix("'s")]
    every = frozenset(words) | han_words
    mine = "me" in concepts and (bool(_MINE.search(plain)) or not latin_me)
    speakers = frozenset(_speakers(text))
    return Terms(
        concepts=frozenset(concepts),
        words=every,
        owners=speakers | _owners(text, every, han_words, mine=mine),
        speakers=speakers,
        perhaps=any(True for _ in _capitals(text)),
        mine=mine,
        text=plain,
    )


def concepts_of(word: str) -> frozenset[str]:
    """The concept of a word, and "me" where a Persian ending says whose it is."""
    known = _concept_words()
    plural = word.removesuffix("s") if len(word) > 3 else word  # "is" is not many of "i"
    for form in (word, word.removesuffix("'s"), plural):
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


def _owners(text: str, words: frozenset[str], han: frozenset[str], *, mine: bool) -> frozenset[str]:
    """Whose it is, when somebody is named: Sara's …, … of Sara, سفارش سارا, 小王的…

    A possessive or a person beside "my" (my friend's number) still means another; any other
    word beside "my" (my order for Tehran) does not.
    """
    people = {folded(name) for name in _POSSESSOR.findall(text)} | (words & PEOPLE)
    people |= {word for word in PEOPLE if _HAN.fullmatch(word) and word in text}
    people |= {"your" for word in _YOUR.findall(text) if concepts_of(folded(word))}
    people = {name for name in people if not concepts_of(name)}
    if mine or "我" in text:
        return frozenset(people)
    named = {folded(name) for name in _NAMED.findall(text)} - NO_NAMES
    return frozenset(people | named | set(_persian_owners(text)) | han)


def _speakers(text: str) -> Iterator[str]:
    """Who is said to have said it, or to have it: "Sara: …", "Sara told me …", سارا گفت, 小王说."""
    prefix = _PREFIXED.match(text)
    if prefix and _is_a_name(prefix[1].strip()):
        yield folded(prefix[1].strip())
    for found in _REPORTED.findall(text):
        name = folded(next(filter(None, found)))
        if not (name in STOP or name in NO_NAMES or name in HAN_STOP or concepts_of(name)):
            yield name


def _is_a_name(text: str) -> bool:
    if not (_LATIN_NAME.fullmatch(text) or _OTHER_NAME.fullmatch(text)):
        return False
    words = folded(text).replace("\u200c", " ").split()
    known = STOP | NO_NAMES | frozenset(HAN_STOP)
    return not any(word in known or concepts_of(word) for word in words) and not _han(text)[0]


def _capitals(text: str) -> Iterator[str]:
    """Words in Latin letters that are written like names."""
    for word in map(folded, _CAPITAL.findall(text)):
        if not (word in STOP or word in NO_NAMES or concepts_of(word)):
            yield word


def _persian_owners(text: str) -> Iterator[str]:
    """The word right after what it is about: شماره سفارش *سارا*."""
    about = False
    for word in folded(text).replace("\u200c", " ").split():
        found = concepts_of(word) - {"me"}
        persian = re.fullmatch(r"[\u0600-\u065f\u066e-\u06ef\u06fa-\u06ff]+", word)
        if about and persian and not found and word not in STOP and not concepts_of(word):
            yield word
        about = bool(found and persian)


def names_in(text: str) -> frozenset[str]:
    """Names that a question in Latin letters holds; an answer has to be about them."""
    found = {folded(name) for name in _NAME.findall(text)}
    return frozenset(
        name for name in found if name not in STOP | NO_NAMES and not concepts_of(name)
    )


def speaks_of_oneself(text: str) -> bool:
    return "me" in terms_of(text).concepts


def asks(text: str) -> bool:
    """Whether it asks, or names nothing but a thing that can be asked for ("my order number,
    please")."""
    valued = bool(re.search(r"\d", text))
    if valued and re.search(TELLS, text, re.IGNORECASE):
        return False
    if _ASKS.search(text.strip()):
        return True
    terms = terms_of(text)
    return bool(terms.concepts & KINDS.keys()) and not terms.words and not valued


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
