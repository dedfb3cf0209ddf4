"""The words of the languages: each meaning is used, each item of a rule is known."""

from __future__ import annotations

from pathlib import Path

import memory.facts as package
from memory.facts.items import READ_BY_ITSELF
from memory.facts.languages import LANGUAGES

ITEMS = {
    item.removesuffix("?")
    for language in LANGUAGES
    for rule in language.rules
    for item in rule.pattern.split()
}
MEANINGS = {meaning for language in LANGUAGES for meaning in language.words}


def test_every_item_of_a_rule_is_a_meaning_or_read_by_itself() -> None:
    assert set() == ITEMS - MEANINGS - READ_BY_ITSELF.keys()


def test_every_meaning_is_used_by_a_rule_or_by_the_code() -> None:
    folder = Path(package.__path__[0])
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert {m for m in MEANINGS - ITEMS - READ_BY_ITSELF.keys() if f'"{m}"' not in code} == set()
