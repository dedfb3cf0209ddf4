"""The fake server calls a webhook as Telegram does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import aiohttp
import pytest
from aiohttp import web

from tests.telegram.server import TOKEN, FakeTelegram
from tests.telegram.webhooks import ACTIVE, SECRET_HEADER


@dataclass
class Called:
    """Someone who is called: answers with `statuses`, then 200."""

    statuses: list[int] = field(default_factory=list)
    got: list[tuple[str, int]] = field(default_factory=list)
    url: str = ""

    async def receive(self, request: web.Request) -> web.Response:
        update = await request.json()
        self.got.append((request.headers.get(SECRET_HEADER, ""), update["update_id"]))
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)


@pytest.fixture
async def called() -> AsyncIterator[Called]:
    ours, app = Called(), web.Application()
    app.router.add_post("/", ours.receive)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    ours.url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    yield ours
    await runner.cleanup()


async def call(server: FakeTelegram, method: str, **fields: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.url}/bot{TOKEN}/{method}", data=fields) as answer,
    ):
        return answer.status, str((await answer.json()).get("description", ""))


async def test_what_is_not_taken_is_delivered_again_in_order_with_the_secret(
    called: Called,
) -> None:
    called.statuses = [503, 500]
    async with FakeTelegram() as server:
        first, second = server.say("a"), server.say("b")
        await call(server, "setWebhook", url=called.url, secret_token="s_1")
        await server.until(lambda: second in server.updates.confirmed)
        assert called.got == [("s_1", first)] * 3 + [("s_1", second)]
        assert [each.status for each in server.webhooks.deliveries] == [503, 500, 200, 200]


async def test_a_webhook_keeps_updates_from_pollers_until_it_is_deleted(called: Called) -> None:
    async with FakeTelegram() as server:
        polling = asyncio.create_task(call(server, "getUpdates", timeout="20"))
        await server.until(lambda: server.calls("getUpdates"))
        await call(server, "setWebhook", url=called.url)
        assert (await polling)[0] == 409
        assert await call(server, "getUpdates") == (409, ACTIVE)
        await call(server, "deleteWebhook")
        assert (await call(server, "getUpdates"))[0] == 200
