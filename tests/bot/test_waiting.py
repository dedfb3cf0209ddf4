"""What may belong to a message that is only coming."""

from __future__ import annotations

from typing import Any

from aiogram.types import Message

from bot.waiting import WaitingRoom
from tests.bot.test_addressing import LONG, ORIGIN, said

PHOTO = [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]


def kept(*messages: Message) -> WaitingRoom:
    room = WaitingRoom(most=2)
    for update_id, message in enumerate(messages):
        room.keep(message, update_id)
    return room


def item(album: str, **more: Any) -> Message:
    return said(None, date=100, photo=PHOTO, media_group_id=album, **more)


COMMENT = said("@hafez_test_bot summarise", date=101)
STORY = said("a story", date=100, forward_origin=ORIGIN)


def test_forwards_halves_and_items_wait_for_the_message_that_they_were_sent_with() -> None:
    room = kept(STORY, said("another", date=100, forward_origin=ORIGIN))
    assert [each.update_id for each in room.taken(COMMENT)] == [0, 1]
    assert room.taken(COMMENT) == ()
    (half,) = kept(said(LONG, date=100)).taken(COMMENT)
    assert half.message.text == LONG
    assert len(kept(item("9")).taken(item("9", caption="@hafez_test_bot what?"))) == 1


def test_what_was_sent_before_or_by_another_or_was_followed_by_something_else_does_not() -> None:
    late = said("@hafez_test_bot hi", date=102)
    assert kept(STORY).taken(late) == ()
    assert kept(STORY).taken(said("@hafez_test_bot hi", date=100, user_id=8)) == ()
    assert kept(STORY, said("to a friend", date=100)).taken(COMMENT) == ()
    assert kept(item("9")).taken(COMMENT) == ()


def test_so_many_speakers_are_remembered() -> None:
    others = (
        said("theirs", date=100, forward_origin=ORIGIN, user_id=user_id) for user_id in (8, 9)
    )
    assert kept(STORY, *others).taken(COMMENT) == ()
