"""Business chats: people write to an account that the bot answers for. Their lane is named for the
chat and the account, "55@999", so that nothing of it is found from anywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Connection:
    """How the bot writes in an account's name. id: Telegram's name for it, which may change when
    the account connects again · account: the person whose account it is, the host of whoever
    writes there · enabled: not ended since · can_reply: it was given the right to write."""

    id: str
    account: int
    enabled: bool = True
    can_reply: bool = True

    @property
    def usable(self) -> bool:
        return self.enabled and self.can_reply

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "account": self.account,
            "enabled": self.enabled,
            "can_reply": self.can_reply,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Connection | None:
        """None for what cannot be one."""
        try:
            return cls(
                str(stored["id"]),
                int(stored["account"]),
                bool(stored["enabled"]),
                bool(stored["can_reply"]),
            )
        except (KeyError, TypeError, ValueError):
            return None


class Connections(Protocol):
    """The connections of accounts that were let in. All may be repeated, and raise what a link
    raises."""

    async def named(self, connection: str) -> Connection | None: ...

    async def of_account(self, account: int) -> Connection | None:
        """The one that was kept last."""
        ...

    async def keep(self, connection: Connection) -> None: ...


@dataclass(frozen=True, slots=True)
class DictConnections:
    """For one process."""

    known: dict[str, Connection] = field(default_factory=dict)
    newest: dict[int, str] = field(default_factory=dict)

    async def named(self, connection: str) -> Connection | None:
        return self.known.get(connection)

    async def of_account(self, account: int) -> Connection | None:
        return self.known.get(self.newest.get(account, ""))

    async def keep(self, connection: Connection) -> None:
        before = self.newest.get(connection.account)
        if before not in (None, connection.id):
            self.known.pop(before or "", None)
        self.known[connection.id] = connection
        self.newest[connection.account] = connection.id


def host_of(chat: str) -> str:
    """Whose account a chat's messages are written to, by the name of its lane; "" for a chat of
    the bot's own."""
    return chat.partition("@")[2]
