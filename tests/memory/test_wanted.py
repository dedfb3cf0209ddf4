"""Which part of memory a message wants, and how the talk before it bears on that."""

from __future__ import annotations

import numpy as np
import pytest

from memory.message_types import MESSAGE_TYPES, MessageType
from memory.wanted import WANTS, Want, expected_next, sign_of, usual, wanted


def first_want(*sorts: MessageType) -> Want:
    """The likeliest at the last of the types."""
    signs = [sign_of(sort) for sort in sorts]
    shares = wanted(signs[:-1], signs[-1])
    return max(shares, key=lambda want: shares[want])


def test_the_estimate_is_made_of_probabilities() -> None:
    model = usual()
    assert model.shows.shape == (len(WANTS), len(MESSAGE_TYPES))
    for rows in (model.start, model.moves, model.shows):
        assert np.allclose(rows.sum(axis=-1), 1)
        assert rows.min() > 0


@pytest.mark.parametrize(
    ("sort", "want"),
    [
        ("small talk", "recent"),
        ("following up", "recent"),
        ("correction", "recent"),
        ("question", "alike"),
        ("request", "alike"),
        ("looking back", "told"),
    ],
)
@pytest.mark.parametrize("before", [(), ("telling", "question"), ("small talk",) * 3])
def test_a_clear_sort_wants_its_part_wherever_it_comes(
    sort: MessageType, want: Want, before: tuple[MessageType, ...]
) -> None:
    assert first_want(*before, sort) == want


def test_an_unclear_sort_wants_what_the_talk_is_about() -> None:
    assert first_want("small talk", "following up", "telling") == "recent"
    assert first_want("question", "request", "question", "telling") == "alike"


def test_a_chats_own_way_shifts_what_is_expected_next() -> None:
    chatting, asking = [[sign_of(sort)] * 40 for sort in ("small talk", "question")]
    usually = expected_next([])
    assert expected_next(chatting)["small talk"] > 2 * usually["small talk"]
    assert expected_next(asking)["question"] > 2 * usually["question"]
    assert sum(expected_next(asking).values()) == pytest.approx(1)
