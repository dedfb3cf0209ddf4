"""Lexical hits and the similarity of embeddings, in one ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, pstdev

from memory.search.hit import Hit

SHARE = 0.5
"""What the embeddings count, of both together."""
TOP = 3.0
"""Spreads above the mean at which a cosine counts as the best there can be."""


def fused(hits: Sequence[Hit], similarities: Mapping[int, float]) -> list[Hit]:
    """Best first, of equals the newest first. `similarities`: number -> cosine, of any of the
    chat's exchanges; cosines are taken by how far they stand out from the others, since what they
    are differs from model to model (e5 gives 0.74 to 0.83 for texts that have nothing in common).
    Without similarities the hits as they are; [] where there are no hits to begin with."""
    if not hits or not similarities:
        return list(hits)
    best = hits[0].score or 1.0
    lexical = {hit.number: hit.score / best for hit in hits}
    standing = _standing(similarities)
    numbers = lexical.keys() | standing.keys()
    scores = (
        Hit(n, round((1 - SHARE) * lexical.get(n, 0.0) + SHARE * standing.get(n, 0.0), 12))
        for n in numbers
    )
    return sorted(scores, key=lambda hit: (-hit.score, -hit.number))


def _standing(similarities: Mapping[int, float]) -> dict[int, float]:
    mean, spread = fmean(similarities.values()), pstdev(similarities.values())
    if not spread:
        return dict.fromkeys(similarities, 0.0)
    return {n: min(1.0, (cosine - mean) / spread / TOP) for n, cosine in similarities.items()}
