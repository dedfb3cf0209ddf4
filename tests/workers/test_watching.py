"""`python -m workers lanes`, once and live."""

from __future__ import annotations

import json
from pathlib import Path
from signal import SIGINT

import pytest

from settings import load_settings
from tests.processes import environment, running
from tests.servers import Server
from tests.workers.lanes_at_hand import RedisAtHand, answer, take, turn
from workers.keys import Keys
from workers.redis_link import RedisLink
from workers.watching import show_lanes


async def test_once_it_prints_and_ends(
    link: RedisLink, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at_hand = RedisAtHand(link, Keys("watched", "9"))
    await at_hand.lanes.put(turn(1, "8"))
    lease, _ = await take(at_hand.lanes)
    await at_hand.lanes.close(lease)
    await at_hand.lanes.put(turn(1))
    settings = load_settings(
        _env_file=None, REDIS_URL=server.url, HAFEZ_PREFIX="watched", HAFEZ_HOME=tmp_path
    )
    assert await show_lanes(settings, "9", json=True, watch=False) == 0
    assert await show_lanes(settings, "9", json=False, watch=False) == 0
    line, head, _, closed = capsys.readouterr().out.splitlines()
    assert json.loads(line)["all"]["waiting"] == 1
    assert head.startswith("shard  waiting")
    assert closed == "chats that blocked the bot or are gone: 1"


async def test_live_it_follows_the_lanes_through_an_outage_until_ctrl_c(
    own_server: Server, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    env = environment(home, REDIS_URL=own_server.url, HAFEZ_REDIS_TIMEOUT_SECONDS="0.5")
    command = ("-m", "workers", "lanes", "--watch", "--json")
    async with (
        await RedisLink.open(own_server.url) as link,
        running(*command, env=env, cwd=tmp_path) as watching,
    ):
        lanes = RedisAtHand(link, Keys("hafez", "local")).lanes
        assert json.loads(await watching.line())["all"]["waiting"] == 0
        await lanes.put(turn(1))
        while json.loads(await watching.line())["all"]["waiting"] != 1:
            pass
        own_server.stop()
        await watching.until_it_says("does not answer")
        own_server.start()
        assert await answer(lanes) == (1,)
        while json.loads(await watching.line())["all"]["waiting"] != 0:
            pass
        watching.send(SIGINT)
        assert await watching.process.wait() == 130
        assert not watching.said("Traceback")
