"""The buttons under what is remembered: show where it was said, forget it, see more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.texts import number
from bot.texts.page import TEXTS, can_be_shown, isolated, shown_below
from workers.jobs import Notice, Reply

WHERE = "where "
"""So begins the data of a button that shows a message: "where 31"."""
KEEP = "keep"
A_ROW = 3
NUMBERS_A_ROW = 6
LONGEST_VALUE = 40
"""Characters of a value that stand on a button."""
OFFERED = ("/mode", "/facts", "/forget", "/export", "/forget all")

Choice = tuple[str, str]
"""What stands on a button, and its data."""
Rows = Sequence[Sequence[Choice]]


def memory_buttons(reply: Reply) -> Rows | None:
    """None for a reply of another kind."""
    values, language = reply.values, reply.language
    match reply.notice:
        case Notice.MEMORY_PAGE:
            return _of_page(values, language) if values.get("exchanges") else ()
        case Notice.FACTS_PAGE:
            return [*_where(values, "rows", language), *_next_facts(values, language)]
        case Notice.FORGET_HELP:
            return _to_choose(values, language)
        case Notice.FORGET_ASK:
            return _asked(values, language)
        case Notice.FORGET_ALL_ASK:
            return [[(TEXTS.say("button_erase", language), "/forget all yes")], [_keep(language)]]
    return None


def in_rows(choices: Iterable[Choice], a_row: int = A_ROW) -> Rows:
    listed = list(choices)
    return [listed[at : at + a_row] for at in range(0, len(listed), a_row)]


def where_data(message: int) -> str:
    return f"{WHERE}{message}"


def message_of(data: str) -> int:
    """The message that a button shows; 0 for anything else."""
    shown = data.removeprefix(WHERE)
    return int(shown) if data.startswith(WHERE) and shown.isdecimal() else 0


def _of_page(values: Mapping[str, Any], language: str) -> Rows:
    names = {"/forget": "forget_one", "/forget all": "forget"}
    offered = [
        (TEXTS.say(f"button_{names.get(page, page[1:])}", language), page) for page in OFFERED
    ]
    return [*_where(values, "facts", language), *in_rows(offered)]


def _where(values: Mapping[str, Any], rows: str, language: str) -> Rows:
    """A number for each fact whose message has no address."""
    below = shown_below(str(values.get("chat") or ""), values.get(rows) or ())
    numbers = ((number(fact, language), where_data(message)) for fact, message in below)
    return in_rows(numbers, NUMBERS_A_ROW)


def _next_facts(values: Mapping[str, Any], language: str) -> Rows:
    at, pages = int(values.get("page") or 1), int(values.get("pages") or 1)
    words = str(values.get("words") or "")
    said = " ".join(filter(None, ["/facts", words, f"p{at + 1}"]))
    return [[(TEXTS.say("button_more", language), said)]] if at < pages else []


def _to_choose(values: Mapping[str, Any], language: str) -> Rows:
    """A fact is named by its place, which no other fact ever has."""
    conversation = int(values.get("conversation") or 1)
    facts = [
        [(_short(str(row.get("value") or ""), language), f"/forget #{conversation}:{row['id']}")]
        for row in values.get("rows") or ()
        if row.get("id")
    ]
    at, pages = int(values.get("page") or 1), int(values.get("pages") or 1)
    more = [[(TEXTS.say("button_more", language), f"/forget #p{at + 1}")]] if at < pages else []
    return [*facts, *more]


def _asked(values: Mapping[str, Any], language: str) -> Rows:
    yes = TEXTS.say("button_forget_yes", language), f"/forget {values.get('pressed')} yes"
    message = int(values.get("message") or 0)
    where = TEXTS.say("button_where", language), where_data(message)
    can_show = can_be_shown(str(values.get("chat") or ""), message)
    return [[yes], [_keep(language), where] if can_show else [_keep(language)]]


def _keep(language: str) -> Choice:
    return TEXTS.say("button_keep", language), KEEP


def _short(value: str, language: str) -> str:
    line = " ".join(value.split())
    short = line if len(line) <= LONGEST_VALUE else line[:LONGEST_VALUE] + "…"
    return isolated(short, language)
