"""A summary without a model: what the user said first in each exchange, as long as it fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory.facts.extract import extract
from memory.facts.sentences import sentences_of

_ASKED_WORDS = re.compile(r"(\d+) words")
_USUAL_WORDS = 300
_NOTHING_FITS = "What was said is kept word for word elsewhere."


def digest(instructions: str, material: str) -> str:
    """The previous summary's lines and one sentence for each thing the user said, all of them
    word for word; the oldest go when it grows over the length that the instructions ask for."""
    asked = _ASKED_WORDS.search(instructions)
    room = int(asked[1]) if asked else _USUAL_WORDS
    kept: list[str] = []
    for line in reversed(list(dict.fromkeys(_lines(material)))):
        if _weight(line) <= room:
            room -= _weight(line)
            kept.append(line)
    return "\n".join(reversed(kept)) or _NOTHING_FITS


def _weight(line: str) -> int:
    """Words as tokens go: a sign of Chinese or Japanese is one, so are three other letters."""
    wide = len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", line))
    return 1 + wide + (len(line) - wide) // 3


def _lines(material: str) -> Iterator[str]:
    """Lines of the previous summary, and first sentences of what the user said; both begin with
    "user:", so that one digest can be the next one's beginning."""
    for line in map(str.strip, material.splitlines()):
        if line.startswith("user:"):
            yield _first_sentence(line)


def _first_sentence(line: str) -> str:
    bounds: Sequence[int] = sentences_of(line, extract(line)).bounds
    return line[: bounds[0]].strip() if bounds else line
