"""Sends calls that are ready in one tick of the event loop as one call of a script."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Generic

from workers.keys import Keys
from workers.link import Link, NotSent, OutcomeUnknown, ServerSaidNo
from workers.scripts.batches import Answer, Batch, Item

MOST = 24
"""Calls in one: it holds up the server's other clients for a millisecond or two. Those that are
ready beside them follow when its answer is there, so that the server works on some while this
process works on what it answered of the others: a third faster than all of 40 at once."""


class Batching(Generic[Item, Answer]):
    """Each call ends as if it had been sent alone, and none waits for others to come: at most for
    others that were ready with it."""

    def __init__(self, batch: Batch[Item, Answer], link: Link, keys: Keys) -> None:
        self._batch = batch
        self._link = link
        self._keys = keys
        self._ready: dict[int, list[tuple[Item, asyncio.Future[Answer]]]] = {}
        self._sending: set[asyncio.Task[None]] = set()

    async def call(self, chat: str, item: Item) -> Answer:
        """Raises as the link's `run` does. Being cancelled takes back nothing that was sent."""
        loop = asyncio.get_running_loop()
        if not self._ready:
            loop.call_soon(self._send_all)
        answer: asyncio.Future[Answer] = loop.create_future()
        self._ready.setdefault(self._keys.shard_of(chat), []).append((item, answer))
        return await answer

    def _send_all(self) -> None:
        ready, self._ready = self._ready, {}
        for shard, calls in ready.items():
            parts = [calls[first : first + MOST] for first in range(0, len(calls), MOST)]
            task = asyncio.create_task(self._send_in_turn(shard, parts))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send_in_turn(
        self, shard: int, parts: Sequence[Sequence[tuple[Item, asyncio.Future[Answer]]]]
    ) -> None:
        """Once a part got no answer, those after it wait for nobody."""
        for at, calls in enumerate(parts):
            if not await self._send(shard, calls):
                await asyncio.gather(*(self._send(shard, later) for later in parts[at + 1 :]))
                return

    async def _send(self, shard: int, calls: Sequence[tuple[Item, asyncio.Future[Answer]]]) -> bool:
        """Whether the server answered. What it refuses for one of them, it does not refuse for
        the others."""
        items = [item for item, _ in calls]
        try:
            answers = await self._batch.run(self._link, self._keys, shard, items)
        except ServerSaidNo as refusal:
            if len(calls) > 1:
                return all([await self._send(shard, [call]) for call in calls])
            _fail(calls, refusal)
        except (NotSent, OutcomeUnknown) as error:
            _fail(calls, error)
            return False
        else:
            # Later in this tick of the loop: what follows is written before the callers go on.
            asyncio.get_running_loop().call_soon(_tell, calls, answers)
        return True


def _tell(calls: Sequence[tuple[Item, asyncio.Future[Answer]]], answers: Sequence[Answer]) -> None:
    for (_, caller), answer in zip(calls, answers, strict=True):
        if not caller.done():
            caller.set_result(answer)


def _fail(calls: Sequence[tuple[Item, asyncio.Future[Answer]]], error: Exception) -> None:
    for _, caller in calls:
        if not caller.done():
            caller.set_exception(error)
