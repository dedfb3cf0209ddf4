"""The explain command: one kind or all of them, in plain words."""

from __future__ import annotations

import pytest

from memory.kinds import kind_names, load_kind
from workers.cli import parse
from workers.explain import run_explain


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", kind_names())
def test_a_kind_is_told_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_explain(name) == 0
    told, said = printed(capsys), load_kind(name).explanation
    assert told.startswith(f"{name} {said.what} good for: {said.good_for} bad for: ")
    assert said.origin in told


def test_without_a_name_every_kind_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_explain(None) == 0
    told = printed(capsys)
    assert all(load_kind(name).explanation.what in told for name in kind_names())


def test_the_recipes_that_use_it_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_explain("nearest") == 0
    assert "recipes: knn, full" in printed(capsys)


def test_an_unknown_kind_is_one_sentence_that_names_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_explain("telepathy") == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("no kind is called 'telepathy'; there are: ")
    assert shown.err.count("\n") == 1


def test_lines_keep_to_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert run_explain(None) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 60


def test_the_command_takes_one_kind_or_none() -> None:
    assert parse(["explain"]).kind is None
    assert parse(["explain", "window"]).kind == "window"
