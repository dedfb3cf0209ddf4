"""How soon a server that returns is asked again."""

from __future__ import annotations

from workers.redis_greeting import Pauses


def test_pauses_grow_and_leave_a_second_of_the_three_that_a_return_may_take() -> None:
    for _ in range(50):
        pauses = Pauses()
        waits = [pauses.next_s() for _ in range(20)]
        assert waits[0] <= 0.05
        assert all(1 <= wait <= 2 for wait in waits[10:])


def test_those_who_lost_it_together_do_not_return_in_one_instant() -> None:
    assert len({round(Pauses().next_s(), 6) for _ in range(50)}) > 25
