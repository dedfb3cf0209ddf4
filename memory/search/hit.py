"""What a search gives back."""

from __future__ import annotations

from typing import NamedTuple


class Hit(NamedTuple):
    """An exchange's number and how well it fits, higher is better; comparable within one
    question only, but for the floor under which nothing counts as relevant."""

    number: int
    score: float
