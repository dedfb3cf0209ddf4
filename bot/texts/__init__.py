"""What the user reads, in the user's language. Pure: the terminal shows the same sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.texts.en import ENGLISH
from bot.texts.fa import PERSIAN
from bot.texts.zh import CHINESE

LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "fa": PERSIAN, "zh": CHINESE}
FALLBACK = "en"
RIGHT_TO_LEFT = frozenset({"fa"})

_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


def language_of(code: str) -> str:
    """The language spoken to a Telegram language code: "fa-IR" -> "fa", "zh-hans" -> "zh"."""
    first = code.replace("_", "-").partition("-")[0].lower()
    return first if first in LANGUAGES else FALLBACK


def number(value: int, code: str) -> str:
    """A number of ours as the language writes it. (What users wrote is never passed here.)"""
    written = f"{value:,}"
    if language_of(code) == "fa":
        return written.replace(",", "٬").translate(_PERSIAN_DIGITS)
    return written


@dataclass(frozen=True, slots=True)
class Texts:
    """Sentences by key. `say` raises KeyError for a key or value that is missing."""

    languages: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: LANGUAGES)

    def say(self, key: str, language: str, **values: Any) -> str:
        """Integers are written in the language's digits, everything else as it is."""
        table = self.languages[language_of(language)]
        shown = {
            name: number(value, language) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return table[key].format_map(shown)

    def has(self, key: str) -> bool:
        return key in self.languages[FALLBACK]
