"""Values that are easily cut in two, cut short, or taken for another: each whole, nothing else."""

from __future__ import annotations

import pytest

from tests.memory.facts.marked import found, marked

SENTENCES = [
    # signs, separators, exponents
    "It fell ⟦from 1.299,00 € to 999,00 €⟧ (⟦−23 %⟧).",
    "Use ⟦.5⟧ and ⟦-0.25⟧, not ⟦1_000_000⟧ or ⟦1.200.000⟧.",
    "It is ⟦10^-3⟧ or ⟦2.5e-4⟧ of ⟦25 m²⟧.",
    "Rate: ⟦~$3k/mo⟧ at ⟦120/80 mmHg⟧, ⟦0.5 mg/kg⟧.",
    "৳ stands first: ⟦৳১,২৫,০০০⟧ on ⟦৩১/১২/২০২৬⟧.",
    "ราคา ⟦๒,๕๐๐⟧ บาท",
    # marks that only turn the direction
    "شماره: \u200e⟦+98 912 345 6789⟧\u200e است و \u2067⟦HX-1⟧\u2069.",
    # full width
    "⟦１０：３０⟧と⟦２０２６年１１月２９日⟧",
    # software
    "Run pip install ⟦httpx==0.27.2⟧ on ⟦nginx:1.25.3-alpine⟧.",
    "git checkout ⟦9fceb02d⟧ and tag ⟦v1.2.0-beta.3⟧",
    "see ⟦~/a/b.py:42:7⟧ and ⟦https://api.x.io/v3/users/42?limit=10#top⟧",
    "at ⟦2026-02-28T10:15:30.123+03:30⟧ sharpish",
    # law, places, books
    "By ⟦§12(3)(a)⟧ and ⟦Art. 5⟧, see ⟦Fig. 7b⟧.",
    "It lies at ⟦35.6892° N⟧, ⟦51.3890° E⟧; or ⟦35°41′21″N⟧.",
    # one value, not two
    "⟦2 million users⟧, ⟦3万5千元⟧, ⟦۲ میلیون و ۵۰۰ هزار تومان⟧",
    "open ⟦10:30–11:45⟧ and ⟦2–4 pm⟧",
    "lines: ⟦010-64005656/64005657⟧",
    "⟦C-3PO⟧ met ⟦R2-D2⟧.",
    # no value at all
    "I have no clue, it's one-way for someone.",
    "(1) tea\n(2) rice",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_hard_cases_are_read_whole(sentence: str) -> None:
    assert found(sentence) == marked(sentence)
