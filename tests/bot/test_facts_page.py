"""The page of facts, as a person reads it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.texts import LANGUAGES, number
from bot.texts.facts import LONGEST_VALUE
from bot.texts.notices import notice_rendered, notice_text
from bot.texts.numbers import digits
from bot.texts.page import TEXTS, message_url
from workers.jobs import Notice, Reply

SAY = TEXTS.say


def row(**changed: Any) -> dict[str, Any]:
    plain = {
        "number": 7,
        "value": "HX-48213",
        "key": "شماره سفارش من",
        "who": "user",
        "day": "2026-11-29",
        "exchange": 12,
        "status": "active",
        "until": 0,
        "message": 0,
    }
    return {**plain, **changed}


def page(language: str, *rows: dict[str, Any], **more: Any) -> Reply:
    values = {"words": "", "page": 1, "pages": 1, "total": len(rows), "rows": rows, "chat": "5"}
    return Reply(notice=Notice.FACTS_PAGE, values={**values, **more}, language=language)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_fact_shows_value_words_who_day_exchange_and_status(language: str) -> None:
    text = notice_text(page(language, row(status="superseded", until=15)))
    shown = text.replace("\u2068", "").replace("\u2069", "")
    for part in ("7.", "HX-48213", "شماره سفارش من", digits("2026-11-29", language)):
        assert part in shown
    for words in (
        SAY("who_user", language),
        number(12, language),
        SAY("memory_superseded", language),
        number(15, language),
        SAY("facts_correct", language),
    ):
        assert words in shown


def test_ids_are_isolated_in_right_to_left_text_and_stand_as_code() -> None:
    shown = notice_rendered(page("fa", row()))
    assert "\u2068HX-48213\u2069" in shown.text
    assert "\u2068۲۰۲۶-۱۱-۲۹\u2069" in shown.text
    assert shown.text.count("\u2068") == shown.text.count("\u2069")
    codes = [shown.text[s.start : s.end] for s in shown.spans if s.kind == "code"]
    assert codes == ["HX-48213"]
    assert "\u2068" not in notice_text(page("en", row()))


def test_in_a_supergroup_a_fact_links_to_its_message() -> None:
    shown = notice_rendered(page("en", row(message=31), chat="-1001234567890/42"))
    (link,) = [span for span in shown.spans if span.kind == "text_link"]
    assert link.url == "https://t.me/c/1234567890/42/31"
    assert shown.text[link.start : link.end] == SAY("facts_link", "en")


@pytest.mark.parametrize(
    ("chat", "message", "url"),
    [
        ("-1001234567890", 31, "https://t.me/c/1234567890/31"),
        ("-1001234567890", 0, ""),
        ("55", 31, ""),
        ("-55", 31, ""),
        ("terminal", 31, ""),
    ],
)
def test_only_what_has_an_address_is_linked(chat: str, message: int, url: str) -> None:
    assert message_url(chat, message) == url


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_page_names_the_command_for_the_next_one(language: str) -> None:
    text = notice_text(page(language, row(), page=2, pages=3, total=30, words="lamp"))
    assert "/facts lamp p3" in text
    assert "/facts" not in notice_text(page(language, row(), page=3, pages=3, total=30))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_facts_are_said_in_words(language: str) -> None:
    assert notice_text(page(language)) == SAY("facts_none", language)
    assert "lamp" in notice_text(page(language, words="lamp"))


def test_a_long_value_is_shown_in_part() -> None:
    text = notice_text(page("en", row(value="x" * 5000)))
    assert "x" * LONGEST_VALUE + "…" in text
    assert len(text) < 2 * LONGEST_VALUE
