"""The pure parts of the queue bench: what rows of jobs done say."""

from __future__ import annotations

import re

import pytest

from tests.bench._environments import PINNED
from tests.bench.peers.protocol import in_order
from tests.bench.queue.counting import (
    Disorder,
    Row,
    delays_ms,
    disorder,
    jobs_per_s,
    median_ratio,
    percentile,
)
from tests.bench.queue.engines import PEERS


def row(number: int, began_ns: int, ended_ns: int, chat: int = 0, put_ns: int = 0) -> Row:
    return Row(chat, number, put_ns, began_ns, ended_ns)


def test_a_chat_in_order_and_one_at_a_time_shows_no_disorder() -> None:
    rows = [row(1, 20, 30), row(0, 0, 20), row(0, 5, 50, chat=1), row(1, 50, 60, chat=1)]
    assert disorder(rows) == Disorder(order_violations=0, overlaps=0)


def test_a_job_begun_after_a_later_one_violates_the_order() -> None:
    rows = [row(0, 0, 1), row(3, 10, 11), row(1, 20, 21), row(2, 30, 31), row(4, 40, 41)]
    assert disorder(rows) == Disorder(order_violations=2, overlaps=0)


def test_a_job_begun_before_another_of_its_chat_ended_overlaps() -> None:
    rows = [row(0, 0, 100), row(1, 10, 20), row(2, 50, 60), row(3, 100, 110)]
    assert disorder(rows) == Disorder(order_violations=0, overlaps=2)


def test_jobs_of_other_chats_neither_overlap_nor_overtake() -> None:
    rows = [row(5, 0, 100, chat=1), row(0, 10, 20, chat=2)]
    assert disorder(rows) == Disorder(order_violations=0, overlaps=0)


def test_speed_is_counted_from_the_end_of_the_warm_up_to_the_last_end() -> None:
    rows = [row(n, n * 100_000_000, n * 100_000_000 + 50_000_000) for n in range(10)]
    assert jobs_per_s(rows, warm_up_s=0.45) == pytest.approx(5 / 0.5)
    assert jobs_per_s(rows, warm_up_s=2.0) == 0.0


def test_delays_leave_out_the_first_jobs_put() -> None:
    rows = [row(n, n * 1_000_000 + 500_000, 0, put_ns=n * 1_000_000) for n in (2, 0, 1)]
    rows.append(row(3, 5_000_000, 0, put_ns=3_000_000))
    assert delays_ms(rows, warm_up=2) == [0.5, 2.0]


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert percentile(values, 0.5) == 51.0
    assert percentile(values, 0.99) == 100.0
    assert percentile([7.0], 0.99) == 7.0
    assert percentile([], 0.5) is None


def test_chats_write_in_order_and_in_a_row() -> None:
    jobs = in_order(16, chats=4, together=2, row=2)
    assert jobs[:8] == [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (3, 0), (2, 1), (3, 1)]
    assert sorted(jobs) == [(chat, number) for chat in range(4) for number in range(4)]
    assert all(jobs[n][0] != jobs[n + 1][0] for n in range(0, 16, 2))  # a pair is put at once


def test_the_ratio_is_the_median_of_the_rounds_ratios() -> None:
    assert median_ratio([10, 30, 12], [5, 10, 3]) == 3.0
    assert median_ratio([10, 30], [0, 10]) == 3.0
    assert median_ratio([], [1.0]) is None


@pytest.mark.parametrize("module", sorted({peer.module for peer in PEERS}))
def test_a_peer_is_pinned_by_hashes_and_names_no_address(module: str) -> None:
    pinned = (PINNED / f"{module}.txt").read_text(encoding="utf-8")
    packages = re.findall(r"^[\w.-]+==.*\\$", pinned, re.MULTILINE)
    assert packages
    assert pinned.count("--hash=sha256:") >= len(packages)
    assert "://" not in pinned
    for asked_for in re.findall(
        r"^[\w.-]+(?:\[\w+\])?==(\S+)", (PINNED / f"{module}.in").read_text(), re.MULTILINE
    ):
        assert f"=={asked_for}" in pinned
