"""The page of facts: each value as it was written, with who said it, when, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.rendered import Rendered
from bot.texts import number
from bot.texts.page import TEXTS, Page, dated, isolated, shown_below

LONGEST_VALUE = 300
"""Characters of a value that a page shows; all of it is kept."""


def facts_rendered(found: Mapping[str, Any], language: str) -> Rendered:
    """`found`: the fields of memory.facts_page.FactsPage, and the chat."""
    page = Page(language)
    rows, words = list(found.get("rows") or ()), str(found.get("words") or "")
    shown = isolated(words, language)
    if not rows:
        page.say("facts_none_about" if words else "facts_none", words=shown)
        return page.rendered()
    total = int(found.get("total") or len(rows))
    page.say("facts_about" if words else "facts_title", total=total, words=shown)
    for row in rows:
        _row(page, row, str(found.get("chat") or ""))
    page.write("\n")
    if shown_below(str(found.get("chat") or ""), rows):
        page.say("where_numbers")
    _which(page, found, words)
    page.say("facts_correct")
    return page.rendered()


def _which(page: Page, found: Mapping[str, Any], words: str) -> None:
    at, pages = int(found.get("page") or 1), int(found.get("pages") or 1)
    if at < pages:
        command = isolated(" ".join(filter(None, ["/facts", words, f"p{at + 1}"])), page.language)
        page.say("facts_page", page=at, pages=pages, command=command)
    elif pages > 1:
        page.say("facts_last_page", page=at, pages=pages)


def _row(page: Page, row: Mapping[str, Any], chat: str) -> None:
    """Two lines: number, value and words; then who said it, when and where."""
    page.write(f"\n{isolated(str(row.get('number')) + '.', page.language)} ")
    value = str(row.get("value") or "")
    page.verbatim(value if len(value) <= LONGEST_VALUE else value[:LONGEST_VALUE] + "…")
    if row.get("key"):
        page.write(f" – {isolated(str(row['key']), page.language)}")
    page.write("\n    ")
    page.write(" · ".join(_notes(row, page.language)))
    page.link_to_message(chat, int(row.get("message") or 0))
    page.write("\n")


def _notes(row: Mapping[str, Any], language: str) -> list[str]:
    who = str(row.get("who") or "")
    said = TEXTS.say(f"who_{who}", language) if TEXTS.has(f"who_{who}") else who
    day = dated(row.get("day"), language)
    notes = [TEXTS.say("facts_source", language, who=said, day=day, exchange=int(row["exchange"]))]
    if TEXTS.has(f"memory_{row.get('status')}"):
        notes.append(TEXTS.say(f"memory_{row['status']}", language))
    if row.get("until"):
        notes.append(TEXTS.say("facts_until", language, until=number(int(row["until"]), language)))
    return notes
