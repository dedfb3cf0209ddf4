"""What a turn costs on the way to the server and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.fakes.stage import Stage
from workers.jobs import Command
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.link import Argument, Response, Script
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore

KEYS = Keys("test", "1")


class Naming:
    """A link that notes which scripts it ran."""

    def __init__(self, link: RedisLink) -> None:
        self._link = link
        self.ran: list[str] = []
        self.subscribe = link.subscribe

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        self.ran.append(script.name)
        return await self._link.run(script, keys, args)


def stage_on(link: Any) -> Stage:
    known = KnownMemories()
    lanes = RedisLanes(link, KEYS, known=known)
    return Stage(lanes=lanes, store=RedisStore(link, KEYS, known))


async def calls_of_a_turn(stage: Stage, link: Naming) -> list[str]:
    held = await stage.lease()
    link.ran.clear()
    await stage.answer.run(held)
    return link.ran


async def test_a_turn_takes_three_calls(link: RedisLink) -> None:
    naming = Naming(link)
    stage = stage_on(naming)
    for text in ("first", "second"):
        await stage.put(text)
    for _ in range(2):
        assert await calls_of_a_turn(stage, naming) == ["open", "commit", "release"]
    assert stage.replier.texts("1") == ["echo: first", "echo: second"]
    assert [e.reply_ids for e in (await stage.memory()).exchanges] == [(1001,), (1002,)]


async def test_a_wrong_guess_of_the_conversation_takes_one_call_more(link: RedisLink) -> None:
    naming = Naming(link)
    stage = stage_on(naming)
    await stage.put("", command=Command.NEW)
    for text in ("first", "second"):
        await stage.put(text)
    await stage.run_one()
    once_more = ["open", "load_memory", "commit", "release"]
    assert await calls_of_a_turn(stage, naming) == once_more
    assert await calls_of_a_turn(stage, naming) == ["open", "commit", "release"]
    assert len((await stage.memory(number=2)).exchanges) == 2
