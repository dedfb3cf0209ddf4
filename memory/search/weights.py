"""The numbers that ranking turns on, all in one place.

Fitted by `python -m tests.bench fit` on the handed halves of four sets in three languages, one set
of weights for all of them; how far to trust them is what its cross-validation prints.
"""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {
    "window": 3.2,
    "letters": 1.6,
    "user": 0.5,
    "date": 5.4,
    "mine": 1.5,
    "length": 1.5,
    "neighbour": 0.8,
    "session": 2.0,
    "when": 2.0,
    "name": 1.1,
}
"""Part -> what its list counts, after each list was divided by the question's best value."""

PREVIOUS = 0.5
"""What the question before counts, and only where this one has few content words."""
FEW_WORDS = 2

ALIKE = 0.4
"""Words this much alike (share of letter groups) count as one word spelled differently, by the
square of their likeness."""
LOOSELY_ALIKE = 0.3
"""The part `letters` takes words this much alike; where there is none, the nearest there are."""
NEAREST_ALIKE, LEAST_ALIKE = 0.7, 0.05

USUAL_LENGTH, LENGTH_SPREAD = 3.2, 0.63
"""Mean and spread of ln(1 + words) of an exchange in talk."""
SHORTEST, LONGEST = -2.0, 1.5
"""So many spreads from the usual, longer or shorter makes no difference."""
