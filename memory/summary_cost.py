"""What a chat's summaries have cost so far; kept beside its states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

NAME = "summary_cost"
VERSION = 1


@dataclass(frozen=True, slots=True)
class SummaryCost:
    """calls: of the model · tokens: of its prompts and answers together · refused: answers that
    did not pass the checks, and tries that failed, before a summary was made · digests: summaries
    that code had to make in the end."""

    calls: int = 0
    tokens: int = 0
    refused: int = 0
    digests: int = 0

    def __add__(self, other: SummaryCost) -> SummaryCost:
        return SummaryCost(
            self.calls + other.calls,
            self.tokens + other.tokens,
            self.refused + other.refused,
            self.digests + other.digests,
        )

    def per_100(self, turns: int) -> SummaryCost:
        """The same for a hundred turns, rounded; of no turns it is nothing."""
        scale = 100 / turns if turns else 0.0
        return SummaryCost(*(round(value * scale) for value in asdict(self).values()))

    def to_json(self) -> dict[str, int]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> SummaryCost:
        return cls(**{name: int(stored.get(name, 0)) for name in cls.__dataclass_fields__})
