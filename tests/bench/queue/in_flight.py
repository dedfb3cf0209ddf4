"""A thousand chats in flight in one worker, and the server's bytes for those that wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from tests.bench.peers.hafez import KEYS, OPTIONS, lanes_on
from tests.bench.queue.server import Server
from tests.fakes.replier import RecordingReplier
from workers.jobs import Turn
from workers.language_model import Answer, OnText
from workers.prompt import PromptMessage
from workers.redis_lanes import RedisLanes
from workers.redis_store import RedisStore
from workers.turn import AnswerTurn
from workers.upkeep import TendMemory, Upkeep
from workers.worker import Worker

CHATS = 1_000
MORE_TURNS = 10
TEXT = "How much was the kettle from Oslo? I think we spoke of it last week."
PATIENCE_S = 30.0


class HeldModel:
    """Answers nobody before all the chats have asked."""

    name = "held"

    def __init__(self, chats: int) -> None:
        self._left = chats
        self.all_asked = asyncio.Event()
        self.go_on = asyncio.Event()

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        self._left -= 1
        if self._left == 0:
            self.all_asked.set()
        await self.go_on.wait()
        return Answer("ok", self.name, prompt_tokens=1, answer_tokens=1)


async def bytes_in_flight(server: Server) -> dict[str, float]:
    """Bytes of the server's per turn that waits behind another, per chat with its first turn
    waiting, and what a chat takes more while it is in flight."""
    await server.clear()
    lanes, model = lanes_on(server.link), HeldModel(CHATS)
    empty = await server.used_bytes()
    await _put(lanes, 1)
    one_each = await server.used_bytes()
    for number in range(2, 2 + MORE_TURNS):
        await _put(lanes, number)
    full = await server.used_bytes()
    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
        worker = _worker(server, lanes, model)
        group.create_task(worker.run())
        await model.all_asked.wait()
        flying = await server.used_bytes()
        worker.drain()
        model.go_on.set()
    return {
        "chats": CHATS,
        "per_waiting_turn": (full - one_each) / (CHATS * MORE_TURNS),
        "per_waiting_chat": (one_each - empty) / CHATS,
        "more_per_chat_in_flight": (flying - full) / CHATS,
    }


async def _put(lanes: RedisLanes, number: int) -> None:
    now = datetime.now(UTC)
    await asyncio.gather(*(lanes.put(Turn(f"{chat}", number, TEXT, now)) for chat in range(CHATS)))


def _worker(server: Server, lanes: RedisLanes, model: HeldModel) -> Worker:
    store = RedisStore(server.link, KEYS)
    tend = TendMemory(tending=lanes, store=store, model=model, options=OPTIONS, count=len)
    turn = AnswerTurn(
        lane=lanes,
        store=store,
        model=model,
        replier=RecordingReplier(),
        options=OPTIONS,
        count=len,
    )
    upkeep = Upkeep(tending=lanes, tend=tend, name="bench")
    return Worker(lanes=lanes, turn=turn, upkeep=upkeep, name="bench", concurrency=CHATS)
