"""A command's job ends with a status, and never with a traceback that quotes somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
import structlog
from structlog.testing import capture_logs

from workers.starting import CannotStart, run


@pytest.fixture(autouse=True)
def plain_logging() -> Iterator[None]:
    yield
    structlog.reset_defaults()


async def ends_well() -> int:
    return 3


async def cannot_start() -> int:
    async with asyncio.TaskGroup():
        raise CannotStart("set REDIS_URL")


async def breaks() -> int:
    async with asyncio.TaskGroup():
        raise KeyError("what the user wrote")


def test_the_job_gives_the_status() -> None:
    assert run(ends_well()) == 3


def test_what_cannot_start_says_its_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(cannot_start()) == 1
    assert capsys.readouterr().err == "set REDIS_URL\n"


def test_a_fault_is_told_by_its_place_and_not_by_its_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with capture_logs() as lines:
        assert run(breaks()) == 1
    assert [line["event"] for line in lines] == ["process ended by a fault"]
    assert lines[0]["error"].startswith("KeyError at test_starting.py:")
    assert "what the user wrote" not in str(lines) + capsys.readouterr().err
