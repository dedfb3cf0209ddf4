"""Messages that are still being written: what a person sees of them, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

LIFE_S = 30.0
Place = tuple[int, int]
"""Chat, and its topic or 0."""


@dataclass(slots=True)
class Shown:
    draft_id: int
    text: str
    entities: list[dict[str, Any]]
    can_stop: bool
    until: float


@dataclass(slots=True)
class Drafts:
    """One for each chat and topic: another id takes the place of the one before."""

    clock: Callable[[], float]
    _shown: dict[Place, Shown] = field(default_factory=dict)

    def show(self, place: Place, draft: Shown) -> None:
        draft.until = self.clock() + LIFE_S
        self._shown[place] = draft

    def remove(self, place: Place) -> None:
        """A message came, which ends the draft."""
        self._shown.pop(place, None)

    def at(self, place: Place) -> Shown | None:
        """What is seen there now."""
        draft = self._shown.get(place)
        return draft if draft is not None and self.clock() < draft.until else None
