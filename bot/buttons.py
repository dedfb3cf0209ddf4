"""The buttons under our messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.memory_buttons import Rows, in_rows, memory_buttons
from bot.texts.page import TEXTS
from workers.choices import SPOKEN
from workers.jobs import Command, Notice, Reply

RETRY = "retry"
PRESSED = "/"
"""So begins the data of a button that stands for a command: "/mode window"."""
MOST_DATA_BYTES = 64
"""Telegram takes no longer data of a button."""
WENT_WRONG = frozenset(
    {Notice.EMPTY_ANSWER, Notice.MODEL_UNAVAILABLE, Notice.MODEL_REFUSED, Notice.FAILED}
)
_LISTS: Mapping[Notice | None, tuple[str, str]] = {
    Notice.MODE_LIST: ("recipes", "/mode"),
    Notice.MODEL_LIST: ("models", "/model"),
    Notice.CHATS_LIST: ("chats", "/chats"),
}
"""The value that lists what can be chosen, and the command that chooses."""


@dataclass(frozen=True, slots=True)
class Said:
    command: Command
    words: str


def command_of(data: str) -> Said | None:
    """The command that a button's data stands for; None for anything else."""
    name, _, words = data.removeprefix(PRESSED).partition(" ")
    if not data.startswith(PRESSED) or name not in list(Command):
        return None
    return Said(Command(name), words.strip())


def buttons_of(reply: Reply) -> InlineKeyboardMarkup | None:
    """What went wrong can be asked again, as far as it is known which message asked; what offers
    a choice can be pressed."""
    if can_be_asked_again(reply):
        again = TEXTS.say("retry_button", reply.language)
        return _keyboard([(again, RETRY)]) if reply.reply_to else None
    rows = memory_buttons(reply)
    return _markup(in_rows(_choices(reply)) if rows is None else rows)


def can_be_asked_again(reply: Reply) -> bool:
    return reply.notice in WENT_WRONG or reply.ended_by_model


def _choices(reply: Reply) -> list[tuple[str, str]]:
    """What stands on each button, and its data."""
    values, language = reply.values, reply.language
    if reply.notice is Notice.LANG_LIST:
        own = (TEXTS.say("lang_own", language), "/lang own")
        return [*((name, f"/lang {code}") for code, name in SPOKEN.items()), own]
    name, command = _LISTS.get(reply.notice, ("", ""))
    listed = [str(each) for each in values.get(name) or ()]
    if reply.notice is Notice.CHATS_LIST:
        listed = [str(row.get("number")) for row in values.get(name) or ()]
    return [(each, f"{command} {each}") for each in listed]


def _keyboard(choices: Sequence[tuple[str, str]]) -> InlineKeyboardMarkup | None:
    return _markup(in_rows(choices))


def _markup(rows: Rows) -> InlineKeyboardMarkup | None:
    """A choice whose data would be too long can only be typed."""
    offered = [[button for choice in row if (button := _button(*choice))] for row in rows]
    kept = [row for row in offered if row]
    return InlineKeyboardMarkup(inline_keyboard=kept) if kept else None


def _button(text: str, data: str) -> InlineKeyboardButton | None:
    fits = len(data.encode()) <= MOST_DATA_BYTES
    return InlineKeyboardButton(text=text, callback_data=data) if fits else None
