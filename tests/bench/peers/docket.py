"""docket in the queue bench: looks every 10 ms instead of every 250, keeps no results."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from docket import Docket, Worker

from tests.bench.peers.protocol import Engine, Log, Put, serve
from tests.bench.peers.redis_py import count

SHORT = timedelta(milliseconds=10)


@asynccontextmanager
async def producer(url: str, _part: str) -> AsyncIterator[Put]:
    async with Docket("bench", url, execution_ttl=timedelta(0)) as docket:

        async def put(chat: int, number: int, now_ns: int) -> None:
            await docket.add("job")(chat, number, now_ns)

        docket.register(Log().job, names=["job"])
        yield put


async def work(url: str, _part: str, concurrency: int, log: Log) -> None:
    logging.disable(logging.WARNING)
    async with Docket("bench", url, execution_ttl=timedelta(0)) as docket:
        docket.register(log.job, names=["job"])
        worker = Worker(
            docket,
            concurrency=concurrency,
            minimum_check_interval=SHORT,
            scheduling_resolution=SHORT,
        )
        async with worker:
            await worker.run_forever()


if __name__ == "__main__":
    serve(Engine(producer=producer, work=work, count=count))
