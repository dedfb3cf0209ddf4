"""taskiq-redis in the queue bench: its broker on a list (a job is gone once it is read) and on a
stream. Parameters are not validated, and jobs are fetched ahead of their turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from taskiq import AsyncBroker
from taskiq.api import run_receiver_task
from taskiq_redis import ListQueueBroker, RedisStreamBroker

from tests.bench.peers.protocol import Engine, Log, Put, serve
from tests.bench.peers.redis_py import count


def broker_on(url: str, part: str) -> AsyncBroker:
    if part == "list":
        return ListQueueBroker(url)
    return RedisStreamBroker(url, consumer_id="0")


def _job(log: Log) -> Any:
    async def job(chat: int, number: int, put_ns: int) -> None:
        await log.job(chat, number, put_ns)

    return job


@asynccontextmanager
async def producer(url: str, part: str) -> AsyncIterator[Put]:
    broker = broker_on(url, part)
    job = broker.register_task(_job(Log()), "job")
    await broker.startup()

    async def put(chat: int, number: int, now_ns: int) -> None:
        await job.kiq(chat, number, now_ns)

    yield put


async def work(url: str, part: str, concurrency: int, log: Log) -> None:
    broker = broker_on(url, part)
    broker.register_task(_job(log), "job")
    broker.is_worker_process = True
    await broker.startup()
    await run_receiver_task(
        broker, validate_params=False, max_async_tasks=concurrency, max_prefetch=concurrency
    )


if __name__ == "__main__":
    serve(Engine(producer=producer, work=work, count=count))
