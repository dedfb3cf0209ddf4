"""What a message replies to, as far as its sender shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Quoted:
    """text: the replied message, or the piece of it that was `chosen` · by: who wrote it, "" when
    it was the bot · message_id: its Telegram id, 0 for one of another chat."""

    text: str
    by: str = ""
    message_id: int = 0
    chosen: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "by": self.by,
            "message_id": self.message_id,
            "chosen": self.chosen,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Quoted:
        """Raises KeyError, TypeError, ValueError or AttributeError for what is none."""
        return cls(
            str(stored["text"]),
            str(stored.get("by", "")),
            int(stored.get("message_id", 0)),
            bool(stored.get("chosen", False)),
        )
