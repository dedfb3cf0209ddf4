"""A card's line says whose it is, and whether it is whole."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.conversation import pair
from memory.search.card import CARD_VERSION, card_of
from workers.card_rows import damaged_number, read_row, row_of, unreadable_row

AT = datetime(2026, 11, 29, 12, tzinfo=UTC)
SAID = pair(12, "کتری از اسلو؟ 🙂", "The kettle is from Oslo, 35 euro.", at=AT)


def test_it_is_read_as_it_was_written() -> None:
    row = read_row(row_of(SAID))
    assert row is not None
    assert (row.number, row.answered_at, row.card) == (12, int(AT.timestamp()), card_of(SAID))
    assert row.readable
    assert row_of(SAID, card_of(SAID)) == row_of(SAID)


def test_a_lone_surrogate_does_not_stop_it() -> None:
    assert read_row(row_of(pair(1, "kettle \ud800", "yes"))) is not None


def test_of_every_byte_that_changes_it_is_told() -> None:
    row = row_of(SAID)
    for at in range(len(row)):
        garbled = row[:at] + bytes([row[at] ^ 1]) + row[at + 1 :]
        assert read_row(garbled) is None
        assert damaged_number(garbled) in (None, 12, 13, 2, 22)


@pytest.mark.parametrize("row", [b"", b"12", b"12 x 3 4 card", b"\xff\xff", b"12 0 0 0 card"])
def test_what_is_no_card_of_ours_is_none(row: bytes) -> None:
    assert read_row(row) is None
    assert damaged_number(row) is None


def test_a_damaged_one_of_our_version_says_whose_it_was() -> None:
    whole = row_of(SAID)
    assert whole.startswith(b"12 %d " % CARD_VERSION)
    assert damaged_number(whole[:-3]) == 12
    assert damaged_number(whole) is None


def test_an_exchange_that_cannot_be_read_has_a_card_that_says_so() -> None:
    row = read_row(unreadable_row(7))
    assert row is not None
    assert (row.number, row.readable) == (7, False)
