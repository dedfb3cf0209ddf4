"""A digest is made of what was said, newest first when room is short."""

from __future__ import annotations

from memory.digest import digest
from tests.memory.chats import room, talk

SAID = talk("I like tea. And more.", "My code is AB-12.", "x" * 400, "I like tea. Again.")


def test_it_has_the_first_sentence_of_each_message_once() -> None:
    assert digest("", SAID, room()) == "user: I like tea.\nuser: My code is AB-12."


def test_it_goes_on_with_the_summary_before() -> None:
    assert digest("They met.", SAID, room()).startswith("They met.\nuser: I like tea.")


def test_where_room_is_short_the_oldest_go() -> None:
    text = digest("A long tale was told. They met.", SAID, room(50))
    assert text == "They met.\nuser: My code is AB-12."
    assert digest("They met.", SAID, room(10)) == ""
