"""What every engine of the queue bench speaks: jobs in, lines of JSON out.

An engine is a module with a producer and a worker. It runs in a process and an environment of its
own, so nothing but the standard library is imported here. A job is (chat, number, when it was
put); `number` counts up within a chat. Times are nanoseconds of the system's monotonic clock,
which all processes of a machine share.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

Put = Callable[[int, int, int], Awaitable[object]]
"""Put the job (chat, number, now in ns) on the queue; return when the server has it."""

TELL_EVERY_S = 0.05


@dataclass
class Log:
    """Rows (chat, number, put, began, ended) of the jobs done, and how often the engine's client
    wrote to the server and waited for what came back."""

    rows: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    round_trips: int = 0
    job_s: float = 0.0

    async def job(self, chat: int, number: int, put_ns: int) -> None:
        """The job itself: nothing, but as a coroutine that gives way once, or takes its time."""
        began = time.monotonic_ns()
        await asyncio.sleep(self.job_s)
        self.rows.append((chat, number, put_ns, began, time.monotonic_ns()))


@dataclass(frozen=True, kw_only=True)
class Engine:
    """Both sides of an engine. `work` goes on until it is cancelled. `count` has the client count
    its round trips in the log. `part` says which variant of the engine is meant, "" for the
    only one."""

    producer: Callable[[str, str], AbstractAsyncContextManager[Put]]
    work: Callable[[str, str, int, Log], Awaitable[None]]
    count: Callable[[Log], None]


def serve(engine: Engine) -> None:
    """The process of an engine: `put` or `work`, as its command line says."""
    args = _arguments()
    log = Log(job_s=args.job_ms / 1000)
    engine.count(log)
    asyncio.run(_put(engine, args, log) if args.role == "put" else _work(engine, args, log))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["put", "work"])
    parser.add_argument("--url", required=True)
    parser.add_argument("--part", default="")
    parser.add_argument("--chats", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--together", type=int, default=100, help="chats that write at once")
    parser.add_argument("--row", type=int, default=1, help="jobs that a chat puts in a row")
    parser.add_argument("--seconds", type=float, default=5.0, help="stop putting after so long")
    parser.add_argument("--rate", type=float, default=0.0, help="jobs/s, 0 for as many as go in")
    parser.add_argument("--job-ms", type=float, default=0.0, help="how long a job takes")
    parser.add_argument("--concurrency", type=int, default=40)
    return parser.parse_args()


def _tell(**what: object) -> None:
    print(json.dumps(what), flush=True)


async def _put(engine: Engine, args: argparse.Namespace, log: Log) -> None:
    async with engine.producer(args.url, args.part) as put:
        log.round_trips = 0  # what it took to connect is no part of a job
        began = time.monotonic()
        put_jobs = _at_a_rate if args.rate else _all_at_once
        done = await put_jobs(put, args)
        _tell(put=done, seconds=time.monotonic() - began, round_trips=log.round_trips)
        os._exit(0)  # see _work


async def _all_at_once(put: Put, args: argparse.Namespace) -> int:
    """Jobs of different chats at once, so that a chat's jobs arrive in their order."""
    until, done = time.monotonic() + args.seconds, 0
    jobs = in_order(args.jobs, args.chats, args.together, args.row)
    while done < len(jobs) and time.monotonic() < until:
        some = jobs[done : done + args.together]
        await asyncio.gather(*(put(*job, time.monotonic_ns()) for job in some))
        done += len(some)
    return done


def in_order(jobs: int, chats: int, together: int, row: int) -> list[tuple[int, int]]:
    """So many (chat, number): `together` chats write at the same time, each `row` in a row, then
    the next ones. Each divides what it is a part of."""
    return [
        (chat, number)
        for first in range(0, jobs // chats, row)
        for group in range(0, chats, together)
        for number in range(first, first + row)
        for chat in range(group, group + together)
    ]


async def _at_a_rate(put: Put, args: argparse.Namespace) -> int:
    began = time.monotonic()
    jobs: int = args.jobs
    for job in range(jobs):
        await asyncio.sleep(max(0.0, began + job / args.rate - time.monotonic()))
        await put(job % args.chats, job // args.chats, time.monotonic_ns())
    return jobs


async def _work(engine: Engine, args: argparse.Namespace, log: Log) -> None:
    orders = await _orders()
    _tell(ready=True)
    await orders.readline()
    cpu_s = time.process_time()
    working = asyncio.ensure_future(engine.work(args.url, args.part, args.concurrency, log))
    telling = asyncio.create_task(_tell_progress(log))
    stop = asyncio.create_task(orders.readline())
    await asyncio.wait([working, stop], return_when=asyncio.FIRST_COMPLETED)
    telling.cancel()
    _tell(
        rows=list(log.rows),
        round_trips=log.round_trips,
        cpu_s=time.process_time() - cpu_s,
        fault=_fault(working),
    )
    os._exit(0)  # all is told, and some engines take their time to stop


def _fault(working: asyncio.Future[None]) -> str:
    """Why the engine stopped by itself, "" when it did not."""
    if not working.done():
        return ""
    error = None if working.cancelled() else working.exception()
    return repr(error) if error else "the worker ended by itself"


async def _tell_progress(log: Log) -> None:
    while True:
        _tell(done=len(log.rows))
        await asyncio.sleep(TELL_EVERY_S)


async def _orders() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader
