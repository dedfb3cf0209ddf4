"""Put into a group that privacy mode hides from it, the bot says so once."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram.types import ChatMemberAdministrator

from bot.texts import Texts
from tests.bot.conftest import FakeQueue, Polling
from tests.telegram import chats
from tests.telegram.server import FakeTelegram

GROUP = -100
NOTICE = Texts().say("privacy_mode", "en", username=str(chats.BOT["username"]))


def membership(before: str, after: str, *, kind: str = "supergroup", user_id: int = 7) -> Any:
    chat = {"id": GROUP if kind != "private" else 7, "type": kind, "title": "a group"}
    person = {"id": user_id, "is_bot": False, "first_name": "Sara", "language_code": "en"}
    required = (
        name for name, one in ChatMemberAdministrator.model_fields.items() if one.is_required()
    )
    rights = {name: False for name in required if name not in {"status", "user"}}
    more: dict[str, dict[str, Any]] = {"administrator": rights, "kicked": {"until_date": 0}}
    old, new = (
        {"status": status, "user": chats.BOT, **more.get(status, {})} for status in (before, after)
    )
    changed = {"chat": chat, "from": person, "date": 1}
    return {"my_chat_member": {**changed, "old_chat_member": old, "new_chat_member": new}}


async def told(telegram: FakeTelegram, queue: FakeQueue, polling: Polling, *updates: Any) -> Any:
    """What it said once these updates were handled."""
    for update in updates:
        telegram.updates.add(update)
    telegram.say("done")
    async with polling():
        await queue.until(lambda: queue.turns)
    return telegram.texts()


async def test_it_explains_itself_when_it_is_added(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    added = membership("left", "member"), membership("member", "administrator")
    assert await told(telegram, queue, polling, *added) == [NOTICE]
    assert "/setprivacy" in NOTICE


@pytest.mark.parametrize(
    "update",
    [
        membership("member", "left"),
        membership("left", "administrator"),
        membership("member", "member"),
        membership("kicked", "member", kind="private"),
        membership("left", "member", user_id=666),
    ],
    ids=["removed", "administrator", "the same", "private", "by a stranger"],
)
async def test_it_says_nothing_otherwise(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, update: Any
) -> None:
    assert await told(telegram, queue, polling, update) == []


async def test_it_explains_itself_when_it_is_no_administrator_any_more(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    lowered = membership("administrator", "member")
    assert await told(telegram, queue, polling, lowered) == [NOTICE]


async def test_without_privacy_mode_there_is_nothing_to_explain(
    telegram: FakeTelegram,
    queue: FakeQueue,
    polling: Polling,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(chats.BOT, "can_read_all_group_messages", True)
    assert await told(telegram, queue, polling, membership("left", "member")) == []
