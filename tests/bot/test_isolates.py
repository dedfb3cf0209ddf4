"""Persian and Arabic keep their direction, ids in them their order, and every value its bytes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.isolates import isolated
from bot.markdown import render
from bot.rendered import Rendered, Span
from bot.splitting import split
from tests.telegram import judge

SIGNS = re.compile("[\u2066\u2069\u200f]")


def seen(text: str) -> str:
    """The signs as one can read them: ‹ before what is isolated, › behind, ← for the mark."""
    return text.translate({0x2066: "‹", 0x2069: "›", 0x200F: "←"})


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("سفارش HX-48213 در 2026-11-30 ثبت شد.", "سفارش ‹HX-48213› در ‹2026-11-30› ثبت شد."),
        ("HX-48213 شماره سفارش شماست.", "←‹HX-48213› شماره سفارش شماست."),
        ("تلفن: +98 912 345 6789، ساعت 12:30", "تلفن: ‹+98 912 345 6789›، ساعت 12:30"),
        ("تلفن ۰۹۱۲ ۳۴۵ ۶۷۸۹ است", "تلفن ‹۰۹۱۲ ۳۴۵ ۶۷۸۹› است"),
        ("مبلغ ۱۲۰٬۰۰۰ تومان و 50% تخفیف", "مبلغ ۱۲۰٬۰۰۰ تومان و 50% تخفیف"),
        ("(کد: AB-12/9) و f(x) و C++؛", "(کد: ‹AB-12/9›) و ‹f(x)› و ‹C++›؛"),
        ("Docker را نصب کنید", "←Docker را نصب کنید"),
        ("نسخه Python 3.11 و John Smith", "نسخه Python 3.11 و John Smith"),
        ("حجم 500 MB است", "حجم ‹500 MB› است"),
        ("کاربر @user_name و #tag_1 را", "کاربر ‹@user_name› و ‹#tag_1› را"),
        ("برای API‌ها و الف-123 و ۱۲ب۳۴۵", "برای API‌ها و الف-123 و ۱۲ب۳۴۵"),
        ("رقم الطلب AB-12/9 بتاريخ 30-11-2026؟", "رقم الطلب ‹AB-12/9› بتاريخ ‹30-11-2026›؟"),
        ("در https://e.com/تهران/ است", "در ‹https://e.com/تهران/› است"),
        ("The word سلام means hello, HX-1.", "The word سلام means hello, HX-1."),
        ("Order HX-48213 is on its way", "Order HX-48213 is on its way"),
        ("شما گفتید \u2066HX-1\u2069 و HX-2", "شما گفتید ‹HX-1› و HX-2"),
    ],
)  # fmt: skip
def test_what_needs_it_is_isolated(line: str, shown: str) -> None:
    assert seen(isolated(Rendered(line)).text) == shown


def test_inline_code_is_isolated_from_outside_and_code_blocks_are_left_alone() -> None:
    rendered = render("اجرای `docker run -it x` و\n\n```sh\n# شناسه HX-1\nrm -rf x\n```\n\n`ls` و")
    assert seen(rendered.text) == (
        "اجرای ‹docker run -it x› و\n\n# شناسه HX-1\nrm -rf x\n\n←ls و"
    )  # fmt: skip
    code = [rendered.text[s.start : s.end] for s in rendered.spans]
    assert code == ["docker run -it x", "# شناسه HX-1\nrm -rf x", "ls"]


def test_a_quote_begins_and_ends_with_its_lines() -> None:
    rendered = render("> HX-1/2 سفارش\n> تاریخ 2026-11-30")
    assert seen(rendered.text) == "←‹HX-1/2› سفارش\nتاریخ ‹2026-11-30›"
    assert rendered.spans == (Span("blockquote", 0, len(rendered.text)),)


def test_a_list_keeps_its_direction() -> None:
    shown = seen(render("- Docker را نصب کنید\n- HX-1 را بفرستید\n1. Git-Hub را").text)
    assert shown == "←• Docker را نصب کنید\n←• ‹HX-1› را بفرستید\n←1. ‹Git-Hub› را"


def test_a_list_of_ids_hangs_on_the_side_of_the_words_above_it() -> None:
    shown = seen(render("سفارش‌های شما:\n\n- HX-48213-B\n- `KT-1`\n- Docker\n\nپایان").text)
    assert shown == "سفارش‌های شما:\n\n←• ‹HX-48213-B›\n←• ‹KT-1›\n←• Docker\n\nپایان"
    table = "| سفارش | مبلغ | تاریخ |\n|-|-|-|\n| HX-1 | ۵ ریال | ۱۲ آبان |"
    assert "\n←• ‹HX-1›\n  مبلغ: ۵ ریال\n" in seen(render(table).text)


@pytest.mark.parametrize(
    "text",
    [
        "The word سلام means hello, in:\n\n- HX-48213-B",
        "سفارش‌ها:\n\n- A sentence keeps its own side, however Persian the words above it are.",
        "سفارش‌ها:\n\n- One, two. Three.",
        "سفارش‌ها:\n\nHX-48213-B",
    ],
)
def test_latin_lines_that_are_no_short_items_keep_their_own_direction(text: str) -> None:
    assert "←" not in seen(render(text).text)


@pytest.mark.skipif(not judge.available(), reason=judge.MISSING)
@pytest.mark.parametrize("address", ["https://e.com/x/", "@user_name", "#tag_1", "a.b@e.com"])
def test_telegram_finds_addresses_between_the_signs_unaltered(address: str) -> None:
    text = isolated(Rendered(f"ببینید {address} را")).text
    assert text == f"ببینید \u2066{address}\u2069 را"
    judge.execute(judge.execute_quietly)
    (found,) = judge.execute({"@type": "getTextEntities", "text": text})["entities"]
    assert text[found["offset"] : found["offset"] + found["length"]] == address


def test_no_message_ends_within_what_is_isolated() -> None:
    text = isolated(Rendered("تلفن شما +98 912 345 6789 است و می‌ماند. " * 40)).text
    parts = split(Rendered(text), 60)
    assert len(parts) > 20
    assert all(part.text.count("\u2066") == part.text.count("\u2069") for part in parts)


@st.composite
def lines_with_spans(draw: st.DrawFn) -> Rendered:
    pieces = [
        *["سلام", "می‌روم", "HX-1", "2026-11-30", "+98 912", "Docker", "(", ")", "«", "»", ".", "،"],
        *[" ", " ", " ", "\n", "https://e.com/a", "C++", "•", "۱۲", "😀", "-", "الف-1"],
    ]
    text = "".join(draw(st.lists(st.sampled_from(pieces), max_size=40)))
    spans, at = [], 0
    while at < len(text) and draw(st.booleans()):
        start = draw(st.integers(at, len(text) - 1))
        at = draw(st.integers(start + 1, len(text)))
        kinds = ["pre", "code", "bold", "text_link", "blockquote"]
        spans.append(Span(draw(st.sampled_from(kinds)), start, at))
    return Rendered(text, tuple(spans))


@given(lines_with_spans())
@settings(max_examples=300, deadline=None)
def test_nothing_but_signs_is_added_and_none_to_code(rendered: Rendered) -> None:
    shown = isolated(rendered)
    assert SIGNS.sub("", shown.text) == rendered.text
    assert isolated(shown).text.count("\u2066") == shown.text.count("\u2066")
    for before, after in zip(rendered.spans, shown.spans, strict=True):
        held = shown.text[after.start : after.end]
        written = rendered.text[before.start : before.end]
        assert SIGNS.sub("", held) == written
        if before.kind in ("pre", "code"):
            assert held == written
