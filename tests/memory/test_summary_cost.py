"""What summaries cost is added up and told for a hundred turns."""

from __future__ import annotations

from memory.summary_cost import SummaryCost


def test_costs_add_up_and_are_told_for_a_hundred_turns() -> None:
    cost = SummaryCost(2, 900, 1) + SummaryCost(1, 300, digests=1)
    assert cost == SummaryCost(3, 1200, 1, 1)
    assert cost.per_100(50) == SummaryCost(6, 2400, 2, 2)
    assert SummaryCost(3, 5).per_100(0) == SummaryCost()
    assert SummaryCost.from_json(cost.to_json()) == cost
