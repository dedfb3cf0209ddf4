"""The lists of who may talk to the bot, in words."""

from __future__ import annotations

from collections.abc import Iterable

from bot.texts.page import TEXTS, Page, isolated
from workers.access import WhoMay

MOST_SHOWN = 30
LONGEST_NAME = 60


def shown_name(id_: int, name: str, language: str) -> str:
    """ "Sara (123)"; the id alone where no name is known."""
    short = " ".join(name.split())[:LONGEST_NAME]
    number = isolated(str(id_), language)
    return f"{isolated(short, language)} ({number})" if short else number


def who_page(who_may: WhoMay, language: str) -> str:
    page = Page(language)
    page.say("who_public" if who_may.rules.public else "who_closed")
    people = [id_ for id_ in who_may.allowed if id_ > 0]
    groups = [id_ for id_ in who_may.allowed if id_ < 0]
    _section(page, "who_owners", who_may.owners, who_may)
    _section(page, "who_people", people, who_may)
    _section(page, "who_groups", groups, who_may)
    _section(page, "who_denied", who_may.denied, who_may)
    page.write("\n")
    page.say("who_change")
    return page.rendered().text


def _section(page: Page, title: str, ids: Iterable[int], who_may: WhoMay) -> None:
    listed = sorted(ids)
    if not listed:
        return
    page.write(f"\n{TEXTS.say(title, page.language)}\n")
    for id_ in listed[:MOST_SHOWN]:
        entry = who_may.entries.get(id_)
        page.write(f"• {shown_name(id_, entry.name if entry else '', page.language)}\n")
    if len(listed) > MOST_SHOWN:
        page.say("who_more", more=len(listed) - MOST_SHOWN)
