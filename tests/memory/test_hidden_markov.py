"""A hidden Markov model agrees with counting every path by hand."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.hidden_markov import HiddenMarkov, Row

MODEL = HiddenMarkov(
    start=np.array([0.6, 0.4]),
    moves=np.array([[0.7, 0.3], [0.2, 0.8]]),
    shows=np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]),
)
SIGNS = st.lists(st.integers(0, 2), min_size=1, max_size=6)


def likelihood(model: HiddenMarkov, signs: list[int], path: tuple[int, ...]) -> float:
    """Probability that the states follow this path and show these signs."""
    value = float(model.start[path[0]])
    for a, b in pairwise(path):
        value *= float(model.moves[a, b])
    for state, sign in zip(path, signs, strict=True):
        value *= float(model.shows[state, sign])
    return value


def total(model: HiddenMarkov, signs: list[int]) -> float:
    return sum(likelihood(model, signs, path) for path in product((0, 1), repeat=len(signs)))


def counted_by_hand(signs: list[int]) -> tuple[Row, Row, Row]:
    """start, moves and shows as all paths together have them, each weighed by its probability."""
    start, moves, shows = np.zeros(2), np.zeros((2, 2)), np.zeros((2, 3))
    for path in product((0, 1), repeat=len(signs)):
        weight = likelihood(MODEL, signs, path) / total(MODEL, signs)
        start[path[0]] += weight
        for a, b in pairwise(path):
            moves[a, b] += weight
        for state, sign in zip(path, signs, strict=True):
            shows[state, sign] += weight
    return start, moves, shows


@settings(max_examples=30, deadline=None)
@given(SIGNS)
def test_the_belief_is_that_of_all_paths_together(signs: list[int]) -> None:
    ends = np.zeros(2)
    for path in product((0, 1), repeat=len(signs)):
        ends[path[-1]] += likelihood(MODEL, signs, path)
    assert np.allclose(MODEL.belief(signs), ends / ends.sum())


@settings(max_examples=30, deadline=None)
@given(SIGNS)
def test_the_next_sign_is_as_probable_as_the_talk_that_has_it_is(signs: list[int]) -> None:
    longer = np.array([total(MODEL, [*signs, sign]) for sign in range(3)])
    assert np.allclose(MODEL.next_sign(signs), longer / longer.sum())


@settings(max_examples=30, deadline=None)
@given(SIGNS.filter(lambda signs: len(signs) > 1))
def test_one_round_of_fitting_counts_what_all_paths_hold(signs: list[int]) -> None:
    fitted, trust = MODEL.adapted(signs, trust=2.0, rounds=1), 2.0
    start, moves, shows = counted_by_hand(signs)
    for found, counts, before in (
        (fitted.start, start, MODEL.start),
        (fitted.moves, moves, MODEL.moves),
        (fitted.shows, shows, MODEL.shows),
    ):
        wanted = counts + trust * before
        assert np.allclose(found, wanted / wanted.sum(axis=-1, keepdims=True))


def test_fitting_makes_the_signs_more_probable_and_trust_holds_it_back() -> None:
    signs = [0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 2]
    free = MODEL.adapted(signs, trust=0.1, rounds=20)
    held = MODEL.adapted(signs, trust=1000.0, rounds=20)
    assert total(free, signs) > 2 * total(MODEL, signs)
    assert total(MODEL, signs) < total(held, signs) < 1.2 * total(MODEL, signs)


@pytest.mark.parametrize("signs", [[], [1]])
def test_too_few_signs_change_nothing(signs: list[int]) -> None:
    assert MODEL.adapted(signs, trust=1.0, rounds=5) is MODEL


def test_without_signs_the_start_is_believed() -> None:
    assert np.array_equal(MODEL.belief([]), MODEL.start)
    assert np.array_equal(MODEL.next_belief([]), MODEL.start)


def test_a_long_talk_does_not_come_to_nothing() -> None:
    belief = MODEL.adapted([0, 1, 2] * 1000, trust=5.0, rounds=1).belief([0, 1, 2] * 1000)
    assert np.isclose(belief.sum(), 1)
