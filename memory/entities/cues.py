"""What a language's file says: which words stand beside names, and which are never in one."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Cues:
    """All folded (memory.words.folded), words of several parts with single spaces.

    stops: end a name and are none by themselves · openers: none either at a sentence's beginning ·
    before: a name follows · after: a name went before · wanted: each word that went before is a
    thing that is asked for · counted: so are the two words that follow · answers: a text of one or
    two words that says nothing else is one · types_first: kinds of things that begin a name
    ("هتل …") · types_last: those that end one ("… hotel"), in lower case too · verb: an expression
    for word forms that are never in a name · most: words of the longest name that such a cue finds.
    """

    stops: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    types_first: frozenset[str] = frozenset()
    types_last: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    answers: bool = False
    verb: str = ""
    most: int = 3
    openers: frozenset[str] = field(default=frozenset())


def words(text: str) -> frozenset[str]:
    """Divided by white space."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """Divided by bars; a phrase has one or two words."""
    return frozenset(" ".join(phrase.split()) for phrase in text.split("|") if phrase.strip())
