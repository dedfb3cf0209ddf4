"""What sort of message a text is, told by simple signs; no grammar, and no model."""

from __future__ import annotations

from typing import Literal, get_args

import regex

from memory.content_words import length
from memory.message_signs import (
    ASKING,
    ASKING_FIRST,
    ASKING_TO_DO_FIRST,
    ASKING_TO_DO_LAST,
    CORRECTING,
    CORRECTING_FIRST,
    FOLLOWING_FIRST,
    LOOKING_BACK,
    MINE,
    SMALL_TALK,
    Heard,
    heard,
)
from memory.remembered import remembered
from memory.search.keys import kept

MessageType = Literal[
    "small talk", "question", "looking back", "telling", "request", "correction", "following up"
]
MESSAGE_TYPES: tuple[MessageType, ...] = get_args(MessageType)
"""small talk: greetings, thanks, emoji · question: about the world · looking back: a question
about what was said before or is the user's own · telling: a statement · request: something to be
done · correction: what was said was wrong · following up: leans on what was just said."""

_SHORT = 4
"""Words that small talk has at most."""
_LITTLE = 1
"""Content words of its own that a message has at most which leans on the one before it."""
_QUESTION_MARK = regex.compile(r"[?؟？]")


@remembered(20_000)
def message_type(text: str) -> MessageType:
    """The first that fits, the most telling first; a statement where nothing else does."""
    said = heard(text)
    if _corrects(said):
        return "correction"
    asks = _asks(text, said)
    if asks and (LOOKING_BACK.anywhere(said) or MINE.anywhere(said)):
        return "looking back"
    if length(said.words) <= _SHORT and (not said.words or SMALL_TALK.anywhere(said)):
        return "small talk"
    if FOLLOWING_FIRST.first(said) and _own(said) <= _LITTLE:
        return "following up"
    if ASKING_TO_DO_FIRST.first(said) or ASKING_TO_DO_LAST.last(said):
        return "request"
    return "question" if asks else "telling"


def _corrects(said: Heard) -> bool:
    """A bare no is an answer, a no with more behind it is a correction."""
    no_and_more = CORRECTING_FIRST.first(said) and length(said.words) > 2
    return no_and_more or CORRECTING.anywhere(said)


def _asks(text: str, said: Heard) -> bool:
    marked = _QUESTION_MARK.search(text) is not None
    return marked or ASKING_FIRST.first(said) or ASKING.anywhere(said)


def _own(said: Heard) -> int:
    """Content words but for those that only lean: of "and the blue one" blue is left."""
    leaning = set(FOLLOWING_FIRST.spaced)
    own = [word for word in said.words if f" {word} " not in leaning]
    return length(part for word in own for part in kept(word))
