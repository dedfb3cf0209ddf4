"""Sends calls that are ready in one tick of the event loop as one call of a script."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Generic, TypeAlias

from workers.keys import Keys
from workers.link import Link, NotSent, OutcomeUnknown, ServerSaidNo
from workers.scripts.batches import Answer, Batch, Item

MOST = 24
"""Calls in one: it holds up the server's other clients for a millisecond or two. What is ready
meanwhile follows when its answer is there, so that the server works on some while this
process works on what it answered of the others: a third faster than all of 40 at once."""


_Call: TypeAlias = tuple[Item, asyncio.Future[Answer]]


class Batching(Generic[Item, Answer]):
    """Each call ends as if it had been sent alone. It goes at once, or when the answer to those
    that went before it is there."""

    def __init__(self, batch: Batch[Item, Answer], link: Link, keys: Keys) -> None:
        self._batch = batch
        self._link = link
        self._keys = keys
        self._ready: defaultdict[int, list[_Call[Item, Answer]]] = defaultdict(list)
        self._sending: dict[int, asyncio.Task[None]] = {}

    async def call(self, chat: str, item: Item) -> Answer:
        """Raises as the link's `run` does. Being cancelled takes back nothing that was sent."""
        shard = self._keys.shard_of(chat)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._ready[shard].append((item, answer))
        if shard not in self._sending:
            self._sending[shard] = asyncio.create_task(self._send_all(shard))
        return await answer

    async def answered(self, within_s: float) -> None:
        """Return when no call is on its way, or the time is up."""
        if self._sending:
            await asyncio.wait(self._sending.values(), timeout=within_s)

    async def _send_all(self, shard: int) -> None:
        """What is ready, in parts. Once a part got no answer, those after it wait for nobody."""
        ready, answered = self._ready[shard], True
        while ready and answered:
            calls, ready[:MOST] = ready[:MOST], []
            answered = await self._send(shard, calls)
        del self._sending[shard], self._ready[shard]
        parts = (ready[first : first + MOST] for first in range(0, len(ready), MOST))
        await asyncio.gather(*(self._send(shard, calls) for calls in parts))

    async def _send(self, shard: int, calls: Sequence[_Call[Item, Answer]]) -> bool:
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
        except Exception as fault:  # noqa: BLE001  # its callers would wait for ever
            _fail(calls, fault)
        else:
            # Later in this tick of the loop: what follows is written before the callers go on.
            asyncio.get_running_loop().call_soon(_tell, calls, answers)
        return True


def _tell(calls: Sequence[_Call[Item, Answer]], answers: Sequence[Answer]) -> None:
    for (_, caller), answer in zip(calls, answers, strict=True):
        if not caller.done():
            caller.set_result(answer)


def _fail(calls: Sequence[_Call[Item, Answer]], error: Exception) -> None:
    for _, caller in calls:
        if not caller.done():
            caller.set_exception(error)
