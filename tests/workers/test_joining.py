"""Which turns are answered together, and how they read as one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from memory.conversation import Sender
from tests.workers.lanes_at_hand import AT, turn
from workers.jobs import Command, Turn
from workers.joining import by_message, texts_of, together

LONG = replace(turn(1, text="a" * 4090), half=True, hold_ms=1000)


def ids(turns: tuple[Turn, ...]) -> list[int]:
    return [turn.update_id for turn in turns]


def test_texts_up_to_a_command_are_answered_together_and_a_command_alone() -> None:
    command = replace(turn(3), command=Command.NEW)
    assert ids(together([turn(1), turn(2), command, turn(4)])) == [1, 2]
    assert ids(together([command, turn(4)])) == [3]


def test_what_two_people_of_a_group_write_is_not_mixed() -> None:
    sara, omid = Sender("1", "Sara"), Sender("2", "Omid")
    turns = [replace(turn(n), sender=who) for n, who in enumerate((sara, sara, omid, sara))]
    assert ids(together(turns)) == [0, 1]


def test_many_long_texts_are_not_one_prompt() -> None:
    assert ids(together([turn(n, text="س" * 4096) for n in range(9)])) == [0, 1, 2, 3]


def test_a_text_that_came_first_is_read_after_what_was_written_before_it() -> None:
    photo = replace(turn(8, text="the photo"), message_ids=(5,))
    text = replace(turn(7, text="and what is this?"), message_ids=(6,))
    assert texts_of(by_message([text, photo])) == ("the photo", "and what is this?")


def test_halves_have_nothing_between_them_and_other_texts_are_apart() -> None:
    last = turn(3, text="c")
    assert texts_of([LONG, replace(LONG, text="b"), last]) == (LONG.text + "bc",)
    assert texts_of([turn(1, text="a"), last]) == ("a", "c")


def test_what_was_sent_later_or_is_a_forward_is_no_other_half() -> None:
    later = replace(turn(2, text="later"), sent_at=AT + timedelta(seconds=2))
    forward = replace(turn(2, text="forward"), hold_ms=500)
    assert texts_of([LONG, later]) == (LONG.text, "later")
    assert texts_of([LONG, forward]) == (LONG.text, "forward")
