"""The list of a chat's conversations, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.rendered import Rendered
from bot.texts.page import TEXTS, Page, dated, isolated


def chats_rendered(listed: Mapping[str, Any], language: str) -> Rendered:
    """listed: the values of Notice.CHATS_LIST."""
    page, rows = Page(language), list(listed.get("chats") or ())
    if not rows:
        page.say("chats_none")
        return page.rendered()
    page.say("chats_title")
    for row in rows:
        page.write(f"\n{_row(row, language)}")
        if row.get("number") == listed.get("current"):
            page.write(f" {TEXTS.say('chats_current', language)}")
    page.write("\n\n")
    page.say("chats_resume")
    return page.rendered()


def _row(row: Mapping[str, Any], language: str) -> str:
    return TEXTS.say(
        "chats_row",
        language,
        number=isolated(str(row.get("number")), language),
        title=isolated(str(row.get("title") or ""), language),
        exchanges=int(row.get("exchanges") or 0),
        day=dated(row.get("day"), language),
    )
