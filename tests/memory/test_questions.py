"""What the same person asked just before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.conversation import Exchange, Sender, pair
from memory.log import Log
from memory.questions import MOST_OTHERS, question_of

ANNA, BERT = Sender("7", "Anna"), Sender("8", "Bert")
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def asked(number: int, text: str, minutes_ago: int, sender: Sender = ANNA) -> Exchange:
    return pair(number, text, "yes", at=NOON - timedelta(minutes=minutes_ago), sender=sender)


def previous(*exchanges: Exchange) -> str:
    return question_of("and its price?", NOON, ANNA, exchanges).previous


@pytest.mark.parametrize(
    ("exchanges", "told"),
    [
        ([], ""),
        ([asked(1, "a lamp", 90), asked(2, "the kettle", 10)], "the kettle"),
        ([asked(1, "the kettle", 61)], ""),
        ([asked(1, "the kettle", 100), asked(2, "tea", 50, BERT)], "the kettle"),
        ([asked(1, "the kettle", 120), asked(2, "tea", 50, BERT)], ""),
        ([asked(1, "tea", 50, BERT)], ""),
    ],
)
def test_it_is_the_last_question_of_the_same_session(exchanges: list[Exchange], told: str) -> None:
    assert previous(*exchanges) == told


def test_a_question_that_many_others_came_after_is_forgotten() -> None:
    kettle = asked(1, "the kettle", 30)
    others = [asked(n + 2, "tea", 29, BERT) for n in range(MOST_OTHERS + 1)]
    assert previous(kettle, *others[:-1]) == "the kettle"
    assert previous(kettle, *others) == ""


def test_nothing_is_read_for_it() -> None:
    blind = Log([1, 2], {})
    assert question_of("and its price?", NOON, ANNA, blind).previous == ""
