"""Every message fits, nothing but white space at the cuts is lost, and code stays code."""

from __future__ import annotations

import time

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.rendered import Rendered, Span
from bot.splitting import MOST_UNITS, split
from workers.visible import blank

FAMILY = "👨‍👩‍👧‍👦"


def units_of(text: str) -> int:
    """Telegram counts in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def without_space(text: str) -> str:
    return "".join(text.split())


def seen(text: str) -> str:
    return "".join(character for character in text if not blank(character))


def letters(parts: tuple[Rendered, ...]) -> str:
    return without_space("".join(part.text for part in parts))


@pytest.mark.parametrize(
    "text",
    [
        "😀" * 5000,
        "😀" * 4096,
        "😀" * 4097,
        "a" * 10_000,
        "س" * 4096,
        FAMILY * 2000,
        "e\u0301" * 5000,
        "x" * 4095 + "😀" + "y" * 5000,
        "x" * 100 + " " + "😀" * 4000,
    ],
)
def test_endless_text_is_cut_to_the_limit_between_visible_characters(text: str) -> None:
    parts = split(Rendered(text))
    assert "".join(part.text for part in parts) == text
    assert all(units_of(part.text) <= MOST_UNITS for part in parts)
    whole = regex.findall(r"\X", text)
    assert [c for part in parts for c in regex.findall(r"\X", part.text)] == whole


def test_exactly_the_limit_is_one_message() -> None:
    assert len(split(Rendered("س" * 4096))) == 1
    assert len(split(Rendered("س" * 4097))) == 2


def test_one_visible_character_longer_than_a_message_still_makes_progress() -> None:
    parts = split(Rendered("a" + "\u0301" * 9000))
    assert sum(len(part.text) for part in parts) == 9001
    assert all(len(part.text) <= MOST_UNITS for part in parts)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("aaaa bbbb.\n\ncccc\ndddd eeee", "aaaa bbbb."),
        ("aaaa bbbb cc\ndddd eeee ffff gggg", "aaaa bbbb cc"),
        ("aaaa bb. Cc cc? dddddd eeee ffff gg", "aaaa bb. Cc cc?"),
        ("他说得很好。我们都同意。然后我们走了", "他说得很好。我们都同意。"),
        ("aaaa bbbb cccc dddd eeee ffff", "aaaa bbbb cccc dddd"),
    ],
)
def test_cuts_at_the_best_place(text: str, first: str) -> None:
    units = 13 if first.startswith("他") else 20
    assert split(Rendered(text), units)[0].text == first


def test_a_fence_cut_in_two_is_code_of_its_language_in_both() -> None:
    code = "\n".join(f"    line_{n} = {n}" for n in range(20))
    parts = split(Rendered(code, (Span("pre", 0, len(code), language="py"),)), 100)
    assert "\n".join(part.text for part in parts) == code
    for part in parts:
        assert part.spans == (Span("pre", 0, len(part.text), language="py"),)


def test_code_behind_a_cut_keeps_its_first_indent() -> None:
    text = "word word word\n\n    code\n    code"
    parts = split(Rendered(text, (Span("pre", 16, len(text)),)), 24)
    assert [part.text for part in parts] == ["word word word", "    code\n    code"]


def test_empty_lines_of_code_at_a_cut_are_kept() -> None:
    code = "def f():\n    pass\n\n\n\ndef g():\n    pass"
    parts = split(Rendered(code, (Span("pre", 0, len(code)),)), 24)
    assert "\n".join(part.text for part in parts) == code


def test_a_short_fence_is_not_cut_when_it_fits_the_next_message() -> None:
    text = "word " * 15 + "\n" + "code\ncode\ncode"
    parts = split(Rendered(text, (Span("pre", 76, len(text)),)), 82)
    assert parts[1].text == "code\ncode\ncode"


def test_a_fence_of_one_endless_line_is_cut_hard_and_soon() -> None:
    code = "x" * 100_000
    began = time.perf_counter()
    parts = split(Rendered(code, (Span("pre", 0, len(code)),)))
    assert time.perf_counter() - began < 2
    assert "".join(part.text for part in parts) == code


@pytest.mark.parametrize("over", [-1, 0, 1, 2])
def test_a_fence_that_ends_at_the_cut_is_code_and_what_follows_is_not(over: int) -> None:
    code = "x" * (MOST_UNITS - 1 + over)
    parts = split(Rendered(f"{code}\nAnd on.", (Span("pre", 0, len(code), language="py"),)))
    pieces = [part.text[span.start : span.end] for part in parts for span in part.spans]
    assert "".join(pieces) == code
    assert {span.kind for part in parts for span in part.spans} == {"pre"}
    assert without_space("".join(part.text for part in parts)) == f"{code}Andon."


def test_no_message_has_more_entities_than_telegram_keeps() -> None:
    text = "a b " * 600
    spans = tuple(Span("bold", at, at + 1) for at in range(0, len(text), 4))
    parts = split(Rendered(text, spans))
    assert all(len(part.spans) <= 100 for part in parts)
    assert sum(len(part.spans) for part in parts) == 600
    assert letters(parts) == without_space(text)


def test_a_message_of_nothing_visible_is_left_out() -> None:
    assert split(Rendered(" \n\u200b\u2800\n ")) == ()


@st.composite
def texts_with_spans(draw: st.DrawFn) -> Rendered:
    alphabet = st.sampled_from(
        [*"ab .\n", "\n\n", "😀", FAMILY, "سلام", "你好。", "e\u0301", "   "]
    )
    text = "".join(draw(st.lists(alphabet, max_size=120)))
    spans, at = [], 0
    while at < len(text) and draw(st.booleans()):
        start = draw(st.integers(at, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        spans.append(Span(draw(st.sampled_from(["pre", "code", "bold", "italic"])), start, end))
        at = end
    return Rendered(text, tuple(spans))


@given(texts_with_spans(), st.integers(5, 60), st.integers(1, 4))
@example(Rendered("   x", (Span("pre", 0, 4),)), 5, 1)
@example(
    Rendered("aaسلام👨\u200d👩\u200d👧\u200d👦", (Span("pre", 0, 10), Span("pre", 10, 11))), 5, 1
)
@settings(deadline=None)
def test_whatever_the_text_parts_fit_and_lose_nothing(
    rendered: Rendered, units: int, most_spans: int
) -> None:
    """A part in which there is nothing to see is no part: Telegram would refuse it."""
    parts = split(rendered, units, most_spans)
    assert seen("".join(part.text for part in parts)) == seen(rendered.text)
    for part in parts:
        assert 0 < units_of(part.text) <= units
        assert len(part.spans) <= most_spans
        assert all(0 <= span.start < span.end <= len(part.text) for span in part.spans)


@given(st.text(alphabet=[*"ab \n\t", "😀"], min_size=1, max_size=200), st.integers(5, 40))
@settings(deadline=None)
def test_code_loses_at_most_the_line_break_at_a_cut(code: str, units: int) -> None:
    parts = split(Rendered(code, (Span("pre", 0, len(code)),)), units)
    rest = code
    for part in parts:
        while not rest.startswith(part.text):
            assert rest[0].isspace()
            rest = rest[1:]
        rest = rest[len(part.text) :]
        assert {span.kind for span in part.spans} == {"pre"}
        assert (part.spans[0].start, part.spans[0].end) == (0, len(part.text))
    assert not rest.strip()
