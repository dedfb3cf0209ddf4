"""The buttons that ask what a person thinks of an answer, and what remains of them. Pure.

Reactions say the same and take no room; they do not tell their topic, so that those of topics are
never heard."""

from __future__ import annotations

from typing import Literal

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.buttons import can_be_asked_again
from bot.chats import parse_chat
from workers.business import host_of
from workers.feedback import DISLIKED, LIKED, NOTHING_SAID
from workers.jobs import Reply

Asking = Literal["off", "auto", "always"]
"""auto: in topics alone."""

OPINION = "think "
"""So begins the data of such a button: "think liked"."""
_SIGNS = {LIKED: "👍", DISLIKED: "👎"}
_WORDS = {LIKED: "liked", DISLIKED: "disliked", NOTHING_SAID: "nothing"}


def asking_buttons(reply: Reply, chat: str, asking: Asking) -> InlineKeyboardMarkup | None:
    """Under answers of the model that came to their end. Never in a business chat, whose people
    write to its owner and not to us."""
    answers = bool(reply.text) and reply.notice is None and not can_be_asked_again(reply)
    wanted = asking == "always" or (asking == "auto" and parse_chat(chat)[1] is not None)
    return opinion_buttons(NOTHING_SAID) if answers and wanted and not host_of(chat) else None


def opinion_buttons(opinion: float) -> InlineKeyboardMarkup:
    """Both, or once one was pressed that one with a tick; pressed again it takes that back."""
    if opinion in _SIGNS:
        row = [_button(f"{_SIGNS[opinion]} ✓", NOTHING_SAID)]
    else:
        row = [_button(sign, pressed) for pressed, sign in _SIGNS.items()]
    return InlineKeyboardMarkup(inline_keyboard=[row])


def opinion_in(data: str) -> float | None:
    """What the press of a button says; None for any other data."""
    said = data.removeprefix(OPINION)
    known = (opinion for opinion, word in _WORDS.items() if word == said)
    return next(known, None) if data.startswith(OPINION) else None


def _button(text: str, opinion: float) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=text, callback_data=f"{OPINION}{_WORDS[opinion]}")
