"""bullmq in the queue bench: done jobs are removed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bullmq import Queue, Worker

from tests.bench.peers.protocol import Engine, Log, Put, serve
from tests.bench.peers.redis_py import count


@asynccontextmanager
async def producer(url: str, _part: str) -> AsyncIterator[Put]:
    queue = Queue("bench", {"connection": url})

    async def put(chat: int, number: int, now_ns: int) -> None:
        await queue.add("job", [chat, number, now_ns], {"removeOnComplete": True})

    yield put


async def work(url: str, _part: str, concurrency: int, log: Log) -> None:
    async def job(job: Any, _token: str) -> None:
        await log.job(*job.data)

    worker = Worker("bench", job, {"connection": url, "concurrency": concurrency, "autorun": False})
    await worker.run()


if __name__ == "__main__":
    serve(Engine(producer=producer, work=work, count=count))
