"""Lines come from whatever stands behind a file handle."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from workers.terminal_input import input_lines


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


async def lines_of(handle: int) -> list[str]:
    return [line async for line in input_lines(handle)]


async def test_a_pipe_gives_its_lines_until_it_ends(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], "سلام\r\n\n你好\nlast".encode())
    os.close(pipe[1])
    assert await lines_of(pipe[0]) == ["سلام", "", "你好", "last"]


async def test_a_line_that_is_written_before_the_end_is_given_at_once(
    pipe: tuple[int, int],
) -> None:
    lines = input_lines(pipe[0])
    os.write(pipe[1], b"first\n")
    assert await anext(lines) == "first"
    os.close(pipe[1])
    with pytest.raises(StopAsyncIteration):
        await anext(lines)


async def test_a_file_gives_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "said"
    file.write_text("one\ntwo\n", encoding="utf-8")
    handle = os.open(file, os.O_RDONLY)
    try:
        assert await lines_of(handle) == ["one", "two"]
    finally:
        os.close(handle)


async def test_more_lines_than_fit_the_queue_all_arrive(tmp_path: Path) -> None:
    file = tmp_path / "long"
    file.write_text("".join(f"{n}\n" for n in range(5000)), encoding="utf-8")
    handle = os.open(file, os.O_RDONLY)
    try:
        assert await lines_of(handle) == [str(n) for n in range(5000)]
    finally:
        os.close(handle)


async def test_bytes_that_are_no_utf8_do_not_end_the_chat(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"caf\xe9\nnext\n")
    os.close(pipe[1])
    assert await lines_of(pipe[0]) == ["caf\N{REPLACEMENT CHARACTER}", "next"]
