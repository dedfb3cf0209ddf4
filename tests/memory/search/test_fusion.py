"""Hits of words and nearness of meaning in one ranking."""

from __future__ import annotations

import pytest

from memory.search.fusion import fused
from memory.search.hit import Hit


def order(hits: list[Hit]) -> list[int]:
    return [hit.number for hit in hits]


def test_without_cosines_the_hits_stay_as_they_are() -> None:
    hits = [Hit(3, 0.5), Hit(1, 0.2)]
    assert fused(hits, {}) == hits


def test_without_hits_meaning_alone_ranks() -> None:
    assert order(fused([], {1: 0.80, 4: 0.90, 7: 0.75})) == [4, 1, 7]


def test_what_both_find_comes_before_what_one_finds() -> None:
    hits = [Hit(9, 0.45), Hit(5, 0.44)]
    assert order(fused(hits, {1: 0.89, 5: 0.90, 9: 0.76, 13: 0.77}))[0] == 5


def test_meaning_does_not_outshout_a_clear_hit() -> None:
    assert order(fused([Hit(9, 0.5)], {1: 0.90, 5: 0.80, 9: 0.76}))[0] == 9


def test_a_near_neighbour_counts() -> None:
    cosines = {1: 0.80, 2: 0.80, 3: 0.80, 4: 0.80, 5: 0.95}
    assert order(fused([], cosines))[:2] == [5, 4]


def test_only_how_far_a_cosine_stands_out_counts() -> None:
    """Models differ in what their cosines are."""
    narrow = {1: 0.80, 3: 0.82, 5: 0.81}
    wide = {1: 0.00, 3: 0.80, 5: 0.40}
    scores = [{hit.number: hit.score for hit in fused([], some)} for some in (narrow, wide)]
    assert scores[0] == pytest.approx(scores[1], abs=1e-6)


def test_equal_meanings_change_nothing_and_the_newest_comes_first() -> None:
    assert order(fused([Hit(1, 0.3)], {1: 0.8, 2: 0.8, 3: 0.8})) == [1, 3, 2]


def test_an_exchange_that_is_not_embedded_keeps_its_hit() -> None:
    assert set(order(fused([Hit(7, 0.3)], {1: 0.8, 3: 0.9}))) == {1, 3, 7}
