"""Our notices in words, with what is to be shown exactly as written marked as code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.rendered import Rendered
from bot.texts.chats import chats_rendered
from bot.texts.facts import facts_rendered
from bot.texts.forgetting import (
    all_forgotten_rendered,
    forget_ask_rendered,
    forget_help_rendered,
    forgotten_rendered,
)
from bot.texts.memory_page import memory_rendered
from bot.texts.page import TEXTS, dated, isolated
from bot.texts.recipes import recipe_words
from workers.choices import SPOKEN
from workers.jobs import Notice, Reply


def notice_text(reply: Reply) -> str:
    """The notice as plain text, for a terminal too."""
    return notice_rendered(reply).text


def notice_rendered(reply: Reply) -> Rendered:
    """The notice with its code spans; raises KeyError for a notice without a text."""
    if reply.notice is None:
        return Rendered(reply.text)
    if reply.notice in _PAGES:
        return _PAGES[reply.notice](reply.values, reply.language)
    return Rendered(TEXTS.say(f"notice_{reply.notice}", reply.language, **_worded(reply)))


_PAGES: Mapping[Notice, Callable[[Mapping[str, Any], str], Rendered]] = {
    Notice.MEMORY_PAGE: memory_rendered,
    Notice.CHATS_LIST: chats_rendered,
    Notice.FACTS_PAGE: facts_rendered,
    Notice.FORGET_HELP: forget_help_rendered,
    Notice.FORGET_ASK: forget_ask_rendered,
    Notice.FORGOTTEN: forgotten_rendered,
    Notice.FORGOTTEN_ALL: all_forgotten_rendered,
}
"""Notices that are more than one sentence."""


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
    if "anew" in values:
        values["anew"] = dated(reply.values["anew"], language)
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
