"""The fake server keeps drafts, limits, blocks and moved groups as Telegram does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.telegram.clock import MovedClock
from tests.telegram.server import FakeTelegram
from tests.telegram.test_server import Client


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock()


@pytest.fixture
async def server(clock: MovedClock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=clock, limited=True) as running:
        yield running


@pytest.fixture
async def client(server: FakeTelegram) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession() as session:
        yield Client(server.url, session)


async def draft(client: Client, **fields: Any) -> tuple[int, Any]:
    return await client.call("sendMessageDraft", **{"chat_id": "7", "draft_id": "5", **fields})


async def test_a_draft_lives_thirty_seconds_after_its_last_change(
    server: FakeTelegram, client: Client, clock: MovedClock
) -> None:
    assert await draft(client) == (200, {"ok": True, "result": True})
    clock.advance(29)
    await draft(client, text="half")
    clock.advance(29)
    seen = server.chats.drafts.at((7, 0))
    assert seen is not None
    assert seen.text == "half"
    clock.advance(2)
    assert server.chats.drafts.at((7, 0)) is None


async def test_a_message_takes_the_draft_of_its_topic_away(
    server: FakeTelegram, client: Client
) -> None:
    await draft(client, message_thread_id="3", text="a")
    await client.call("sendMessage", chat_id="7", text="elsewhere")
    assert server.chats.drafts.at((7, 3)) is not None
    await client.call("sendMessage", chat_id="7", message_thread_id="3", text="done")
    assert server.chats.drafts.at((7, 3)) is None


@pytest.mark.parametrize(
    ("fields", "refused"),
    [({"chat_id": "-7"}, "private"), ({"draft_id": "0"}, "non-zero"), ({"text": "a" * 4097}, "")],
)
async def test_drafts_are_for_private_chats_with_an_id_and_a_text_that_fits(
    client: Client, fields: dict[str, str], refused: str
) -> None:
    status, body = await draft(client, **fields)
    assert status == 400
    assert refused in body["description"]


async def test_the_stop_button_of_a_draft_becomes_an_update(
    server: FakeTelegram, client: Client
) -> None:
    await draft(client, text="half")
    with pytest.raises(LookupError):
        server.people.stop()
    await draft(client, text="half", can_stop="true")
    server.people.stop()
    stopped = server.updates.waiting[-1]["stopped_message_generation"]
    assert (stopped["chat"]["id"], stopped["draft_id"]) == (7, 5)


async def test_sends_edits_and_drafts_are_counted_together(
    client: Client, clock: MovedClock
) -> None:
    await draft(client)
    _, sent = await client.call("sendMessage", chat_id="7", text="a")
    edit = {"chat_id": "7", "message_id": str(sent["result"]["message_id"]), "text": "b"}
    await client.call("editMessageText", **edit)
    status, body = await draft(client, text="one too many")
    assert (status, body["parameters"]) == (429, {"retry_after": 1})
    clock.advance(1)
    assert (await draft(client, text="now"))[0] == 200


async def test_a_group_takes_twenty_a_minute(client: Client, clock: MovedClock) -> None:
    answers = []
    for _ in range(60):
        clock.advance(1)
        answers.append((await client.call("sendMessage", chat_id="-9", text="a"))[0])
    assert answers.count(200) == 20 + 59 // 3


async def test_all_chats_together_get_thirty_a_second(client: Client) -> None:
    answers = [
        (await client.call("sendMessage", chat_id=str(chat), text="a"))[0] for chat in range(1, 41)
    ]
    assert answers == [200] * 30 + [429] * 10


async def test_who_blocked_the_bot_and_a_group_that_moved_refuse(
    server: FakeTelegram, client: Client
) -> None:
    server.chats.blocked.add(8)
    server.chats.migrated[-9] = -1009
    assert (await client.call("sendMessage", chat_id="8", text="a"))[0] == 403
    status, body = await client.call("sendMessage", chat_id="-9", text="a")
    assert (status, body["parameters"]) == (400, {"migrate_to_chat_id": -1009})


async def test_a_message_can_be_deleted_once(server: FakeTelegram, client: Client) -> None:
    _, sent = await client.call("sendMessage", chat_id="7", text="a")
    which = {"chat_id": "7", "message_id": str(sent["result"]["message_id"])}
    assert (await client.call("deleteMessage", **which))[0] == 200
    assert server.sent == []
    assert (await client.call("deleteMessage", **which))[0] == 400


async def test_a_pressed_button_brings_its_message_and_the_question(
    server: FakeTelegram, client: Client
) -> None:
    server.say("why?")
    keyboard = {"inline_keyboard": [[{"text": "Again", "callback_data": "again"}]]}
    await client.call(
        "sendMessage",
        chat_id="7",
        text="no",
        reply_markup=json.dumps(keyboard),
        reply_parameters=json.dumps({"message_id": 1}),
    )
    server.people.press(server.sent[0])
    query = server.updates.waiting[-1]["callback_query"]
    assert query["data"] == "again"
    assert query["message"]["reply_to_message"]["text"] == "why?"


async def test_a_reaction_says_what_it_was_before(server: FakeTelegram) -> None:
    server.people.react(3, "👎", before="👍")
    changed = server.updates.waiting[-1]["message_reaction"]
    assert [r["emoji"] for r in changed["old_reaction"] + changed["new_reaction"]] == ["👍", "👎"]


async def test_a_message_is_deleted_for_two_days_and_then_stays(
    server: FakeTelegram, client: Client, clock: MovedClock
) -> None:
    sent = []
    for n in range(2):
        sent.append((await client.call("sendMessage", chat_id="7", text=f"m{n}"))[1])
        clock.advance(2)
    ids = [str(each["result"]["message_id"]) for each in sent]
    clock.advance(48 * 3600 - 10)
    status, _ = await client.call("deleteMessage", chat_id="7", message_id=ids[0])
    clock.advance(20)
    refused, told = await client.call("deleteMessage", chat_id="7", message_id=ids[1])
    assert (status, refused) == (200, 400)
    assert "can't be deleted" in str(told)
    assert server.texts() == ["m1"]


@pytest.mark.parametrize(
    ("markdown", "taken"),
    [
        ("\n\n".join(["a"] * 500), True),
        ("\n\n".join(["a"] * 501), False),
        ("- a\n" * 500, True),
        ("- a\n" * 501, False),
        ("| a " * 20 + "|\n" + "|---" * 20 + "|\n" + "| b |\n" * 9, True),
        ("| a " * 21 + "|\n" + "|---" * 21 + "|\n", False),
        (">" * 16 + " a", True),
        (">" * 17 + " a", False),
        ("![a](https://a.b/c.png)\n" * 50, True),
        ("![a](https://a.b/c.png)\n" * 51, False),
        ("a" * 32_768, True),
        ("a" * 32_769, False),
    ],
)
async def test_rich_messages_have_limits_of_their_own(
    client: Client, markdown: str, *, taken: bool
) -> None:
    rich = json.dumps({"markdown": markdown})
    status, _ = await client.call("sendRichMessage", chat_id="7", rich_message=rich)
    assert (status == 200) == taken
