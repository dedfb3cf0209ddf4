"""Whatever stands beside them, digits are inside of a value, and no two values cross."""

from __future__ import annotations

import random
from itertools import combinations

import regex

from memory.facts.extract import extract
from memory.facts.language import phrases_of
from memory.facts.languages import LANGUAGES
from memory.facts.span import CONTAINERS

WORDS = [
    phrase
    for language in LANGUAGES
    for meaning in language.words
    for phrase in phrases_of(language, meaning)
    if "=" not in phrase
]
PIECES = [
    "5",
    "12:30",
    "2026-11-03",
    "۱۲٬۳۴۵",
    "$",
    "–",
    "-",
    "،",
    ",",
    ".",
    "/",
    "`",
    "“",
    "”",
    "«",
    "»",
    "AB-12",
    "cb22",
    "ha",
    "x",
    "http://a.b",
    "@ab",
    "§",
    "°",
    "N",
    "½",
    "+",
    "+98",
    "010-64005656",
    "10:30-11:00",
    "Pixel",
    "ABC",
    "user_id",
    "0",
    "754",
    "०५",
    "５",
    "二",
    "一",
    "まで",
    "🎉",
    "é",
    "²",
]
DIGITS = regex.compile(r"\p{Nd}++")
TEXTS = 300


def texts() -> list[str]:
    dice = random.Random(20261129)
    return [
        "x "  # so that no line begins with its number
        + "".join(
            dice.choice((dice.choice(WORDS), *dice.choices(PIECES, k=2)))
            + dice.choice((" ", " ", "", "\u200c"))
            for _ in range(dice.randint(1, 25))
        )
        for _ in range(TEXTS)
    ]


def test_every_run_of_digits_is_inside_of_a_value() -> None:
    for text in texts():
        spans = extract(text)
        for digits in DIGITS.finditer(text):
            inside = (s.start <= digits.start() and digits.end() <= s.end for s in spans)
            assert any(inside), (text, digits)


def test_no_two_values_cross() -> None:
    for text in texts():
        values = [span for span in extract(text) if span.kind not in CONTAINERS]
        for one, other in combinations(values, 2):
            assert one.end <= other.start or other.end <= one.start, text
