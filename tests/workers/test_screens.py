"""What a terminal chat prints, to a program and to a person."""

from __future__ import annotations

import io
import os

from workers.screens import LiveScreen, PipedScreen


def piped() -> PipedScreen:
    return PipedScreen(out=io.StringIO(), err=io.StringIO())


def written(screen: PipedScreen | LiveScreen) -> str:
    assert isinstance(screen.out, io.StringIO)
    return screen.out.getvalue()


def test_blocks_are_parted_by_one_empty_line() -> None:
    screen = piped()
    screen.reply("one")
    screen.reply("two\nlines\n")
    screen.reply("three")
    assert written(screen) == "one\n\ntwo\nlines\n\nthree\n"


def test_an_empty_line_inside_a_reply_does_not_end_its_block() -> None:
    screen = piped()
    screen.reply("head\n\n\ntail")
    assert written(screen).split("\n\n") == ["head\n \n \ntail\n"]


def test_an_empty_reply_is_still_a_block() -> None:
    screen = piped()
    screen.reply("")
    screen.reply("next")
    assert written(screen) == " \n\nnext\n"


def test_drafts_and_asides_stay_off_a_pipes_standard_output() -> None:
    screen = piped()
    screen.draft("half")
    screen.aside("a word on the side")
    assert written(screen) == ""
    assert isinstance(screen.err, io.StringIO)
    assert screen.err.getvalue() == "a word on the side\n"


def test_a_person_sees_the_reply_grow_and_nothing_twice() -> None:
    screen = LiveScreen(out=io.StringIO())
    for text in ("سل", "سلام", "سلام!"):
        screen.draft(text)
    screen.reply("سلام!")
    assert written(screen) == "سلام!\n\n"


def test_a_reply_that_began_anew_is_shown_whole_on_a_new_line() -> None:
    screen = LiveScreen(out=io.StringIO())
    screen.draft("first try")
    screen.reply("second")
    assert written(screen) == "first try\nsecond\n\n"


def test_a_reader_that_went_away_is_noticed_and_nothing_is_raised() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as out:
        screen = PipedScreen(out=out, err=io.StringIO())
        screen.reply("nobody reads this")
        assert screen.gone
        screen.reply("nor this")
