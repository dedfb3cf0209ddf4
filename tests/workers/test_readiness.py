"""A process says over HTTP whether it can work, and shows the gap while its server is away."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from tests.servers import Server
from workers.readiness import CannotListen, readiness
from workers.redis_link import RedisLink


async def status(address: str | None, path: str) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{address}{path}") as answer,
    ):
        return answer.status


async def test_ready_shows_the_gap_while_the_server_is_away_and_live_does_not(
    own_server: Server,
) -> None:
    """And its end within three seconds of the server's return."""
    async with (
        await RedisLink.open(own_server.url) as link,
        readiness("127.0.0.1:0", link) as address,
    ):
        assert await status(address, "/ready") == 200
        own_server.stop()
        assert await status(address, "/ready") == 503
        assert await status(address, "/live") == 200
        own_server.start()
        async with asyncio.timeout(3):
            while await status(address, "/ready") != 200:  # each asks for up to a second
                pass


async def test_without_an_address_nothing_is_answered(link: RedisLink) -> None:
    async with readiness(None, link) as address:
        assert address is None


async def test_an_address_that_is_taken_is_said_with_the_settings_name(link: RedisLink) -> None:
    async with readiness("127.0.0.1:0", link) as address:
        with pytest.raises(CannotListen, match="HAFEZ_HEALTH_ADDRESS"):
            async with readiness(address, link):
                pass
