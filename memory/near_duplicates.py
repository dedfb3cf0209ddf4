"""How alike two texts are in their words, for telling near-duplicates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log, sqrt

from memory.remembered import remembered
from memory.words import terms


def similarity(one: str, other: str) -> float:
    """Cosine of the texts' words and pairs of words, 0 to 1; 0 where one of them has none.

    Each key weighs 1 + ln(how often it stands in the text); unlike in a search, rare words weigh
    no more than others: texts are near-duplicates when they read alike.
    """
    few, many = sorted((_weights(one), _weights(other)), key=len)
    return min(1.0, sum(weight * many.get(key, 0.0) for key, weight in few.items()))


@remembered(2_000)
def _weights(text: str) -> Mapping[str, float]:
    """Key -> weight; the squares add up to 1."""
    weights = {key: 1 + log(count) for key, count in Counter(terms(text)).items()}
    length = sqrt(sum(weight * weight for weight in weights.values()))
    return {key: weight / length for key, weight in weights.items()}
