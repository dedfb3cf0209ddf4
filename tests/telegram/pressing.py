"""What people do without writing: the Stop button, other buttons, reactions."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from tests.telegram.chats import Chats
from tests.telegram.updates import Updates, message


class Pressing:
    def __init__(self, updates: Updates, chats: Chats) -> None:
        self._updates = updates
        self._chats = chats

    def stop(self, chat_id: int = 7, thread_id: int = 0) -> int:
        """Press the Stop button of the draft that is seen there; returns the update id."""
        draft = self._chats.drafts.at((chat_id, thread_id))
        if draft is None or not draft.can_stop:
            raise LookupError("no draft with a Stop button is seen there")
        chat = message(None, 0, chat_id=chat_id)["chat"]
        stopped: dict[str, Any] = {"chat": chat, "draft_id": draft.draft_id}
        if thread_id:
            stopped["message_thread_id"] = thread_id
        return self._updates.add({"stopped_message_generation": stopped})

    def press(self, sent: Mapping[str, Any], data: str = "", *, user_id: int = 7) -> int:
        """Press a button under a message of the bot's, the first one unless `data` names it."""
        shown = dict(sent)
        buttons = [button for row in shown["reply_markup"]["inline_keyboard"] for button in row]
        data = data or buttons[0]["callback_data"]
        query = {
            "id": f"query-{time.monotonic_ns()}",
            "from": message(None, 0, user_id=user_id)["from"],
            "message": shown,
            "chat_instance": "1",
            "data": data,
        }
        return self._updates.add({"callback_query": query})

    def react(
        self, message_id: int, *emoji: str, chat_id: int = 7, user_id: int = 7, before: str = ""
    ) -> int:
        """Leave these reactions on a message (none: take back the one from `before`)."""
        person = message(None, 0, chat_id=chat_id, user_id=user_id)
        changed = {
            "chat": person["chat"],
            "message_id": message_id,
            "date": int(time.time()),
            "user": person["from"],
            "old_reaction": [_reaction(before)] if before else [],
            "new_reaction": [_reaction(one) for one in emoji],
        }
        return self._updates.add({"message_reaction": changed})


def _reaction(emoji: str) -> dict[str, str]:
    return {"type": "emoji", "emoji": emoji}
