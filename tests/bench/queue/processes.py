"""Runs an engine's producer and workers as processes, and reads what they tell."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from tests.bench._environments import ROOT, Engine
from tests.bench.queue.counting import Row

LONGEST_LINE_BYTES = 1 << 26  # a worker tells all its rows in one
PATIENCE_S = 20.0  # for an engine to start, or to tell what it has
LOOK_EVERY_S = 0.02
GRACE_S = 0.5


class EngineFailed(Exception):
    """An engine did not do what it was asked; the text says why."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a producer or the workers of a run told. cpu_s: theirs, not the server's."""

    jobs: int
    round_trips: int
    cpu_s: float = 0.0
    rows: list[Row] = field(default_factory=list)


async def put_jobs(
    engine: Engine, url: str, *, jobs: int, chats: int, seconds: float, **more: float
) -> Told:
    """Have the engine's producer put jobs; `more` are its other options. Raises EngineFailed."""
    options = {"--jobs": jobs, "--chats": chats, "--seconds": seconds}
    options |= {f"--{name}": value for name, value in more.items()}
    async with _process(engine, "put", url, options) as process:
        told = await process.told("put", seconds + PATIENCE_S)
    return Told(told["put"], told["round_trips"])


@asynccontextmanager
async def started_workers(
    engine: Engine, url: str, workers: int, job_ms: float = 0
) -> AsyncIterator[Workers]:
    """Workers that are ready and do nothing yet; raises EngineFailed."""
    if workers == 0:
        yield Workers([])
        return
    async with (
        _process(engine, "work", url, {"--job-ms": job_ms}) as process,
        started_workers(engine, url, workers - 1, job_ms) as others,
    ):
        await process.told("ready", PATIENCE_S)
        yield Workers([process, *others.processes])


class Workers:
    def __init__(self, processes: list[_Process]) -> None:
        self.processes = processes

    def begin(self) -> None:
        for process in self.processes:
            process.say("go")

    async def worked(self, jobs: int, seconds: float) -> None:
        """Return when they have done so many, or the time is up."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.gather(*(process.hear(LOOK_EVERY_S) for process in self.processes))
            if sum(process.done for process in self.processes) >= jobs:
                return

    async def end(self) -> Told:
        """Stop them all; raises EngineFailed when one of them stopped by itself before."""
        for process in self.processes:
            process.say("stop")
        told = [await process.told("rows", PATIENCE_S) for process in self.processes]
        for one in told:
            if one["fault"]:
                raise EngineFailed(one["fault"])
        rows = [Row(*row) for one in told for row in one["rows"]]
        round_trips = sum(one["round_trips"] for one in told)
        return Told(len(rows), round_trips, sum(one["cpu_s"] for one in told), rows)


class _Process:
    """An engine's process that tells lines of JSON; what else its engine prints is passed over."""

    def __init__(self, process: asyncio.subprocess.Process, errors: IO[bytes]) -> None:
        self._process = process
        self._errors = errors
        self._line: asyncio.Task[bytes] | None = None
        self.done = 0

    def say(self, word: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{word}\n".encode())

    async def hear(self, seconds: float) -> dict[str, Any]:
        """The next it tells, {} for nothing in that time. Raises EngineFailed at its end."""
        assert self._process.stdout
        self._line = self._line or asyncio.create_task(self._process.stdout.readline())
        ended, _ = await asyncio.wait([self._line], timeout=seconds)
        if not ended:
            return {}
        line, self._line = self._line.result(), None
        if not line:
            raise EngineFailed(self._last_words())
        told = _told(line)
        self.done = told.get("done", self.done)
        return told

    async def told(self, what: str, seconds: float) -> dict[str, Any]:
        """The next that tells `what`; raises EngineFailed when it does not come in time."""
        until = time.monotonic() + seconds
        while (left_s := until - time.monotonic()) > 0:
            told = await self.hear(left_s)
            if what in told:
                return told
        raise EngineFailed(f"it hangs: nothing was heard of {what!r} in {seconds:.0f} s")

    async def end(self) -> None:
        """Its input ends, which tells it to stop; one that does not is killed."""
        assert self._process.stdin
        self._process.stdin.close()
        if self._line:
            self._line.cancel()
        try:
            async with asyncio.timeout(GRACE_S):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "its process ended without a word"


@asynccontextmanager
async def _process(
    engine: Engine, role: str, url: str, options: dict[str, float]
) -> AsyncIterator[_Process]:
    flags = [part for flag, value in options.items() for part in (flag, str(value))]
    module = ("-m", f"tests.bench.peers.{engine.module}", role)
    with tempfile.TemporaryFile() as errors:
        process = _Process(
            await asyncio.create_subprocess_exec(
                str(engine.python),
                *module,
                *("--url", url, "--part", engine.part, *flags),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                cwd=ROOT,
                limit=LONGEST_LINE_BYTES,
                env={"PATH": os.environ.get("PATH", ""), "PYTHONDONTWRITEBYTECODE": "1"},
            ),
            errors,
        )
        try:
            yield process
        finally:
            await process.end()


def _told(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
