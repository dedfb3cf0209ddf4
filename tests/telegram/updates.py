"""Updates as Telegram would deliver them, and the queue that getUpdates reads from."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from typing import Any

CONFLICT = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is "
    "running"
)


class Terminated(Exception):
    """Another poller came."""


class Updates:
    """Unconfirmed updates, oldest first. One poller at a time; a second ends the first."""

    def __init__(self) -> None:
        self.waiting: list[dict[str, Any]] = []
        self.confirmed: list[int] = []
        self._next_id = 1000
        self._arrived = asyncio.Event()
        self._poller: asyncio.Future[None] | None = None

    def add(self, update: Mapping[str, Any]) -> int:
        """Returns the update id, given or next."""
        update_id = int(update.get("update_id", self._next_id))
        self._next_id = max(self._next_id, update_id) + 1
        self.waiting.append({**update, "update_id": update_id})
        self._arrived.set()
        return update_id

    async def poll(self, limit: int, timeout_s: float) -> list[dict[str, Any]]:
        """Raises Terminated when another poller takes over."""
        if self._poller and not self._poller.done():
            self._poller.set_exception(Terminated())
        ours = self._poller = asyncio.get_running_loop().create_future()
        try:
            await self._something_or(ours, timeout_s)
        finally:
            if not ours.done():
                ours.cancel()
        return self.waiting[:limit]

    async def _something_or(self, ours: asyncio.Future[None], timeout_s: float) -> None:
        if self.waiting:
            return
        self._arrived.clear()
        arrival = asyncio.ensure_future(self._arrived.wait())
        either: set[asyncio.Future[Any]] = {arrival, ours}
        try:
            await asyncio.wait(either, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        finally:
            arrival.cancel()
        if ours.done():
            ours.result()

    def confirm(self, offset: int) -> None:
        """Forget the updates below `offset` for good."""
        self.confirmed += [u["update_id"] for u in self.waiting if u["update_id"] < offset]
        self.waiting = [u for u in self.waiting if u["update_id"] >= offset]


def message(
    text: str | None,
    message_id: int,
    *,
    chat_id: int = 7,
    user_id: int = 7,
    name: str = "Sara",
    language: str = "en",
    **more: Any,
) -> dict[str, Any]:
    """A Message object: private for positive chat ids, in a supergroup for negative ones."""
    chat: dict[str, Any] = {"id": chat_id, "type": "private", "first_name": name}
    if chat_id < 0:
        chat = {"id": chat_id, "type": "supergroup", "title": "a group"}
    user = {"id": user_id, "is_bot": False, "first_name": name, "language_code": language}
    said = {} if text is None else {"text": text, **_found_entities(text)}
    return {
        "message_id": message_id,
        "date": int(time.time()),
        "chat": chat,
        "from": user,
        **said,
        **more,
    }


def _found_entities(text: str) -> dict[str, Any]:
    """The commands and mentions that Telegram marks by itself."""
    found = [
        {
            "type": "bot_command" if match.group().startswith("/") else "mention",
            "offset": len(text[: match.start()].encode("utf-16-le")) // 2,
            "length": len(match.group()),
        }
        for match in re.finditer(r"(?<!\S)(?:/\w{1,32}(?:@\w{3,32})?|@\w{3,32})", text, re.ASCII)
    ]
    return {"entities": found} if found else {}
