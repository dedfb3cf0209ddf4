"""One run: everybody started, the storm let loose, the end waited for, the evidence gathered."""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext

from tests.bench.chaos.crew import Crew, DidNotEnd, Place
from tests.bench.chaos.evidence import Evidence, Journal, read_journals
from tests.bench.chaos.grounds import Ground, one_server, three_servers, way_to
from tests.bench.chaos.plan import PRODUCERS, Plan
from tests.bench.chaos.process import reaching
from tests.bench.chaos.roles import LOADED_ONCE, gather, produce, serve_telegram
from tests.bench.chaos.storm import Storm
from workers.link import Link

LOOK_EVERY_S = 0.25
TELL_EVERY_S = 10.0
EMPTY_WITHIN_S = 120.0
HEARS_WITHIN_S = 60.0
LOOKS_WITHIN_S = 10.0


@dataclass
class Stage:
    """Everybody who takes part."""

    plan: Plan
    ground: Ground
    context: ForkServerContext
    journal: Journal
    crew: Crew


async def run(plan: Plan, *, cluster: bool = False) -> Evidence:
    """Raises DidNotEnd."""
    async with (
        three_servers(plan) if cluster else one_server(plan) as ground,
        _set(plan, ground) as stage,
    ):
        await _play(stage)
        await _gathered(stage)
    return Evidence(read_journals(plan.folder))


@asynccontextmanager
async def _set(plan: Plan, ground: Ground) -> AsyncIterator[Stage]:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([LOADED_ONCE])
    async with AsyncExitStack() as stack:
        journal = stack.enter_context(Journal(plan.folder / "storm.journal"))
        api_url = await stack.enter_async_context(_telegram(plan, context))
        places = [Place(n, way_to(ground, PRODUCERS + n)) for n in range(plan.workers)]
        crew = Crew(plan, context, api_url, journal, places)
        stack.callback(crew.abandon)
        yield Stage(plan, ground, context, journal, crew)


@asynccontextmanager
async def _telegram(plan: Plan, context: ForkServerContext) -> AsyncIterator[str]:
    hear, tell = context.Pipe(duplex=False)
    process = context.Process(target=serve_telegram, args=(plan, tell), daemon=True)
    process.start()
    try:
        if not await asyncio.to_thread(hear.poll, HEARS_WITHIN_S):
            raise DidNotEnd("the Bot API does not start")
        yield hear.recv()
    finally:
        process.kill()
        await asyncio.to_thread(process.join)


async def _play(stage: Stage) -> None:
    for place in stage.crew.places:
        stage.crew.start(place)
    over = asyncio.Event()
    storm = Storm(stage.plan, stage.crew, stage.ground, stage.journal)
    raging = asyncio.create_task(storm.run(over))
    try:
        await _produced(stage, storm)
    finally:
        over.set()
        await raging
    await _until_empty(stage)
    await stage.crew.end()
    _say(f"troubles: {dict(sorted(storm.counts.items()))}")


async def _produced(stage: Stage, storm: Storm) -> None:
    with _producers(stage) as processes:
        began = told = time.monotonic()
        while any(process.is_alive() for process in processes):
            await asyncio.sleep(LOOK_EVERY_S)
            if time.monotonic() - told > TELL_EVERY_S:
                told = time.monotonic()
                _say(f"{told - began:4.0f} s, {storm.counts.total()} troubles so far")
        if any(process.exitcode for process in processes):
            raise DidNotEnd("a producer failed")


@contextmanager
def _producers(stage: Stage) -> Iterator[list[multiprocessing.process.BaseProcess]]:
    processes = [
        stage.context.Process(target=produce, args=(stage.plan, n, way_to(stage.ground, n)))
        for n in range(PRODUCERS)
    ]
    for process in processes:
        process.start()
    try:
        yield list(processes)
    finally:
        for process in processes:
            process.kill()
            process.join()


async def _gathered(stage: Stage) -> None:
    process = stage.context.Process(target=gather, args=(stage.plan, stage.ground.url))
    process.start()
    await asyncio.to_thread(process.join)
    if process.exitcode:
        raise DidNotEnd("what was stored cannot be read")


async def _until_empty(stage: Stage) -> None:
    began = time.monotonic()
    async with reaching(stage.ground.url, LOOKS_WITHIN_S) as link:
        while busy := await _busy_lanes(stage.plan, link):
            if time.monotonic() - began > EMPTY_WITHIN_S:
                raise DidNotEnd(f"{busy} lanes are still busy after {EMPTY_WITHIN_S:.0f} s")
            await asyncio.sleep(LOOK_EVERY_S)
    _say(f"all lanes empty {time.monotonic() - began:.1f} s after the storm")


async def _busy_lanes(plan: Plan, link: Link) -> int:
    """A lane without a record is idle; every chat with turns has one."""
    busy = 0
    for shard in range(plan.shards):
        held = await link.call("HLEN", plan.keys.name("own", shard))
        waiting = await link.call("GET", plan.keys.name("waiting", shard))
        assert isinstance(held, int)
        assert waiting is None or isinstance(waiting, bytes)
        busy += max(held, int(waiting or 0))
    return busy


def _say(what: str) -> None:
    sys.stderr.write(f"chaos: {what}\n")
