"""A log whose bodies need not be read, and its views."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.cards import Cards
from memory.conversation import Exchange, after, pair
from memory.kind import Question
from memory.log import READ_AHEAD, Log, Unread, index_of, log_of
from memory.search.card import card_of

NOON = datetime(2026, 11, 29, 12, 0, 0, 250_000, tzinfo=UTC)
THINGS = ("kettle", "bicycle", "lantern", "carpet", "notebook")


def said(numbers: range | list[int]) -> list[Exchange]:
    return [
        pair(n, f"the {THINGS[n % 5]} {n}", f"answer {n}", at=NOON + timedelta(minutes=n))
        for n in numbers
    ]


def log(exchanges: list[Exchange], read: set[int] | None = None) -> Log:
    """With the bodies of those that are `read`, all where it is None."""
    cards = Cards()
    for each in exchanges:
        cards.add(each.number, each.answered_at, card_of(each))
    kept = {e.number: e for e in exchanges if read is None or e.number in read}
    return Log([e.number for e in exchanges], kept, cards)


def unread_by(touch: object) -> tuple[int, ...]:
    with pytest.raises(Unread) as raised:
        touch()  # type: ignore[operator]  # a lambda of the test
    return raised.value.numbers


@given(
    numbers=st.lists(st.integers(1, 30), unique=True).map(sorted),
    start=st.integers(-35, 35),
    stop=st.integers(-35, 35),
    at=st.integers(0, 32),
)
def test_a_log_that_is_read_is_like_the_tuple(
    numbers: list[int], start: int, stop: int, at: int
) -> None:
    exchanges = said(numbers)
    whole, plain = log(exchanges), tuple(exchanges)
    assert whole == plain
    assert whole[start:stop] == plain[start:stop]
    assert after(whole, at) == after(plain, at) == tuple(e for e in plain if e.number > at)
    assert whole.up_to(at) == tuple(e for e in plain if e.number <= at)
    assert whole.without({at, 3}) == tuple(e for e in plain if e.number not in {at, 3})
    assert list(reversed(whole)) == list(reversed(plain))
    assert [whole.holds(n) for n in range(32)] == [n in numbers for n in range(32)]
    assert list(whole.numbers) == numbers


def test_numbers_slices_and_times_need_no_body() -> None:
    blind = log(said(range(1, 200)), read=set())
    assert len(blind[:-5].after(100)) == 94
    assert blind.answered_at(7) == NOON.replace(microsecond=0) + timedelta(minutes=7)
    assert blind.unread == tuple(range(1, 200))


def test_a_body_that_is_not_read_is_asked_for_with_those_before_it() -> None:
    blind = log(said(range(1, 200)), read={199})
    assert blind[-1].number == 199
    assert unread_by(lambda: blind[-2]) == tuple(range(199 - READ_AHEAD, 199))
    assert unread_by(lambda: blind[0]) == (1,)


def test_going_back_from_the_newest_touches_no_more_than_is_taken() -> None:
    tail = log(said(range(1, 200)), read={198, 199})
    newest = reversed(tail)
    assert [next(newest).number, next(newest).number] == [199, 198]
    assert 197 in unread_by(lambda: next(newest))


def test_all_that_is_missing_is_asked_for_at_once() -> None:
    half = log(said(range(1, 9)), read={1, 4, 5})
    assert unread_by(lambda: list(half)) == (2, 3, 6, 7, 8)
    assert unread_by(lambda: half.bodies([8, 1, 2])) == (8, 2)
    assert unread_by(lambda: half == log(said(range(1, 9)))) == (2, 3, 6, 7, 8)


def test_bodies_come_in_the_order_in_which_they_are_named() -> None:
    whole = log(said(range(1, 9)))
    assert [e.number for e in whole.bodies([8, 1, 5])] == [8, 1, 5]
    with pytest.raises(KeyError):
        whole.bodies([9])


def test_what_was_read_is_there_for_every_view() -> None:
    blind = log(said(range(1, 9)), read=set())
    view = blind[2:5]
    blind.read(said([3, 4, 5]))
    assert [e.number for e in view] == [3, 4, 5]


def test_a_look_ahead_leaves_the_log_as_it_was() -> None:
    known = log(said(range(1, 9)), read={8})
    (coming,) = said([9])
    grown = known.followed_by(coming)
    assert (grown[-1], len(grown), grown.answered_at(1)) == (coming, 9, known.answered_at(1))
    assert (len(known), known.holds(9)) == (8, False)
    with pytest.raises(KeyError):
        known.bodies([9])


def asked(text: str) -> Question:
    return Question(text, NOON)


def found(exchanges: Log | tuple[Exchange, ...], text: str) -> list[int]:
    return [hit.number for hit in index_of(exchanges).search(asked(text))]


def test_searching_touches_no_body_and_finds_only_what_the_view_holds() -> None:
    blind = log(said(range(1, 30)), read=set())
    assert found(blind, "lantern 12")[0] == 12
    assert 12 not in found(blind[:10], "lantern 12")
    assert set(found(blind[:10], "lantern 12")) <= set(range(1, 11))
    some = blind.index.search(asked("lantern 12"), lambda number: number != 12)
    assert 12 not in [hit.number for hit in some]


def test_a_tuple_that_grows_is_searched_like_one_that_is_new() -> None:
    exchanges = tuple(said(range(1, 40)))
    for length in (0, 5, 17, 16, 39):
        grown = found(exchanges[:length], "lantern 12")
        anew = found(tuple(said(range(1, length + 1))), "lantern 12")
        assert set(anew) <= set(grown) | set(range(length + 1, 40))
    assert found(exchanges, "lantern 12") == found(log(said(range(1, 40))), "lantern 12")


def test_two_chats_tuples_are_not_taken_for_each_other() -> None:
    mine, yours = tuple(said(range(1, 9))), (pair(1, "the kettle 1", "mine"), *said(range(2, 9)))
    assert found(mine, "lantern 2")
    assert log_of(mine).bodies([1]) != log_of(yours).bodies([1])
    other = tuple(pair(n, "rain and snow", "cold") for n in range(1, 9))
    assert found(other, "lantern 2") == []


def test_a_log_shows_nothing_of_what_was_said() -> None:
    assert repr(log(said(range(1, 9)), read={1})) == "<Log of 8 exchanges, 7 unread>"
