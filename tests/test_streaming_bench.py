"""The streaming bench counts what people see, so its figures must be able to fall."""

from __future__ import annotations

import pytest

from tests.bench.streaming.finals import deliver_finals
from tests.bench.streaming.frames import stream_side_by_side


async def test_floods_cost_no_final_text() -> None:
    once, floods = await deliver_finals(40, seed=3, fast=100)
    assert once == 40
    assert floods > 0


async def test_a_few_chats_stream_without_being_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.streaming.frames.PIECES", 10)
    streamed = await stream_side_by_side(4, seed=1)
    assert streamed.refused_share == 0
    assert streamed.calls >= 8
    assert 0 <= streamed.first_draft_ms < 1500


async def test_a_doubled_final_text_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.streaming.finals._chat", lambda number: -(-number // 2))
    once, _ = await deliver_finals(10, seed=3, fast=100)
    assert once == 0
