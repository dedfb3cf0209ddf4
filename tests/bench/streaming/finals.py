"""A thousand answers through scripted floods: how many of their final texts arrive, once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence

from tests.bench.streaming.scene import Scene, scene, turn
from tests.telegram.faults import Fault, Script, flood
from workers.jobs import Outbox, Reply

AT_ONCE = 60
STREAMING_S = 4.0
GROUPS = 5
"""One chat in so many is a group."""
FLOODS = ((0.10, 1), (0.04, 3), (0.02, 11), (0.005, 41))
"""How likely, and for how many seconds: a sixth of all calls are refused."""
SENDING = frozenset({"sendmessage", "sendmessagedraft", "editmessagetext"})


class Floods(Script):
    def __init__(self, chances: random.Random) -> None:
        super().__init__()
        self.scripted = 0
        self._chances = chances

    def take(self, method: str) -> Fault | None:
        if method.lower() not in SENDING:
            return None
        drawn = self._chances.random()
        for likely, seconds in FLOODS:
            if drawn < likely:
                self.scripted += 1
                return flood(seconds)
            drawn -= likely
        return None


async def deliver_finals(count: int, *, seed: int, fast: float) -> tuple[int, int]:
    """(how many arrived once and alone, how many floods there were)"""
    async with scene(budget=True, fast=fast) as at:
        at.telegram.script = floods = Floods(random.Random(seed))
        room = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(_answer(at, n, room) for n in range(1, count + 1)))
        return _once(at, count), floods.scripted


def _chat(number: int) -> int:
    return -number if number % GROUPS == 0 else number


def _text(number: int) -> str:
    return f"the answer to question {number}, all of it"


async def _answer(at: Scene, number: int, room: asyncio.Semaphore) -> None:
    replier, chat = at.replier(number), str(_chat(number))
    async with room:
        async with replier.working(turn(chat, number, 0)) as draft:
            for part in (2, 3):
                await at.now.sleep(STREAMING_S / 2)
                await draft.show(_text(number)[: -10 * part])
        await replier.deliver(chat, Outbox(Reply(text=_text(number))), _unmarked)


async def _unmarked(part: int, message_ids: Sequence[int]) -> None:
    pass


def _once(at: Scene, count: int) -> int:
    seen = Counter((sent["chat"]["id"], sent["text"]) for sent in at.telegram.sent)
    bubbles = Counter(sent["chat"]["id"] for sent in at.telegram.sent)
    return sum(
        seen[_chat(n), _text(n)] == 1 and bubbles[_chat(n)] == 1 for n in range(1, count + 1)
    )
