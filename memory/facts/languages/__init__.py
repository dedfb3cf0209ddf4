"""The languages the extractor reads, all at once: people mix them in one sentence."""

from __future__ import annotations

from memory.facts.language import Language
from memory.facts.languages.ar import ARABIC
from memory.facts.languages.en import ENGLISH
from memory.facts.languages.everywhere import EVERYWHERE
from memory.facts.languages.fa import PERSIAN
from memory.facts.languages.hi import HINDI
from memory.facts.languages.ja import JAPANESE
from memory.facts.languages.ru import RUSSIAN
from memory.facts.languages.zh import CHINESE

LANGUAGES: tuple[Language, ...] = (
    EVERYWHERE,
    ENGLISH,
    PERSIAN,
    CHINESE,
    RUSSIAN,
    ARABIC,
    HINDI,
    JAPANESE,
)
