"""Replies are the same in whatever pieces they come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workers.link import Response, ServerSaidNo
from workers.redis_replies import Garbled, Replies

LINES = st.lists(st.sampled_from([b"", b"\r", b"\n", b"$5", b":1", b"text"])).map(b"\r\n".join)
VALUES = st.recursive(
    st.none() | st.integers(-(2**63), 2**63 - 1) | st.binary(max_size=40) | LINES,
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


def wire(value: Response) -> bytes:
    if value is None:
        return b"$-1\r\n"
    if isinstance(value, int):
        return b":%d\r\n" % value
    if isinstance(value, bytes):
        return b"$%d\r\n%b\r\n" % (len(value), value)
    return b"*%d\r\n" % len(value) + b"".join(map(wire, value))


def read(*pieces: bytes) -> list[Response | ServerSaidNo]:
    replies = Replies()
    return [reply for piece in pieces for reply in replies.feed(piece)]


@given(values=st.lists(VALUES, max_size=6), size=st.integers(1, 30))
def test_replies_in_pieces_are_the_replies(values: list[Response], size: int) -> None:
    sent = b"".join(map(wire, values))
    assert read(sent) == values
    assert read(*(sent[at : at + size] for at in range(0, len(sent), size))) == values


def test_an_array_that_holds_an_error_anywhere_is_that_error_and_the_next_reply_is_whole() -> None:
    first, second = read(b"*3\r\n:1\r\n*2\r\n-NOPE \xd8\xae\r\n:2\r\n-LATER x\r\n+OK\r\n")
    assert isinstance(first, ServerSaidNo)
    assert first.text == "NOPE خ"
    assert second == b"OK"


def test_nothing_and_empty_are_told_apart() -> None:
    assert read(b"*-1\r\n*0\r\n$-1\r\n$0\r\n\r\n") == [None, [], None, b""]


@pytest.mark.parametrize("garbage", [b"?x\r\n", b"$x\r\n", b"*\r\n", b":1.5\r\n", b"\r\n"])
def test_what_comes_before_garbage_is_still_told(garbage: bytes) -> None:
    feeding = Replies().feed(b":1\r\n" + garbage)
    assert next(feeding) == 1
    with pytest.raises(ValueError):  # noqa: PT011  # Garbled, or the number that is none
        next(feeding)


@pytest.mark.parametrize("value", [b"$2\r\nabc\r\n", b"$4\r\na\r\n\r\n:1\r\n", b"$1\r\nabcd"])
def test_a_value_that_does_not_end_where_it_says_is_garbage(value: bytes) -> None:
    with pytest.raises(Garbled):
        read(value)


def test_a_long_value_is_looked_at_again_only_when_it_is_whole() -> None:
    replies, line = Replies(), b"x" * 98 + b"\r\n"
    assert list(replies.feed(b"$10000000\r\n")) == []
    for _ in range(99_999):
        assert list(replies.feed(line)) == []
    assert list(replies.feed(line + b"\r\n:1\r\n")) == [line * 100_000, 1]


def test_a_line_without_an_end_is_not_waited_for_for_ever() -> None:
    replies = Replies(most_held_bytes=1_000)
    assert list(replies.feed(b":1\r\n+" + b"x" * 990)) == [1]
    with pytest.raises(Garbled):
        list(replies.feed(b"x" * 20))
