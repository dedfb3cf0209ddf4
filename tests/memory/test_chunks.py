"""Chunks cover the whole text, overlap, and never cut what people see as one character."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from memory.chunks import CHUNK, OVERLAP, chunks

FAMILY = "👨‍👩‍👧‍👦"
CHARACTERS = st.sampled_from(["a", " ", "م", "ی\u200c", "e\u0301", "汉", FAMILY, "🇮🇷"])
TEXTS = st.lists(CHARACTERS, max_size=60).map("".join)


@pytest.mark.parametrize("text", ["", " \n\t", "\u3000"])
def test_nothing_has_no_chunks(text: str) -> None:
    assert chunks(text) == ()


def test_a_text_that_fits_is_one_chunk() -> None:
    assert chunks(" " + "a" * CHUNK + "\n") == ("a" * CHUNK,)


def test_a_long_text_is_cut_at_500_with_50_in_common() -> None:
    text = "".join(chr(ord("a") + i % 26) for i in range(1000))
    assert chunks(text) == (text[:500], text[450:950], text[900:])
    assert OVERLAP == 50


@given(text=TEXTS, size=st.integers(12, 40), overlap=st.integers(0, 11))
def test_chunks_cover_the_text_and_cut_no_character(text: str, size: int, overlap: int) -> None:
    characters = regex.findall(r"\X", text.strip())
    at = 0
    for chunk in chunks(text, size, overlap):
        assert len(chunk) <= size
        found = regex.findall(r"\X", chunk)
        starts = [s for s in range(at + 1) if characters[s : s + len(found)] == found]
        assert starts
        at = starts[-1] + len(found)
    assert at == len(characters)


def test_a_character_longer_than_a_chunk_is_cut_and_the_end_is_reached() -> None:
    pieces = chunks("a" + "\u0301" * 3000)
    assert max(map(len, pieces)) <= CHUNK
    assert sum(map(len, pieces)) >= 3001


def test_cutting_is_linear() -> None:
    assert len(chunks("word " * 100_000)) == pytest.approx(500_000 / 450, abs=1)
