"""Pages of our own: lines of text, and what in them stands exactly as it was written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.rendered import Rendered, Span
from bot.texts import RIGHT_TO_LEFT, Texts, language_of
from bot.texts.numbers import digits

TEXTS = Texts()
_ISOLATE, _RELEASE = "\u2068", "\u2069"
_SUPERGROUP = "-100"
LONGEST_OPEN = 500
"""Characters of a quotation that is shown as a whole."""


def isolated(value: str, language: str) -> str:
    """Between isolating characters in right-to-left text, whose order it cannot disturb then."""
    right_to_left = language_of(language) in RIGHT_TO_LEFT
    return f"{_ISOLATE}{value}{_RELEASE}" if right_to_left else value


def dated(day: str | None, language: str) -> str:
    """A date of ours, in the language's digits."""
    return isolated(digits(day or "", language_of(language)), language)


def message_url(chat: str, message: int) -> str:
    """Where Telegram shows the message: supergroups have addresses for theirs, private chats have
    none. "" where there is none."""
    group, _, topic = chat.partition("/")
    if not message or not group.startswith(_SUPERGROUP):
        return ""
    place = "/".join(filter(None, [group.removeprefix(_SUPERGROUP), topic, str(message)]))
    return f"https://t.me/c/{place}"


def can_be_shown(chat: str, message: int) -> bool:
    """Whether the message has no address, so that only a reply to it can show where it is."""
    group = chat.partition("@")[0].partition("/")[0].removeprefix("-")
    return bool(message) and group.isdecimal() and not message_url(chat, message)


def shown_below(chat: str, rows: Iterable[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Of the rows that a button can show the message of: their numbers and the messages."""
    both = ((int(row.get("number") or 0), int(row.get("message") or 0)) for row in rows)
    return [(number, message) for number, message in both if can_be_shown(chat, message)]


class Page:
    def __init__(self, language: str) -> None:
        self.language = language
        self.text = ""
        self.spans: list[Span] = []

    def say(self, key: str, **values: Any) -> None:
        self.write(TEXTS.say(key, self.language, **values) + "\n")

    def heading(self, key: str, **values: Any) -> None:
        self.span("bold", TEXTS.say(key, self.language, **values))
        self.write("\n")

    def quoted(self, text: str) -> None:
        """Apart from the rest; of a long one Telegram shows the beginning, until it is pressed."""
        self.span("expandable_blockquote" if len(text) > LONGEST_OPEN else "blockquote", text)
        self.write("\n")

    def span(self, kind: str, text: str) -> None:
        start = len(self.text)
        self.spans.append(Span(kind, start, start + len(text)))
        self.write(text)

    def write(self, text: str) -> None:
        self.text += text

    def verbatim(self, value: str) -> None:
        """Exactly as written, as code."""
        shown = isolated(value, self.language)
        start = len(self.text) + shown.find(value)
        if value:
            self.spans.append(Span("code", start, start + len(value)))
        self.write(shown)

    def link(self, words: str, url: str) -> None:
        start = len(self.text)
        self.spans.append(Span("text_link", start, start + len(words), url=url))
        self.write(words)

    def link_to_message(self, chat: str, message: int) -> None:
        """Where Telegram has an address for it; else nothing."""
        url = message_url(chat, message)
        if url:
            self.write(" · ")
            self.link(TEXTS.say("facts_link", self.language), url)

    def rendered(self) -> Rendered:
        return Rendered(self.text.rstrip("\n"), tuple(self.spans))
