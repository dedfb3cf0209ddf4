"""How well each exchange of a chat fits a question, on one scale from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory.conversation import Exchange
from memory.kind import Question
from memory.log import log_of


def likeness(exchanges: Sequence[Exchange], question: Question) -> NDArray[np.float64]:
    """One number an exchange: the search's score as a share of the best one's; 0 for what the
    search does not find, which may be all of them."""
    log = log_of(exchanges)
    hits = log.index.search(question)
    best = hits[0].score if hits else 1.0
    found = {hit.number: hit.score / best for hit in hits}
    return np.array([found.get(number, 0.0) for number in log.numbers], dtype=np.float64)
