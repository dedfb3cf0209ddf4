"""saq in the queue bench: as many operations at once as jobs, keeps no results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from saq import Job, Queue, Worker
from saq.types import PartialTimersDict

from tests.bench.peers.protocol import Engine, Log, Put, serve
from tests.bench.peers.redis_py import count

CONCURRENT_OPS = 100
SELDOM: PartialTimersDict = {"abort": 3600}  # it looks for jobs that are done and gone by then


@asynccontextmanager
async def producer(url: str, _part: str) -> AsyncIterator[Put]:
    queue = Queue.from_url(url, max_concurrent_ops=CONCURRENT_OPS)
    await queue.connect()

    async def put(chat: int, number: int, now_ns: int) -> None:
        job = {"chat": chat, "number": number, "put_ns": now_ns}
        await queue.enqueue(Job("job", kwargs=job, ttl=-1, timeout=0))

    yield put


async def work(url: str, _part: str, concurrency: int, log: Log) -> None:
    async def job(_context: Any, *, chat: int, number: int, put_ns: int) -> None:
        await log.job(chat, number, put_ns)

    queue = Queue.from_url(url, max_concurrent_ops=CONCURRENT_OPS)
    await queue.connect()
    await Worker(queue, [("job", job)], concurrency=concurrency, timers=SELDOM).start()


if __name__ == "__main__":
    serve(Engine(producer=producer, work=work, count=count))
