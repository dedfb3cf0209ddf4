"""Which answers quote their question."""

from __future__ import annotations

from bot.between import Between


def test_in_a_private_chat_only_what_others_stand_before_is_quoted() -> None:
    between = Between()
    assert between.quoted((7, None), 10) == 0
    assert between.quoted((7, None), 10, apart=True) == 10
    between.note((7, None), 11)
    assert between.quoted((7, None), 10) == 10
    assert between.quoted((7, None), 12) == 0
    assert between.quoted((7, 42), 10) == 0


def test_in_a_group_the_question_is_always_quoted() -> None:
    assert Between().quoted((-100, None), 10) == 10


def test_an_old_message_that_was_edited_is_not_the_last() -> None:
    between = Between()
    for message_id in (11, 5):
        between.note((7, None), message_id)
    assert between.quoted((7, None), 10) == 10


def test_it_remembers_so_many_chats() -> None:
    between = Between(most=1)
    for chat in (7, 8):
        between.note((chat, None), 11)
    assert [between.quoted((chat, None), 10) for chat in (7, 8)] == [0, 10]
