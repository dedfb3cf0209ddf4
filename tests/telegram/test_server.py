"""The fake Bot API server answers as Telegram does, in this process and as one of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.telegram import judge
from tests.telegram.faults import flood, stalled
from tests.telegram.server import TOKEN, FakeTelegram

judged = pytest.mark.skipif(not judge.available(), reason=judge.MISSING)


class Client:
    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url, self.session = url, session

    async def call(self, method: str, token: str = TOKEN, **fields: Any) -> tuple[int, Any]:
        async with self.session.post(f"{self.url}/bot{token}/{method}", data=fields) as answer:
            return answer.status, await answer.json()

    async def refusal(self, **fields: Any) -> str:
        status, body = await self.call("sendMessage", chat_id="7", **fields)
        assert status == 400
        return str(body["description"])


@pytest.fixture
async def server() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as running:
        yield running


@pytest.fixture
async def client(server: FakeTelegram) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession() as session:
        yield Client(server.url, session)


async def test_a_wrong_token_and_an_unknown_method_are_refused(client: Client) -> None:
    assert (await client.call("getMe", token="1:wrong"))[0] == 401
    assert (await client.call("sendRocket"))[0] == 404
    assert (await client.call("getme"))[1]["result"]["is_bot"] is True


@judged
async def test_texts_are_judged_as_telegram_judges_them(client: Client) -> None:
    def bold(length: int, **more: Any) -> str:
        return json.dumps([{"type": "bold", "offset": 0, "length": length, **more}])

    link = json.dumps([{"type": "text_link", "offset": 0, "length": 1, "url": "./README.md"}])
    assert "text is empty" in await client.refusal(text=" \n ")
    assert "too long" in await client.refusal(text="😀" * 4097)
    assert "too long" in await client.refusal(text="سلام " * 8000)
    assert "after the end of the text" in await client.refusal(text="abc", entities=bold(9))
    assert "Entity URL" in await client.refusal(text="abc", entities=link)
    assert "can't parse" in (await client.refusal(text="<b>a", parse_mode="HTML")).lower()
    status, body = await client.call("sendMessage", chat_id="7", text="  " + "😀" * 4096 + " ")
    assert (status, len(body["result"]["text"])) == (200, 4096)


async def test_multipart_bodies_and_missing_reply_targets(client: Client) -> None:
    form = aiohttp.FormData(default_to_multipart=True)
    form.add_field("chat_id", "7")
    form.add_field("text", '{"not": "parsed"}')
    form.add_field("reply_parameters", json.dumps({"message_id": 5}))
    async with client.session.post(f"{client.url}/bot{TOKEN}/sendMessage", data=form) as answer:
        assert (await answer.json())["description"].endswith("message to be replied not found")


async def test_edits_know_their_messages(client: Client) -> None:
    _, sent = await client.call("sendMessage", chat_id="7", text="a")
    edit = {"chat_id": "7", "message_id": str(sent["result"]["message_id"])}
    _, same = await client.call("editMessageText", text="a", **edit)
    _, missing = await client.call("editMessageText", chat_id="7", message_id="99", text="b")
    status, _ = await client.call("editMessageText", text="b", **edit)
    assert "not modified" in same["description"]
    assert "message to edit not found" in missing["description"]
    assert status == 200


async def test_updates_stay_until_they_are_confirmed(server: FakeTelegram, client: Client) -> None:
    first, second = server.say("one"), server.say("two")
    for _ in range(2):
        _, body = await client.call("getUpdates")
        assert [update["update_id"] for update in body["result"]] == [first, second]
    _, body = await client.call("getUpdates", offset=str(second))
    assert [update["update_id"] for update in body["result"]] == [second]


async def test_a_long_poll_ends_with_the_next_update(server: FakeTelegram, client: Client) -> None:
    poll = asyncio.create_task(client.call("getUpdates", timeout="20"))
    await server.until(lambda: server.calls("getUpdates"))
    server.say("hello")
    _, body = await poll
    assert body["result"][0]["message"]["text"] == "hello"


async def test_a_second_poller_ends_the_first(server: FakeTelegram, client: Client) -> None:
    first = asyncio.create_task(client.call("getUpdates", timeout="20"))
    await server.until(lambda: server.calls("getUpdates"))
    await client.call("getUpdates", timeout="0")
    status, body = await first
    assert status == 409
    assert body["description"].startswith("Conflict: terminated by other getUpdates request")


async def test_faults_come_in_their_order_and_are_logged(
    server: FakeTelegram, client: Client
) -> None:
    server.script.add("sendMessage", flood(3))
    server.script.add("sendMessage", stalled(applied=True))
    status, body = await client.call("sendMessage", chat_id="7", text="a")
    assert (status, body["parameters"]) == (429, {"retry_after": 3})
    hanging = asyncio.create_task(client.call("sendMessage", chat_id="7", text="b"))
    await server.until(lambda: server.log[-1].answer == "stall")
    server.release_stalled()
    with pytest.raises(aiohttp.ClientError):
        await hanging
    assert server.texts() == ["b"]
    assert [call.applied for call in server.log] == [False, True]


async def test_as_a_process_it_is_driven_over_http() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.telegram", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    hello = json.loads(await process.stdout.readline())
    async with aiohttp.ClientSession() as session:
        client = Client(hello["url"], session)
        control = f"{hello['url']}/control"
        said = {"messages": [{"text": "hi", "chat_id": 5, "user_id": 5}]}
        async with session.post(f"{control}/updates", json=said) as answer:
            assert len((await answer.json())["update_ids"]) == 1
        fault = {"method": "sendMessage", "status": 400, "description": "Bad Request: no"}
        async with session.post(f"{control}/script", json=fault) as answer:
            assert answer.status == 200
        _, updates = await client.call("getUpdates")
        assert updates["result"][0]["message"]["chat"]["id"] == 5
        assert await client.refusal(text="a") == "Bad Request: no"
        await client.call("sendMessage", chat_id="5", text="b")
        async with session.get(f"{control}/sent") as answer:
            assert [message["text"] for message in await answer.json()] == ["b"]
        async with session.get(f"{control}/log") as answer:
            log = await answer.json()
            assert [call["method"] for call in log[:2]] == ["getUpdates", "sendMessage"]
    process.terminate()
    assert await process.wait() == 0
