"""Groups of rows: one each, or shares in several."""

from __future__ import annotations

import numpy as np
import pytest

from memory.clustering import different_rows, hard_groups, soft_groups
from memory.reduction import Rows


def at_angles(*degrees: float) -> Rows:
    """Rows of length 1 in two directions."""
    angles = np.radians(degrees)
    return np.column_stack([np.cos(angles), np.sin(angles)])


TWO_GROUPS = at_angles(0, 3, 6, 9, 81, 84, 87, 90)
BETWEEN = at_angles(45)


def test_hard_groups_put_each_row_into_one() -> None:
    groups = hard_groups(TWO_GROUPS, 2, seed=42, tries=3)
    assert groups is not None
    assert sorted(map(tuple, groups.fitted.tolist())) == [(0, 1)] * 4 + [(1, 0)] * 4
    assert sorted(groups.shares(BETWEEN)[0]) == [0, 1]
    assert groups.names == ("cluster 1", "cluster 2")


def test_soft_groups_give_what_lies_between_a_share_in_both() -> None:
    groups = soft_groups(TWO_GROUPS, 2, seed=42, tries=3)
    assert groups is not None
    assert np.allclose(groups.fitted.sum(axis=1), 1)
    own, between = groups.fitted.max(axis=1), groups.shares(BETWEEN)[0]
    assert between == pytest.approx([0.5, 0.5], abs=0.01)
    assert own.min() > 0.6


def test_there_are_no_more_groups_than_different_rows() -> None:
    same = at_angles(10, 10, 10, 80)
    assert different_rows(same) == 2
    assert hard_groups(same, 3, seed=42, tries=3) is None
    assert soft_groups(same, 3, seed=42, tries=3) is None
