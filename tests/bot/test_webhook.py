"""Telegram calls us over real HTTP: an update counts as received once its turn is stored."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import aiohttp
import pytest
from aiogram import Bot
from aiohttp import web

from bot.at_once import AtOnce
from bot.being_called import be_called
from bot.dispatcher import build_dispatcher
from bot.sending import Sending
from bot.storing import Storing
from bot.webhook import DEFAULT_PATH, Webhook, derived_secret
from bot.webhook_requests import SECRET_HEADER, CannotListen, Receiver, listening
from tests.bot.conftest import QUICKLY, FakeQueue, Logged, Polling, allowing
from tests.telegram.faults import Fault, dropped
from tests.telegram.server import TOKEN, FakeTelegram
from workers.link import ServerSaidNo

SECRET = derived_secret(TOKEN)
Calling = Callable[..., AbstractAsyncContextManager[Webhook]]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Forever:
    """A sleep that only ends with whoever sleeps."""

    async def __call__(self, _: float) -> None:
        await asyncio.Event().wait()


@pytest.fixture
def calling(bot: Bot, queue: FakeQueue, telegram: FakeTelegram) -> Calling:
    """`async with calling() as webhook:` is called as it is in earnest."""

    @asynccontextmanager
    async def run(look_every_s: float = 60) -> AsyncIterator[Webhook]:
        address = f"127.0.0.1:{free_port()}"
        webhook = Webhook(f"http://{address}", SECRET, address)
        task = asyncio.create_task(
            be_called(
                bot,
                queue,
                allowing(),
                webhook,
                web.Application(),
                backoff=QUICKLY,
                look_every_s=look_every_s,
            )
        )
        await telegram.until(lambda: telegram.webhooks.url)
        try:
            yield webhook
        finally:
            task.cancel()
            await asyncio.wait({task})

    return run


async def post(webhook: Webhook, body: object, secret: str | None = SECRET) -> int:
    headers = {} if secret is None else {SECRET_HEADER: secret}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(webhook.address, json=body) as answer,
    ):
        return answer.status


async def test_a_message_is_stored_and_then_answered_with_200_within_milliseconds(
    telegram: FakeTelegram, queue: FakeQueue, calling: Calling
) -> None:
    async with calling():
        ids = [telegram.say(f"message {n}") for n in range(20)]
        await telegram.until(lambda: len(telegram.webhooks.deliveries) == 20)
    assert [turn.update_id for turn in queue.turns] == ids
    assert {delivery.status for delivery in telegram.webhooks.deliveries} == {200}
    seconds = sorted(delivery.seconds for delivery in telegram.webhooks.deliveries)
    assert seconds[len(seconds) // 2] < 0.1


async def test_what_is_not_stored_in_time_is_asked_for_again(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    queue.faults.append(ServerSaidNo("LOADING"))
    async with AtOnce(Sending(bot)) as at_once:
        storing = Storing(queue, Forever())
        dispatcher = build_dispatcher(storing, allowing(), at_once)
        receiver = Receiver(dispatcher, bot, SECRET, stored_within_s=0.05)
        webhook = Webhook("http://127.0.0.1", SECRET, "127.0.0.1:0")
        async with listening(webhook, receiver, web.Application()) as port:
            await bot.set_webhook(f"http://127.0.0.1:{port}{webhook.path}", secret_token=SECRET)
            telegram.say("patience")
            await queue.until(lambda: queue.turns)
            await telegram.until(lambda: telegram.updates.confirmed)
    assert [each.status for each in telegram.webhooks.deliveries] == [503, 200]
    assert queue.texts() == ["patience"]


async def test_a_second_delivery_of_one_update_is_one_turn(
    telegram: FakeTelegram, queue: FakeQueue, calling: Calling
) -> None:
    async with calling():
        for _ in range(2):
            telegram.say("once", update_id=5000)
            await telegram.until(lambda: not telegram.updates.waiting)
    assert len(telegram.webhooks.deliveries) == 2
    assert queue.texts() == ["once"]


@pytest.mark.parametrize(
    ("secret", "body", "status"),
    [
        (None, {"update_id": 1}, 401),
        ("wrong", {"update_id": 1}, 401),
        (SECRET, ["no update"], 400),
        (SECRET, {"update_id": "x"}, 400),
        (SECRET, {"update_id": 1, "message": {"date": "unknown shape"}}, 200),
        (SECRET, {"update_id": 1, "of_the_future": {}}, 200),
    ],
)
async def test_strangers_and_what_is_no_update_get_nowhere(
    calling: Calling, queue: FakeQueue, secret: str | None, body: object, status: int
) -> None:
    async with calling() as webhook:
        assert await post(webhook, body, secret) == status
    assert queue.puts == 0


async def test_switching_to_polling_and_back_keeps_what_waits(
    telegram: FakeTelegram, queue: FakeQueue, calling: Calling, polling: Polling
) -> None:
    telegram.say("before")
    async with calling():
        await queue.until(lambda: len(queue.turns) == 1)
    telegram.say("in between")
    async with polling():
        await queue.until(lambda: len(queue.turns) == 2)
    telegram.say("after")
    async with calling():
        await queue.until(lambda: len(queue.turns) == 3)
    assert queue.texts() == ["before", "in between", "after"]


async def test_setting_the_webhook_waits_until_telegram_can_be_reached(
    telegram: FakeTelegram, calling: Calling
) -> None:
    telegram.script.add("getMe", dropped())
    telegram.script.add("setWebhook", Fault(status=502))
    async with calling() as webhook:
        asked = telegram.calls("setWebhook")[-1].params
        assert (asked["url"], asked["secret_token"]) == (webhook.address, SECRET)
        assert not asked.get("drop_pending_updates")
        assert "message" in asked["allowed_updates"]


async def test_whoever_runs_it_is_told_when_a_poller_took_the_token(
    telegram: FakeTelegram, bot: Bot, calling: Calling, logged: Logged
) -> None:
    async with calling(look_every_s=0.01):
        await bot.delete_webhook()
        looked = len(telegram.calls("getWebhookInfo"))
        await telegram.until(lambda: len(telegram.calls("getWebhookInfo")) > looked + 2)
    assert any("never both" in str(line.get("why")) for line in logged)


async def test_a_taken_address_is_said_at_once(bot: Bot, queue: FakeQueue) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        webhook = Webhook("https://x.example", SECRET, f"127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(CannotListen, match="HAFEZ_WEBHOOK_ADDRESS"):
            await be_called(bot, queue, allowing(), webhook, web.Application())


def test_an_address_gets_a_path_unless_it_has_one_and_the_secret_hides_the_token() -> None:
    bare, own = Webhook("https://x.example", "s"), Webhook("https://x.example/hook/", "s")
    assert (bare.path, bare.address) == (DEFAULT_PATH, f"https://x.example{DEFAULT_PATH}")
    assert (own.path, own.address) == ("/hook", "https://x.example/hook")
    assert TOKEN.partition(":")[2] not in SECRET
    assert derived_secret(TOKEN + "x") != SECRET
