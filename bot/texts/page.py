"""Pages of our own: lines of text, and what in them stands exactly as it was written."""

from __future__ import annotations

from typing import Any

from bot.rendered import Rendered, Span
from bot.texts import RIGHT_TO_LEFT, Texts, language_of

TEXTS = Texts()
_ISOLATE, _RELEASE = "\u2068", "\u2069"


def isolated(value: str, language: str) -> str:
    """Between isolating characters in right-to-left text, whose order it cannot disturb then."""
    right_to_left = language_of(language) in RIGHT_TO_LEFT
    return f"{_ISOLATE}{value}{_RELEASE}" if right_to_left else value


class Page:
    def __init__(self, language: str) -> None:
        self.language = language
        self.text = ""
        self.spans: list[Span] = []

    def say(self, key: str, **values: Any) -> None:
        self.write(TEXTS.say(key, self.language, **values) + "\n")

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

    def rendered(self) -> Rendered:
        return Rendered(self.text.rstrip("\n"), tuple(self.spans))
