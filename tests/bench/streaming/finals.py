"""A thousand answers through scripted floods: how many of their final texts arrive, once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from itertools import count

from tests.bench.streaming.scene import Scene, scene, turn
from tests.telegram.faults import Fault, Script, flood
from workers.jobs import Outbox, Reply
from workers.replier import DeliveryFailed

AT_ONCE = 60
STREAMING_S = 4.0
AGAIN_S = 0.5
GROUPS = 5
"""One chat in so many is a group."""
FLOODS = ((0.10, 1), (0.04, 3), (0.02, 11), (0.005, 41), (0.002, 90))
"""How likely, and for how many seconds: a sixth of all calls are refused. After the longest the
reply comes again from its lane."""
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


async def deliver_finals(of: int, *, seed: int, fast: float) -> tuple[int, int]:
    """(how many arrived once and alone, how many floods there were)"""
    async with scene(budget=True, fast=fast) as at:
        at.telegram.script = floods = Floods(random.Random(seed))
        room = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(_answer(at, n, room) for n in range(1, of + 1)))
        return _once(at, of), floods.scripted


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
        await _deliver(at, number, chat)


async def _deliver(at: Scene, number: int, chat: str) -> None:
    """By whichever worker, as often as it has to wait."""
    for attempt in count():
        try:
            outbox = Outbox(Reply(text=_text(number)))
            await at.replier(number + attempt).deliver(chat, outbox, _unmarked)
        except DeliveryFailed as failed:
            await at.now.sleep(max(failed.not_before_s, AGAIN_S))
        else:
            return


async def _unmarked(part: int, message_ids: Sequence[int]) -> None:
    pass


def _once(at: Scene, of: int) -> int:
    seen = Counter((sent["chat"]["id"], sent["text"]) for sent in at.telegram.sent)
    bubbles = Counter(sent["chat"]["id"] for sent in at.telegram.sent)
    return sum(seen[_chat(n), _text(n)] == 1 and bubbles[_chat(n)] == 1 for n in range(1, of + 1))
