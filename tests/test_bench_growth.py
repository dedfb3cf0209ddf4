"""The growth bench, on chats that are short enough for a test."""

from __future__ import annotations

import json

import pytest

from tests.bench.__main__ import main
from tests.bench.growth.texts import chat_of


def test_ratios_come_before_what_they_are_made_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["growth", "--sizes", "150", "30", "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    first = list(measured)[:3]
    assert first == ["add_at_150_to_30", "query_to_course_at_150", "query_at_150_to_30"]
    assert measured["cold_round_trips_150"] <= 2
    assert measured["warm_bytes_150"] < measured["cold_bytes_150"]
    assert all(value > 0 for value in measured.values())


def test_the_chat_is_the_same_at_every_run_and_goes_on_as_it_began() -> None:
    short, long = list(chat_of(20)), list(chat_of(40))
    assert long[:20] == short
    assert [e.number for e in long if "Order HX-" in e.user] == [10, 20, 30, 40]
