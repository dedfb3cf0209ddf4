"""What the user reads, in the user's language. Pure: the terminal shows the same sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.texts.ar import ARABIC
from bot.texts.en import ENGLISH
from bot.texts.fa import PERSIAN
from bot.texts.numbers import Counted, written
from bot.texts.ru import RUSSIAN
from bot.texts.zh import CHINESE

LANGUAGES: Mapping[str, Mapping[str, str]] = {
    "en": ENGLISH,
    "fa": PERSIAN,
    "zh": CHINESE,
    "ru": RUSSIAN,
    "ar": ARABIC,
}
FALLBACK = "en"
RIGHT_TO_LEFT = frozenset({"fa", "ar"})


def language_of(code: str) -> str:
    """The language spoken to a Telegram language code: "fa-IR" -> "fa", "zh-hans" -> "zh"."""
    first = code.replace("_", "-").partition("-")[0].lower()
    return first if first in LANGUAGES else FALLBACK


def number(value: int, code: str) -> str:
    """A number of ours as the language writes it. (What users wrote is never passed here.)"""
    return written(value, language_of(code))


@dataclass(frozen=True, slots=True)
class Texts:
    """Sentences by key. `say` raises KeyError for a key or value that is missing."""

    languages: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: LANGUAGES)

    def say(self, key: str, language: str, **values: Any) -> str:
        """Integers are written in the language's digits, and with the form of what they count
        (see Counted); everything else stands as it is."""
        spoken = language_of(language)
        shown = {
            name: Counted(value, spoken) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return self.languages[spoken][key].format_map(shown)

    def has(self, key: str) -> bool:
        return key in self.languages[FALLBACK]
