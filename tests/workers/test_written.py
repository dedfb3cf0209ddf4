"""Calls are written as the server reads them."""

from __future__ import annotations

from workers.written import Names, written


def test_every_part_comes_with_its_length_in_bytes() -> None:
    call = ("A", "سلام", b"\r\n", 0, 127, 128, -1)
    parts = [b"A", "سلام".encode(), b"\r\n", b"0", b"127", b"128", b"-1"]
    assert written(call) == b"*7\r\n" + b"".join(b"$%d\r\n%b\r\n" % (len(p), p) for p in parts)


def test_names_count_each() -> None:
    assert (
        written(("B", Names(("k", "l")), "m"))
        == b"*4\r\n$1\r\nB\r\n$1\r\nk\r\n$1\r\nl\r\n$1\r\nm\r\n"
    )
