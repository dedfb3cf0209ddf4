"""Where sentences end, and where a stop ends none."""

from __future__ import annotations

from itertools import pairwise

import pytest

from memory.facts.sentences import sentences_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("My order no. A7 is here. Good.", ["My order no. A7 is here.", "Good."]),
        ("My order no. is A7. Good.", ["My order no. is A7.", "Good."]),
        ("Ask Dr. Ahmadi. She knows.", ["Ask Dr. Ahmadi.", "She knows."]),
        ("Did you? No. I said so.", ["Did you?", "No.", "I said so."]),
        ("سلام. شماره ۷ است؟ بله.", ["سلام.", "شماره ۷ است؟", "بله."]),
        ("好的。号码是7！再见", ["好的。", "号码是7！", "再见"]),
    ],
)
def test_a_sentence_ends_at_its_stop_but_not_at_that_of_a_short_form(
    text: str, sentences: list[str]
) -> None:
    bounds = (0, *sentences_of(text, ()).bounds, len(text))
    assert [text[start:end].strip() for start, end in pairwise(bounds)] == sentences
