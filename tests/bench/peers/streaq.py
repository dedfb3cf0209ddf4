"""streaq in the queue bench: keeps no results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from coredis.connection import BaseConnection
from streaq import Worker

from tests.bench.peers.protocol import Engine, Log, Put, serve


def worker_on(url: str, concurrency: int, log: Log) -> tuple[Any, Any]:
    worker = Worker(redis_url=url, concurrency=concurrency, handle_signals=False)

    async def job(chat: int, number: int, put_ns: int) -> None:
        await log.job(chat, number, put_ns)

    return worker, worker.task(ttl=0, name="job")(job)


@asynccontextmanager
async def producer(url: str, _part: str) -> AsyncIterator[Put]:
    worker, job = worker_on(url, 1, Log())
    async with worker:

        async def put(chat: int, number: int, now_ns: int) -> None:
            await job.enqueue(chat, number, now_ns)

        yield put


async def work(url: str, _part: str, concurrency: int, log: Log) -> None:
    worker, _ = worker_on(url, concurrency, log)
    await worker.run_async()


def count(log: Log) -> None:
    """Its client, coredis, writes a command or a pipeline as one request."""
    for name in ("create_request", "create_request_batch"):
        setattr(BaseConnection, name, _counted(getattr(BaseConnection, name), log))


def _counted(create: Any, log: Log) -> Any:
    def counted(self: Any, *command: Any, **more: Any) -> Any:
        log.round_trips += 1
        return create(self, *command, **more)

    return counted


if __name__ == "__main__":
    serve(Engine(producer=producer, work=work, count=count))
