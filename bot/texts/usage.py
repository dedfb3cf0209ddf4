"""What a chat used, in words."""

from __future__ import annotations

from bot.texts.page import Page
from workers.limits import Most, Usage, Used


def usage_page(usage: Usage, most: Most, language: str) -> str:
    page = Page(language)
    _period(page, "usage_today", usage.day, most.day)
    _period(page, "usage_month", usage.month, most.month)
    return page.rendered().text


def _period(page: Page, title: str, used: Used, most: int) -> None:
    page.say(title)
    page.say("usage_messages", messages=used.messages)
    if most:
        page.say("usage_tokens_of", tokens=used.tokens, most=most)
    else:
        page.say("usage_tokens", tokens=used.tokens)
    if used.summary_tokens:
        page.say("usage_summaries", tokens=used.summary_tokens)
