"""What is stored is JSON in UTF-8, whatever people write; what cannot be read is nothing."""

from __future__ import annotations

from typing import Any

import pytest

from workers.packing import pack, unpack, unpack_ids


@pytest.mark.parametrize(
    "value",
    [
        {"text": "چت 中 \ud800"},
        {"number": 1.5, "ids": [1, 2**62]},
        {"deep": [[[[{"a": None, "b": True}]]]]},
        {},
    ],
)
def test_what_is_packed_is_read_again(value: dict[str, Any]) -> None:
    assert unpack(pack(value)) == value


def test_letters_stay_as_they_are() -> None:
    assert pack({"text": "چت"}) == '{"text":"چت"}'.encode()


@pytest.mark.parametrize("stored", [None, b"", b"{", b"[1]", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_an_empty_one(stored: bytes | None) -> None:
    assert unpack(stored) == {}


def test_an_object_that_another_writer_left_is_read() -> None:
    assert unpack(b'{"a":Infinity,"b":"\\ud800"}') == {"a": float("inf"), "b": "\ud800"}


@pytest.mark.parametrize("stored", [None, b"x", b"5", b'["a"]', b"{"])
def test_what_is_no_list_of_ids_is_none(stored: bytes | None) -> None:
    assert unpack_ids(stored) == ()


def test_ids_are_read_in_their_order() -> None:
    assert unpack_ids(b"[3,1]") == (3, 1)
