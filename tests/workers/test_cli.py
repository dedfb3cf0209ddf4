"""The commands of `python -m workers` are read as people write them."""

from __future__ import annotations

import pytest

from workers.cli import parse


def test_without_a_command_it_works() -> None:
    assert parse([]).command == "work"


@pytest.mark.parametrize("chat", ["123", "-100123/42", "-100123", "terminal"])
def test_show_takes_every_form_of_a_chats_name(chat: str) -> None:
    arguments = parse(["show", chat])
    assert (arguments.command, arguments.chat) == ("show", chat)


@pytest.mark.parametrize("chat", ["", "abc", "12a", "-100/", "1/2/3", "../secret"])
def test_a_name_that_is_no_chat_is_refused_with_what_is_wanted(
    chat: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parse(["show", chat])
    assert left.value.code == 2
    assert "Telegram chat id" in capsys.readouterr().err


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parse(["remember"])
    assert left.value.code == 2
    assert "chat" in capsys.readouterr().err
