"""The table an operator reads, and the JSON a program does."""

from __future__ import annotations

import json

import pytest

from workers.lane_depths import Depth
from workers.lane_table import age, as_json, table

FULL = Depth(
    waiting=120,
    ready=90,
    in_flight=8,
    delayed=2,
    to_tend=3,
    dead=1,
    oldest_s=61.5,
    looked_at=64,
)


def test_one_shard_is_a_head_and_a_line() -> None:
    head, line = table([Depth(waiting=3, in_flight=1, looked_at=1, oldest_s=12.9)]).splitlines()
    assert head.split("  ")[0] == "shard"
    assert line.split() == ["0", "3", "1", "0", "12", "s", "0", "0"]
    assert len(head) == len(line)


def test_several_shards_are_added_up_and_the_oldest_of_all_is_named() -> None:
    lines = table([Depth(waiting=1, oldest_s=5), FULL, Depth()]).splitlines()
    assert lines[4].split() == ["all", "121", "8", "2", "1", "min", "3", "1"]


def test_it_says_where_not_every_chat_was_looked_at() -> None:
    assert table([FULL]).splitlines()[-1] == "oldest: among 64 of 100 chats that wait"
    assert "among" not in table([Depth(ready=1, looked_at=1)])


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (None, "-"),
        (0, "0 s"),
        (59.9, "59 s"),
        (60, "1 min"),
        (3599, "59 min"),
        (7200, "2 h"),
        (200_000, "2 d"),
    ],
)
def test_an_age_is_shown_in_the_largest_unit_that_fits(seconds: float | None, shown: str) -> None:
    assert age(seconds) == shown


def test_json_is_one_line_with_every_number() -> None:
    line = as_json([FULL, Depth()])
    assert "\n" not in line
    told = json.loads(line)
    assert told["all"]["waiting"] == 120
    assert told["shards"][1] == {
        "shard": 1,
        "waiting": 0,
        "ready": 0,
        "in_flight": 0,
        "delayed": 0,
        "to_tend": 0,
        "dead": 0,
        "oldest_s": None,
        "looked_at": 0,
        "chats": 0,
    }
    assert told["shards"][0]["chats"] == 100
