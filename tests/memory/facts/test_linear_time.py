"""However a text is made, reading it takes time in proportion to its length."""

from __future__ import annotations

import time

import pytest

from memory.conversation import pair
from memory.facts.extract import extract
from memory.facts.known_ledger import absorb_all
from tests.memory.chats import NOW

STUFF = {
    "dotted": "1.", "commas": "1,", "digits": "7", "persian digits": "۷", "han numbers": "一二三",
    "persian numbers": "دو و ", "groups": "12 ", "dashes": "1 - ", "parens": "(1", "quotes": '"a ',
    "guillemets": "«a", "ticks": "`a ", "fences": "```\n", "assignments": "a=b ", "mail": "a@",
    "slashes": "/a", "links": "https://", "ranges": "5 to ", "bounds": "at most ", "money": "$",
    "agreements": "we agreed ", "names": "Pixel 7 ", "list": "1. ", "days": "Monday to ",
    "hours": "10:30-11:00 ", "phones": "010-64005656 ", "between": "between 5 and ",
    "recurring": "every 2 hours starting at ", "or": "5 or ", "fractions": "1 1/2 ",
    "cues": "code ab 1 ", "rates": "5 USD per ", "tens": "двадцать один ", "kana": "午後3時から",
    "words": "one hundred ", "prose": "The fee is 5 USD and we meet at 10:30. ",
}  # fmt: skip
SMALL, LARGE = 2_000, 16_000


def seconds(text: str) -> float:
    def once() -> float:
        start = time.process_time()
        extract(text, time_box_s=60)
        return time.process_time() - start

    return min(once() for _ in range(2))


@pytest.mark.parametrize("piece", STUFF.values(), ids=STUFF.keys())
def test_eight_times_the_text_takes_nowhere_near_sixty_four_times_the_time(piece: str) -> None:
    extract("warm 1")
    small = (piece * SMALL)[:SMALL]
    large = (piece * LARGE)[:LARGE]
    assert seconds(large) < 24 * max(seconds(small), 0.002)


@pytest.mark.parametrize("piece", ["1.", "1,", "7", "۷"])
def test_a_whole_message_of_digits_is_one_value(piece: str) -> None:
    text = (piece * 4096)[:4095]
    (span,) = extract(text)
    assert (span.start, span.end) == (0, len(text.rstrip(".,")))


@pytest.mark.parametrize(
    "piece", ["sat 9am ", "۳ در ", "\u20661\u2069", "no, it is 5 and ", "10時ではなく11時にして"]
)
def test_reading_a_long_sentence_costs_little_more_for_each_of_its_values(piece: str) -> None:
    absorb_all({}, (pair(1, "warm 1", "ok", at=NOW),))
    start = time.process_time()
    absorb_all({}, (pair(1, (piece * LARGE)[:LARGE], "ok", at=NOW),))
    assert time.process_time() - start < 3
