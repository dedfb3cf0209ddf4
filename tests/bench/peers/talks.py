"""Talks in three languages, each turn with a value of its own, and a summarizer that follows a
script. Needs nothing but Python: the rivals run it in environments of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

TURNS = 60
LONGEST_WORDS = 120
FAILURES = ("raises", "empty", "white space", "refusal", "too long")

_SAID = {
    "en": (
        "The parcel for {name} has the number PK-{n}7, it weighs {n}.5 kg.",
        "Noted, thank you.",
    ),
    "fa": ("بستهٔ {name} شمارهٔ PK-{n}7 دارد و {n} کیلو است.", "یادداشت شد، ممنون."),
    "zh": ("{name}的包裹编号是PK-{n}7，重{n}公斤。", "记下了，谢谢。"),
}
_NAMES = {
    "en": ("Sara", "Omid", "Lena", "Jack"),
    "fa": ("سارا", "امید", "لنا", "رضا"),
    "zh": ("莎拉", "李雷", "小红", "王伟"),
}


def talk(language: str) -> Iterator[tuple[str, str]]:
    """What the user says and what is answered, turn by turn."""
    question, answer = _SAID[language]
    for turn in range(TURNS):
        name = _NAMES[language][turn % 4]
        yield question.format(name=name, n=100 + turn), answer


def values() -> list[str]:
    return [f"PK-{100 + turn}7" for turn in range(TURNS)]


def count(text: str) -> int:
    """A token is four bytes, as on average it is."""
    return (len(text.encode()) + 3) // 4


class Script:
    """Goes on with the summary by a sentence for each message; the oldest go when it grows too
    long. With a `failure` every answer is one. Counts its calls and tokens."""

    def __init__(self, failure: str = "") -> None:
        self.failure = failure
        self.calls = 0
        self.tokens = 0

    def answer(self, prompt: str, previous: str, said: Sequence[str]) -> str:
        """Raises RuntimeError where that is the failure."""
        self.calls += 1
        self.tokens += count(prompt)
        if self.failure == "raises":
            raise RuntimeError("the summarizer is down")
        text = _FAILED.get(self.failure) or _summary(previous, said)
        text = "" if self.failure == "empty" else text
        self.tokens += count(text)
        return text


_FAILED = {
    "empty": "-",
    "white space": " \n\t ",
    "refusal": "I'm sorry, but I can't help with that.",
    "too long": "They talk about parcels. " * 2000,
}


def _summary(previous: str, said: Sequence[str]) -> str:
    sentences = [*previous.splitlines(), *said]
    kept: list[str] = []
    for sentence in reversed(list(dict.fromkeys(s.strip() for s in sentences if s.strip()))):
        if sum(map(_weight, kept)) + _weight(sentence) > LONGEST_WORDS:
            break
        kept.insert(0, sentence)
    return "\n".join(kept)


def _weight(sentence: str) -> int:
    """Words; a Chinese sign is one."""
    return len(re.findall(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+", sentence))
