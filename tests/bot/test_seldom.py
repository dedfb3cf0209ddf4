"""What was said is not said again too soon, and nobody is remembered for ever."""

from __future__ import annotations

from bot.seldom import Seldom


def test_a_thing_is_due_again_after_its_time() -> None:
    clock = [0.0]
    seldom = Seldom(every_s=60, now=lambda: clock[0])
    assert seldom.due("a")
    clock[0] = 59
    assert not seldom.due("a")
    assert seldom.due("b")
    clock[0] = 60
    assert seldom.due("a")


def test_what_is_forgotten_is_due_at_once() -> None:
    seldom = Seldom(every_s=float("inf"))
    assert seldom.due("a")
    seldom.forget("a")
    assert seldom.due("a")


def test_memory_is_bounded_and_the_oldest_go_first() -> None:
    seldom = Seldom(every_s=60, most=2)
    assert [seldom.due(key) for key in "abc"] == [True] * 3
    assert not seldom.due("c")
    assert seldom.due("a")
