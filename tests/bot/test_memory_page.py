"""The page of what is remembered, as Telegram shows it."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram import Bot

from bot.texts import LANGUAGES, Texts, number
from bot.texts.notices import notice_rendered
from tests.bot.test_buttons import deliver
from tests.telegram.server import FakeTelegram
from workers.jobs import Notice, Reply

SAY = Texts().say
FACT = {
    "number": 7,
    "value": "HX-48213",
    "key": "my order",
    "who": "user",
    "exchange": 3,
    "status": "active",
    "message": 31,
}
RECALLED = {"exchange": 2, "day": "2026-11-29", "text": "the lamp?", "message": 12}


def page(**more: Any) -> dict[str, Any]:
    return {
        "recipe": "full",
        "conversation": 2,
        "exchanges": 40,
        "summary": "They spoke of a trip.",
        "watermark": 30,
        "facts": [FACT],
        "facts_total": 1,
        "chat": "-1005/42",
        "recent": 9,
        "recalled": [RECALLED],
        "recalled_gone": 2,
        "context": ["facts", "summary", "my_own"],
        **more,
    }


def spans(values: dict[str, Any], kind: str, language: str = "en") -> list[str]:
    shown = notice_rendered(Reply(notice=Notice.MEMORY_PAGE, values=values, language=language))
    return [shown.text[span.start : span.end] for span in shown.spans if span.kind == kind]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_telegram_takes_the_page_as_it_is_in_every_language(
    telegram: FakeTelegram, bot: Bot, language: str
) -> None:
    await deliver(bot, "-1005/42", notice=Notice.MEMORY_PAGE, values=page(), language=language)
    (sent,) = telegram.sent
    kinds = [entity["type"] for entity in sent["entities"]]
    assert kinds.count("bold") == 4
    assert kinds.count("blockquote") == 1
    urls = [entity["url"] for entity in sent["entities"] if "url" in entity]
    assert urls == ["https://t.me/c/5/42/31", "https://t.me/c/5/42/12"]
    assert len(telegram.calls("sendMessage")) == 1


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_what_the_last_answer_was_made_with_is_told(language: str) -> None:
    told = Reply(notice=Notice.MEMORY_PAGE, values=page(), language=language)
    text = notice_rendered(told).text
    for words in (
        SAY("memory_recent", language, recent=9),
        SAY("memory_recalled_gone", language, gone=2),
        SAY("kind_facts", language) + SAY("list_comma", language) + SAY("kind_summary", language),
        number(9, language),
        "the lamp?",
    ):
        assert words in text
    unknown = page(recent=0, recalled=[], recalled_gone=0, context=[])
    text = notice_rendered(Reply(notice=Notice.MEMORY_PAGE, values=unknown)).text
    assert SAY("memory_last_answer", "en") not in text


def test_headings_stand_out_and_a_long_summary_can_be_unfolded() -> None:
    assert spans(page(), "bold")[0] == SAY("memory_title", "en", conversation=2)
    assert spans(page(), "blockquote") == ["They spoke of a trip."]
    assert spans(page(summary="long " * 200), "expandable_blockquote") == ["long " * 199 + "long"]


def test_a_fact_is_numbered_as_forget_names_it() -> None:
    shown = notice_rendered(Reply(notice=Notice.MEMORY_PAGE, values=page()))
    assert "7. HX-48213 – my order · you · the message" in shown.text
