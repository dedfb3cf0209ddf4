"""Chats that stream side by side for a while: when their first draft comes, and what is refused."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tests.bench.streaming.scene import Scene, scene, turn
from tests.telegram.server import Call
from workers.jobs import Outbox, Reply

PIECES = 60
PIECE_S = 0.1
FIRST_TOKEN_S = (0.3, 2.0)
"""Between a question and its answer's first token, as models take."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """first_draft_ms: from the model's first token to a draft that shows something of it, the
    median of the chats."""

    chats: int
    calls: int
    refused_share: float
    first_draft_ms: float


async def stream_side_by_side(chats: int, *, seed: int, budget: bool = True) -> Streamed:
    chances = random.Random(seed)
    async with scene(budget=budget) as at:
        waits = [chances.uniform(*FIRST_TOKEN_S) for _ in range(chats)]
        answers = (_answer(at, n, wait) for n, wait in enumerate(waits, 1))
        began = await asyncio.gather(*answers)
        return _streamed(at.telegram.log, began)


async def _answer(at: Scene, number: int, wait_s: float) -> float:
    """One chat's answer from the question to its delivery; when its first token came."""
    replier, chat, text = at.replier(number), str(number), ""
    async with replier.working(turn(chat, number, 0)) as draft:
        await at.now.sleep(wait_s)
        first = at.telegram.age_s
        for piece in range(PIECES):
            text += f"word{piece} "
            await draft.show(text)
            await at.now.sleep(PIECE_S)
    await replier.deliver(chat, Outbox(Reply(text=text)), _unmarked)
    return first


async def _unmarked(part: int, message_ids: Sequence[int]) -> None:
    pass


def _streamed(log: Sequence[Call], began: Sequence[float]) -> Streamed:
    refused = sum(call.answer.startswith("Too Many") for call in log)
    after = [
        1000 * (min(_shown(log, chat)) - first)
        for chat, first in enumerate(began, 1)
        if _shown(log, chat)
    ]
    return Streamed(len(began), len(log), refused / len(log), median(after))


def _shown(log: Sequence[Call], chat: int) -> list[float]:
    """When the chat saw something of its answer."""
    return [
        call.at
        for call in log
        if call.applied and call.params.get("chat_id") == chat and call.params.get("text")
    ]
