"""Which message holds a reply while it streams, so that its end is put there by whoever delivers
it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class Placeholder(NamedTuple):
    """message_id: 0 for none · question: the message that it was begun to answer, 0 where that
    has no id · holds: which reply was put into it, one word, "" while none was."""

    message_id: int = 0
    question: int = 0
    holds: str = ""


class Placeholders(Protocol):
    """A chat's last one is kept for two days. Both raise what a link raises."""

    async def of(self, chat: str) -> Placeholder: ...

    async def keep(self, chat: str, placeholder: Placeholder) -> bool:
        """False: that of a later try at the same question stays. Ids only grow in a chat, so
        whoever comes with a lower one lost the lane meanwhile."""
        ...


def overtaken(new: Placeholder, kept: Placeholder) -> bool:
    """`kept` is of a later try at the same question; Placeholder() goes over everything."""
    return 0 < new.message_id < kept.message_id and new.question == kept.question


@dataclass(frozen=True, slots=True)
class DictPlaceholders:
    """For one process."""

    kept: dict[str, Placeholder] = field(default_factory=dict)

    async def of(self, chat: str) -> Placeholder:
        return self.kept.get(chat, Placeholder())

    async def keep(self, chat: str, placeholder: Placeholder) -> bool:
        if overtaken(placeholder, self.kept.get(chat, Placeholder())):
            return False
        self.kept[chat] = placeholder
        return True
