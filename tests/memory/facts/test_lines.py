"""The ledger as the model reads it: nothing that is over looks as if it held."""

from __future__ import annotations

from memory.facts.lines import HEADS, entries_of, written
from tests.memory.facts.test_ledger import ledger


def parts(*said: str) -> dict[str, list[str]]:
    """Section -> its lines."""
    found: dict[str, list[str]] = {section: [] for section in HEADS}
    for entry in entries_of(ledger(*said)):
        found[entry.section] += entry.text.splitlines()
    return found


def test_an_old_value_is_left_out_of_the_sentences_of_others() -> None:
    shown = parts(
        "My budget is $600 and at most 2 people will come, at 11:05 on 18 March.",
        "Make the budget $775, not $600.",
    )
    assert shown["holds"] == [
        (
            "- My budget is […] and at most 2 people will come, at 11:05 on 18 March"
            " (user, 2026-11-29, exchange 1)"
        ),
        "- Make the budget $775, not […] (user, 2026-11-29, exchange 2)",
    ]
    assert shown["history"] == [
        "- no longer: My budget is $600 (user, 2026-11-29, exchange 1; until exchange 2)"
    ]


def test_a_sentence_that_names_an_old_value_for_something_else_keeps_its_own() -> None:
    shown = parts("Budget $600.", "Rent is $600, code AB-12.", "Make the budget $700.")
    assert any("Rent is $600" in line for line in shown["holds"])


def test_a_contradiction_shows_all_values_and_who_said_them_in_one_entry() -> None:
    entries = entries_of(ledger("T: the price is 66 EUR", "the price is 67 EUR"))
    assert [(entry.section, entry.text) for entry in entries] == [
        (
            "unsettled",
            (
                "- the price is 66 EUR (tool, 2026-11-29, exchange 1)\n"
                "- the price is 67 EUR (user, 2026-11-29, exchange 2)"
            ),
        )
    ]


def test_every_section_has_its_heading_and_empty_ones_have_none() -> None:
    text = written(entries_of(ledger("My code is AB-12.")))
    assert text.splitlines()[0] == HEADS["holds"]
    assert HEADS["unsettled"] not in text
    assert HEADS["history"] not in text
    assert written([]) == ""
