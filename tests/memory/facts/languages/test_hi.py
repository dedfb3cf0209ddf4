"""Hindi sentences: what is marked is found, whole, and nothing else is."""

from __future__ import annotations

import pytest

from tests.memory.facts.marked import found, marked

SENTENCES = [
    "ऑर्डर नंबर ⟦५५१२०⟧ की कीमत ⟦₹२,४८,०००.५०⟧ है।",
    "बैठक ⟦३ मार्च २०२७⟧ को ⟦शाम ७ बजे⟧ है।",
    "⟦साढ़े पाँच बजे⟧ आना, ⟦कल सुबह⟧ नहीं।",
    "⟦अधिकतम ४ लोग⟧ और ⟦कम से कम 2 दिन⟧।",
    "किराया ⟦दो हज़ार रुपये⟧, छूट ⟦10 प्रतिशत⟧।",
    "आख़िरी तारीख़ ⟦१५/०८/२०२७⟧ है।",
    "⟦ढाई किलो⟧ आटा और ⟦आधा लीटर⟧ दूध।",
    "⟦5 से 7 बजे तक⟧ खुला है, ⟦हर 2 घंटे⟧ फ़ोन करना।",
    "⟦अगले सोमवार⟧ मिलेंगे।",
    "मेरा नंबर ⟦+91 98111 22334⟧ है।",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_marked_is_found_whole_and_nothing_else_is(sentence: str) -> None:
    assert found(sentence) == marked(sentence)
