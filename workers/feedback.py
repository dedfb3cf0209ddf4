"""What a person thinks of an answer, noted with the exchange that it ended."""

from __future__ import annotations

from typing import Protocol

LIKED, DISLIKED, NOTHING_SAID = 1.0, 0.0, 0.5


class Feedback(Protocol):
    async def note(self, chat: str, message_id: int, feedback: float) -> bool:
        """Set the feedback of the exchange whose delivered reply has this message; False when
        there is none among the last ones. Raises what a link raises."""
        ...
