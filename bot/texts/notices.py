"""Our notices in words, with what is to be shown exactly as written marked as code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.rendered import Rendered
from bot.texts.chats import chats_rendered
from bot.texts.facts import facts_rendered
from bot.texts.page import TEXTS, Page, isolated
from workers.choices import SPOKEN
from workers.jobs import Notice, Reply

BAR_CELLS = 10


def notice_text(reply: Reply) -> str:
    """The notice as plain text, for a terminal too."""
    return notice_rendered(reply).text


def notice_rendered(reply: Reply) -> Rendered:
    """The notice with its code spans; raises KeyError for a notice without a text."""
    if reply.notice is None:
        return Rendered(reply.text)
    if reply.notice is Notice.MEMORY_PAGE:
        return _memory_page(reply.values, reply.language)
    if reply.notice is Notice.CHATS_LIST:
        return chats_rendered(reply.values, reply.language)
    if reply.notice is Notice.FACTS_PAGE:
        return facts_rendered(reply.values, reply.language)
    return Rendered(TEXTS.say(f"notice_{reply.notice}", reply.language, **_worded(reply)))


def _worded(reply: Reply) -> Mapping[str, Any]:
    """The notice's values with lists and recipes in words; what was written in some language
    stands apart from ours."""
    language = reply.language
    values = {name: _apart(value, language) for name, value in reply.values.items()}
    if reply.notice is Notice.MODE_SET:
        values["recipe"] = recipe_words(str(reply.values.get("recipe", "")), language)
    for name in ("recipes", "models", "languages"):
        if name in values:
            listed = (_choice(name, each, language) for each in reply.values[name])
            values[name] = "\n".join(listed)
    if "current" in values:
        values["current"] = _current(reply)
    return values


def _apart(value: Any, language: str) -> Any:
    return isolated(value, language) if isinstance(value, str) else value


def _choice(listed: str, each: str, language: str) -> str:
    if listed == "recipes":
        picture = f"picture_{each}"
        below = f"\n    {TEXTS.say(picture, language)}" if TEXTS.has(picture) else ""
        return f"• {recipe_words(each, language)}{below}"
    name = isolated(each, language)
    return f"• {name} – {language_words(each, language)}" if listed == "languages" else f"• {name}"


def _current(reply: Reply) -> str:
    current, language = str(reply.values["current"]), reply.language
    if reply.notice is Notice.MODE_LIST:
        return recipe_words(current, language)
    if reply.notice is Notice.LANG_LIST:
        return language_words(current, language)
    return isolated(current, language)


def language_words(code: str, language: str) -> str:
    """A language by its own name; "" is each person's own."""
    if not code:
        return TEXTS.say("lang_own", language)
    return isolated(SPOKEN.get(code, code), language)


def recipe_words(recipe: str, language: str) -> str:
    """ "window – the latest messages"; a recipe without words by its name."""
    key, name = f"recipe_{recipe}", isolated(recipe, language)
    return f"{name} – {TEXTS.say(key, language)}" if TEXTS.has(key) else name


def _memory_page(overview: Mapping[str, Any], language: str) -> Rendered:
    page = Page(language)
    if not overview.get("exchanges"):
        page.say("memory_empty")
        return page.rendered()
    page.say("memory_title", conversation=int(overview.get("conversation") or 1))
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
    if not recent and not recalled:
        return
    page.write("\n")
    page.say("memory_recent", recent=recent)
    if recalled:
        page.say("memory_recalled")
    for line in recalled:
        day, text = (isolated(str(line.get(name) or ""), page.language) for name in ("day", "text"))
        page.write(f"• {day}: {text}\n")


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
        page.say("memory_summary", watermark=int(overview.get("watermark") or 0))
        page.write(f"{summary}\n")


def _facts(page: Page, overview: Mapping[str, Any]) -> None:
    facts = list(overview.get("facts") or ())
    if not facts:
        return
    page.write("\n")
    page.say("memory_facts")
    for fact in facts:
        _fact(page, fact)
    more = int(overview.get("facts_total") or 0) - len(facts)
    if more > 0:
        page.say("memory_more_facts", more=more)


def _fact(page: Page, fact: Mapping[str, Any]) -> None:
    page.write("• ")
    page.verbatim(str(fact.get("value") or ""))
    notes = " · ".join(_notes(fact, page.language))
    page.write(f" – {notes}\n" if notes else "\n")


def _notes(fact: Mapping[str, Any], language: str) -> Iterable[str]:
    if fact.get("key"):
        yield str(fact["key"])
    who = str(fact.get("who") or "")
    if who:
        yield TEXTS.say(f"who_{who}", language) if TEXTS.has(f"who_{who}") else who
    if TEXTS.has(f"memory_{fact.get('status')}"):
        yield TEXTS.say(f"memory_{fact['status']}", language)
