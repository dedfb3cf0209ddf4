"""What /forget asks and tells, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.rendered import Rendered
from bot.texts.facts import LONGEST_VALUE
from bot.texts.page import Page, isolated

Values = Mapping[str, Any]


def forget_help_rendered(values: Values, language: str) -> Rendered:
    page = Page(language)
    page.say("notice_forget_help")
    if values.get("rows"):
        page.write("\n")
        page.say("forget_press")
    return page.rendered()


def forget_ask_rendered(values: Values, language: str) -> Rendered:
    """values: of Notice.FORGET_ASK."""
    page, value = Page(language), str(values.get("value") or "")
    page.say("forget_ask")
    page.verbatim(value if len(value) <= LONGEST_VALUE else value[:LONGEST_VALUE] + "…")
    if values.get("key"):
        page.write(f" – {isolated(str(values['key']), language)}")
    page.write("\n\n")
    page.say("notice_forget_ask", **_numbers(values, "exchanges", "facts"))
    return page.rendered()


def forgotten_rendered(values: Values, language: str) -> Rendered:
    """What was erased, and what of it may still be seen elsewhere."""
    page = Page(language)
    numbers = _numbers(values, "exchanges", "facts")
    if numbers["exchanges"]:
        page.say("notice_forgotten", **numbers)
    else:
        page.say("forgotten_elsewhere")
    _also(page, values)
    if int(values.get("files_left") or 0):
        page.say("forgotten_in_files", **_numbers(values, "files_left"))
    return page.rendered()


def all_forgotten_rendered(values: Values, language: str) -> Rendered:
    page = Page(language)
    page.say("notice_forgotten_all", **_numbers(values, "exchanges", "conversations"))
    _also(page, values)
    for told in ("files_deleted", "files_left"):
        if int(values.get(told) or 0):
            page.say(f"forgotten_{told}", **_numbers(values, told))
    page.say("forgotten_window")
    return page.rendered()


def _also(page: Page, values: Values) -> None:
    if int(values.get("letters") or 0):
        page.say("forgotten_letters", **_numbers(values, "letters"))
    if values.get("persona"):
        page.say("forgotten_persona")


def _numbers(values: Values, *names: str) -> dict[str, int]:
    return {name: int(values.get(name) or 0) for name in names}
