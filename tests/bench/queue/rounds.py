"""One run of one engine, and what it showed."""

from __future__ import annotations

from dataclasses import dataclass

from tests.bench._environments import Engine
from tests.bench.queue.counting import Disorder, delays_ms, disorder, jobs_per_s, percentile
from tests.bench.queue.processes import EngineFailed, Told, put_jobs, started_workers
from tests.bench.queue.server import Effort, Server

JOBS = 20_000
CHATS = 1_000
DISORDER_JOBS = 10_000
DISORDER_CHATS = 100
DISORDER_JOB_MS = 2
RATE = 100
RATE_JOBS = 300
WARM_UP = 30
WARM_UP_S = 0.5


@dataclass(frozen=True, slots=True)
class Side:
    """What a job costs on one side, putting or working: the server's CPU, ours, commands (those
    within scripts too), and how often the client waits for the server."""

    server_us: float
    client_us: float
    commands: float
    round_trips: float


@dataclass(frozen=True, slots=True)
class Speed:
    jobs_per_s: float
    put: Side
    work: Side


@dataclass(frozen=True, slots=True)
class Delay:
    p50_ms: float | None
    p99_ms: float | None


async def speed(engine: Engine, server: Server, workers: int, seconds: float) -> Speed:
    """All jobs are put, then the workers begin together; raises EngineFailed."""
    await server.clear()
    before = await server.effort()
    put = await put_jobs(engine, server.url, jobs=JOBS, chats=CHATS, seconds=seconds)
    putting = await server.effort() - before
    async with started_workers(engine, server.url, workers) as crew:
        before = await server.effort()
        crew.begin()
        await crew.worked(put.jobs, seconds)
        done = await crew.end()
        working = await server.effort() - before
    if not done.jobs:
        raise EngineFailed(f"no job was done in {seconds} s")
    return Speed(jobs_per_s(done.rows, WARM_UP_S), _side(putting, put), _side(working, done))


async def delay(engine: Engine, server: Server) -> Delay:
    """A hundred jobs a second for one worker that has nothing else to do."""
    await server.clear()
    seconds = RATE_JOBS / RATE
    async with started_workers(engine, server.url, 1) as crew:
        crew.begin()
        await put_jobs(engine, server.url, jobs=RATE_JOBS, chats=RATE, seconds=seconds, rate=RATE)
        await crew.worked(RATE_JOBS, seconds)
        done = await crew.end()
    if not done.jobs:
        raise EngineFailed("no job was done")
    delays = delays_ms(done.rows, WARM_UP)
    return Delay(percentile(delays, 0.5), percentile(delays, 0.99))


async def disorder_of(engine: Engine, server: Server, seconds: float) -> tuple[Disorder, int]:
    """What two workers do to the order of a hundred busy chats, of how many jobs. A chat writes
    five in a row and a job takes a while, as people write and models answer."""
    await server.clear()
    put = await put_jobs(
        engine,
        server.url,
        jobs=DISORDER_JOBS,
        chats=DISORDER_CHATS,
        seconds=seconds,
        together=20,
        row=5,
    )
    async with started_workers(engine, server.url, 2, DISORDER_JOB_MS) as crew:
        crew.begin()
        await crew.worked(put.jobs, seconds)
        done = await crew.end()
    return disorder(done.rows), done.jobs


def _side(effort: Effort, told: Told) -> Side:
    jobs = max(1, told.jobs)
    return Side(
        server_us=effort.cpu_s / jobs * 1e6,
        client_us=told.cpu_s / jobs * 1e6,
        commands=effort.commands / jobs,
        round_trips=told.round_trips / jobs,
    )
