"""The commands of `python -m workers` are read as people write them."""

from __future__ import annotations

import pytest

from workers.cli import parse


def test_without_a_command_it_works() -> None:
    assert parse([]).command == "work"


@pytest.mark.parametrize("chat", ["123", "-100123/42", "-100123", "55@999", "terminal"])
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


def test_dead_lists_the_newest_fifty_unless_told_otherwise() -> None:
    arguments = parse(["dead"])
    assert (arguments.command, arguments.action, arguments.most) == ("dead", "list", 50)
    assert parse(["dead", "--most", "3"]).most == 3


@pytest.mark.parametrize(
    ("written", "action", "ids"),
    [
        (["show", "a1"], "show", ["a1"]),
        (["requeue", "a1", "b2"], "requeue", ["a1", "b2"]),
        (["purge", "a1"], "purge", ["a1"]),
        (["requeue", "--all"], "requeue", []),
        (["requeue", "--reason", "model_unavailable"], "requeue", []),
        (["purge", "--older-than", "7"], "purge", []),
    ],
)
def test_letters_are_chosen_by_id_or_by_what_they_have_in_common(
    written: list[str], action: str, ids: list[str]
) -> None:
    arguments = parse(["dead", *written])
    assert (arguments.command, arguments.action, arguments.ids) == ("dead", action, ids)


@pytest.mark.parametrize(
    "written",
    [
        ["show"],
        ["requeue"],
        ["purge"],
        ["requeue", "a1", "--all"],
        ["purge", "--all", "--older-than", "7"],
        ["purge", "--older-than", "-1"],
        ["purge", "--older-than", "nan"],
        ["requeue", "--older-than", "7"],
    ],
)
def test_nothing_is_requeued_or_purged_by_a_choice_that_is_none_or_two(
    written: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parse(["dead", *written])
    assert left.value.code == 2
    assert "usage: " in capsys.readouterr().err


def test_lanes_are_shown_once_as_a_table_unless_told_otherwise() -> None:
    arguments = parse(["lanes"])
    assert (arguments.command, arguments.watch, arguments.json) == ("lanes", False, False)
    assert parse(["lanes", "--watch", "--json"]).watch
