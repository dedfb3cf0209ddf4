"""arq in the queue bench: looks every 10 ms instead of every 500, keeps no results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from arq import create_pool, func
from arq.connections import RedisSettings
from arq.worker import Worker

from tests.bench.peers.protocol import Engine, Log, Put, serve
from tests.bench.peers.redis_py import count


@asynccontextmanager
async def producer(url: str, _part: str) -> AsyncIterator[Put]:
    pool = await create_pool(RedisSettings.from_dsn(url))

    async def put(chat: int, number: int, now_ns: int) -> None:
        await pool.enqueue_job("job", chat, number, now_ns)

    yield put


async def work(url: str, _part: str, concurrency: int, log: Log) -> None:
    async def job(_context: Any, chat: int, number: int, put_ns: int) -> None:
        await log.job(chat, number, put_ns)

    worker = Worker(
        [func(job, name="job", keep_result=0)],
        redis_settings=RedisSettings.from_dsn(url),
        max_jobs=concurrency,
        poll_delay=0.01,
        log_results=False,
        handle_signals=False,
    )
    await worker.async_run()


if __name__ == "__main__":
    serve(Engine(producer=producer, work=work, count=count))
