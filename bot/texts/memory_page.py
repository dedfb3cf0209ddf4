"""The page of what a chat remembers, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.rendered import Rendered
from bot.texts.page import TEXTS, Page, dated, isolated, shown_below
from bot.texts.recipes import recipe_words

BAR_CELLS = 10


def memory_rendered(overview: Mapping[str, Any], language: str) -> Rendered:
    """overview: the values of Notice.MEMORY_PAGE."""
    page = Page(language)
    if not overview.get("exchanges"):
        page.say("memory_empty")
        return page.rendered()
    page.heading("memory_title", conversation=int(overview.get("conversation") or 1))
    page.write("\n")
    page.say("memory_recipe", recipe=recipe_words(str(overview.get("recipe") or ""), language))
    page.say("memory_counts", exchanges=int(overview["exchanges"]))
    _tokens(page, overview)
    _cost(page, overview)
    _summary(page, overview)
    _facts(page, overview)
    _last_recall(page, overview)
    return page.rendered()


def _last_recall(page: Page, overview: Mapping[str, Any]) -> None:
    recent, recalled = int(overview.get("recent") or 0), list(overview.get("recalled") or ())
    gone, context = int(overview.get("recalled_gone") or 0), _kinds(overview, page.language)
    if not (recent or recalled or gone or context):
        return
    page.write("\n")
    page.heading("memory_last_answer")
    page.say("memory_recent", recent=recent)
    if recalled:
        page.say("memory_recalled")
    for line in recalled:
        _recalled(page, line, str(overview.get("chat") or ""))
    if gone:
        page.say("memory_recalled_gone", gone=gone)
    if context:
        page.say("memory_context", kinds=context)


def _kinds(overview: Mapping[str, Any], language: str) -> str:
    """The texts that stood beside the talk, by their names in words where they have some."""
    names = [str(name) for name in overview.get("context") or ()]
    said = [TEXTS.say(f"kind_{n}", language) if TEXTS.has(f"kind_{n}") else n for n in names]
    return TEXTS.say("list_comma", language).join(said)


def _recalled(page: Page, line: Mapping[str, Any], chat: str) -> None:
    day = dated(line.get("day"), page.language)
    text = isolated(str(line.get("text") or ""), page.language)
    page.write(f"• {day}: {text}")
    page.link_to_message(chat, int(line.get("message") or 0))
    page.write("\n")


def _tokens(page: Page, overview: Mapping[str, Any]) -> None:
    tokens, threshold = (int(overview.get(name) or 0) for name in ("tokens_past", "threshold"))
    if threshold > 0:
        page.say("memory_tokens", bar=bar(tokens, threshold), tokens=tokens, threshold=threshold)


def _cost(page: Page, overview: Mapping[str, Any]) -> None:
    calls, tokens = (int(overview.get(name) or 0) for name in ("summary_calls", "summary_tokens"))
    if calls:
        page.say("memory_cost", calls=calls, tokens=tokens)


def bar(part: int, whole: int) -> str:
    """Ten cells, filled from the left; full only when the whole is reached."""
    filled = min(BAR_CELLS, part * BAR_CELLS // whole)
    return "▰" * filled + "▱" * (BAR_CELLS - filled)


def _summary(page: Page, overview: Mapping[str, Any]) -> None:
    summary = str(overview.get("summary") or "").strip()
    if summary:
        page.write("\n")
        page.heading("memory_summary", watermark=int(overview.get("watermark") or 0))
        page.quoted(summary)


def _facts(page: Page, overview: Mapping[str, Any]) -> None:
    facts = list(overview.get("facts") or ())
    if not facts:
        return
    page.write("\n")
    page.heading("memory_facts")
    for fact in facts:
        _fact(page, fact, str(overview.get("chat") or ""))
    more = int(overview.get("facts_total") or 0) - len(facts)
    if more > 0:
        page.say("memory_more_facts", more=more)
    if shown_below(str(overview.get("chat") or ""), facts):
        page.say("where_numbers")


def _fact(page: Page, fact: Mapping[str, Any], chat: str) -> None:
    number = fact.get("number")
    page.write(f"{isolated(f'{number}.', page.language)} " if number else "• ")
    page.verbatim(str(fact.get("value") or ""))
    notes = " · ".join(_notes(fact, page.language))
    page.write(f" – {notes}" if notes else "")
    page.link_to_message(chat, int(fact.get("message") or 0))
    page.write("\n")


def _notes(fact: Mapping[str, Any], language: str) -> Iterable[str]:
    if fact.get("key"):
        yield isolated(str(fact["key"]), language)
    who = str(fact.get("who") or "")
    if who:
        yield TEXTS.say(f"who_{who}", language) if TEXTS.has(f"who_{who}") else who
    if TEXTS.has(f"memory_{fact.get('status')}"):
        yield TEXTS.say(f"memory_{fact['status']}", language)
