"""Business accounts: people connect the bot to theirs, and others write to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.telegram.chats import Chats, Params, Refused
from tests.telegram.updates import Updates, message

HOST = 999


class Business:
    """`name`: Telegram's for a connection."""

    def __init__(self, updates: Updates, chats: Chats) -> None:
        self._updates = updates
        self._chats = chats

    def connect(
        self,
        account: int = HOST,
        *,
        name: str = "bc-1",
        enabled: bool = True,
        can_reply: bool = True,
        told: bool = True,
    ) -> int:
        """Make, change or end a connection; returns the update id, 0 where nobody is told."""
        connection = {
            "id": name,
            "user": message(None, 0, user_id=account, name="Sara")["from"],
            "user_chat_id": account,
            "date": 1,
            "is_enabled": enabled,
            "rights": {"can_reply": True} if can_reply else {},
        }
        self._chats.connections[name] = connection
        return self._updates.add({"business_connection": connection}) if told else 0

    def say(self, text: str | None, *, name: str = "bc-1", chat_id: int = 55, **more: Any) -> int:
        """The other person of the chat writes, unless `user_id` says that the account does."""
        person = {"user_id": chat_id, "name": "Omid", **more}
        message_id = self._chats.new_message_id(chat_id)
        written = message(text, message_id, chat_id=chat_id, **person)
        written["business_connection_id"] = name
        self._chats.said[chat_id, message_id] = written
        return self._updates.add({"business_message": written})

    def edit(self, written: Mapping[str, Any], text: str) -> int:
        edited = {**written, "text": text, "edit_date": written["date"]}
        return self._updates.add({"edited_business_message": edited})

    def delete(self, message_ids: Sequence[int], *, name: str = "bc-1", chat_id: int = 55) -> int:
        chat = message(None, 0, chat_id=chat_id)["chat"]
        gone = {"business_connection_id": name, "chat": chat, "message_ids": list(message_ids)}
        return self._updates.add({"deleted_business_messages": gone})

    async def get(self, params: Params) -> Any:
        connection = self._chats.connections.get(str(params["business_connection_id"]))
        if connection is None:
            raise Refused(400, "Bad Request: business connection not found")
        return connection

    async def delete_sent(self, params: Params) -> bool:
        """deleteBusinessMessages"""
        for message_id in params["message_ids"]:
            self._chats.delete_on_behalf(str(params["business_connection_id"]), message_id)
        return True
