"""The whole measurement: which engines, which rounds, and the figures they come to."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from tests.bench._environments import Engine, NotInstalled, install
from tests.bench.queue.counting import median_ratio
from tests.bench.queue.engines import ANSWERS, LANES_ALONE, PEERS, TURNS
from tests.bench.queue.in_flight import bytes_in_flight
from tests.bench.queue.processes import EngineFailed
from tests.bench.queue.rounds import Delay, Speed, delay, disorder_of, speed
from tests.bench.queue.server import Server, bench_server

WORKERS = (1, 2)
Figures = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """only: names of the other engines to run, () for all · seconds: of one run, at most ·
    limit_s: no round begins later, counted from after the installation."""

    peers: bool
    only: tuple[str, ...] = ()
    rounds: int = 3
    seconds: float = 2.0
    limit_s: float = 360.0

    def others(self) -> tuple[Engine, ...]:
        if not self.peers:
            return ()
        return tuple(peer for peer in PEERS if not self.only or peer.name in self.only)


@dataclass
class Seen:
    """What was seen of one engine: each round's speed by workers, and why it dropped out."""

    speeds: defaultdict[int, list[Speed]] = field(default_factory=lambda: defaultdict(list))
    delay: Delay | None = None
    disorder: Figures = field(default_factory=dict)
    failed: str = ""

    def rates(self, workers: int) -> list[float]:
        return [speed.jobs_per_s for speed in self.speeds[workers]]


async def measure(plan: Plan) -> Figures:
    seen = {engine: Seen() for engine in (TURNS, LANES_ALONE, ANSWERS, *plan.others())}
    for peer in plan.others():
        await _install(peer, seen[peer])
    until = time.monotonic() + plan.limit_s
    async with bench_server() as server:
        in_flight = await bytes_in_flight(server)
        for engine in (TURNS, *plan.others()):
            await _once(engine, server, seen[engine], plan.seconds)
        await _rounds(plan, server, seen, until)
    return _figures(seen, plan.others(), in_flight)


async def _install(peer: Engine, seen: Seen) -> None:
    _tell(f"installing {peer.module}")
    try:
        await install(peer)
    except NotInstalled as why:
        seen.failed = f"not installed: {why}"


async def _rounds(plan: Plan, server: Server, seen: dict[Engine, Seen], until: float) -> None:
    """Every engine once in each round, so that all meet the same machine. ANSWERS is no
    contestant: it runs once. When the time is up, the round is ended and none begun."""
    for number in range(plan.rounds):
        if time.monotonic() > until:
            return
        for workers in WORKERS:
            for engine, one in seen.items():
                if engine is not ANSWERS or number == 0:
                    await _run(engine, server, one, workers, plan.seconds)


async def _run(engine: Engine, server: Server, seen: Seen, workers: int, seconds: float) -> None:
    """An engine that fails once is out, with its reason."""
    if seen.failed:
        return
    try:
        seen.speeds[workers].append(await speed(engine, server, workers, seconds))
        _tell(f"{engine.name} x {workers}: {seen.rates(workers)[-1]:.0f}/s")
    except EngineFailed as why:
        seen.failed = f"with {workers} workers: {why}"
        _tell(f"{engine.name} failed: {why}")


async def _once(engine: Engine, server: Server, seen: Seen, seconds: float) -> None:
    if seen.failed:
        return
    try:
        seen.delay = await delay(engine, server)
        disorder, jobs = await disorder_of(engine, server, 2 * seconds)
    except EngineFailed as why:
        seen.failed = f"in the delay or order run: {why}"
        return
    seen.disorder = {
        "order_violations": disorder.order_violations,
        "overlaps": disorder.overlaps,
        "of_jobs": jobs,
    }


def _figures(seen: dict[Engine, Seen], others: Sequence[Engine], in_flight: Figures) -> Figures:
    peers = {peer.name: seen[peer] for peer in others}
    ours = _shown(seen[TURNS])
    return {
        "ratio_to_fastest_peer": _ratios(seen[TURNS], peers),
        "lanes_alone_ratio_to_fastest_peer": _ratios(seen[LANES_ALONE], peers),
        "server_cpu_ratio_to_taskiq_list": _cpu_ratios(seen[TURNS], peers),
        "rounds": len(seen[TURNS].speeds[WORKERS[-1]]),
        "turns_per_s": ours["jobs_per_s"],
        "round_trips": {"queue": ours["round_trips"]["put"], "worker": ours["round_trips"]["work"]},
        "turns": ours,
        "lanes_alone": _shown(seen[LANES_ALONE]),
        "answers": _shown(seen[ANSWERS]),
        "server_bytes": {name: round(value) for name, value in in_flight.items()},
        "peers": {name: _shown(peer) for name, peer in peers.items()},
    }


def _ratios(ours: Seen, peers: dict[str, Seen]) -> dict[str, float | None]:
    """To the peer that is the fastest with so many workers, by its median round."""
    ratios: dict[str, float | None] = {}
    for workers in WORKERS:
        rates = [peer.rates(workers) for peer in peers.values() if peer.speeds[workers]]
        if rates:
            fastest = max(rates, key=median)
            ratios[f"{workers}"] = _rounded(median_ratio(ours.rates(workers), fastest))
    return ratios


def _cpu_ratios(ours: Seen, peers: dict[str, Seen]) -> dict[str, float | None]:
    theirs = peers.get("taskiq_list", Seen())
    return {
        f"{workers}": _rounded(median_ratio(list(_cpu(ours, workers)), list(_cpu(theirs, workers))))
        for workers in WORKERS
        if theirs.speeds[workers]
    }


def _cpu(seen: Seen, workers: int) -> Iterator[float]:
    for one in seen.speeds[workers]:
        yield one.put.server_us + one.work.server_us


def _shown(seen: Seen) -> Figures:
    """Medians over the rounds; what a job costs is told for one worker."""
    figures: Figures = {"failed": seen.failed} if seen.failed else {}
    figures["jobs_per_s"] = {
        f"{workers}": round(median(seen.rates(workers)))
        for workers in WORKERS
        if seen.rates(workers)
    }
    for name in ("round_trips", "commands", "server_us", "client_us"):
        figures[name] = {side: _median_of(seen, side, name) for side in ("put", "work")}
    if seen.delay:
        figures |= {"p50_ms": _rounded(seen.delay.p50_ms), "p99_ms": _rounded(seen.delay.p99_ms)}
    return figures | seen.disorder


def _median_of(seen: Seen, side: str, name: str) -> float | None:
    values = [getattr(getattr(one, side), name) for one in seen.speeds[1]]
    return _rounded(median(values)) if values else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _tell(what: str) -> None:
    print(what, file=sys.stderr)
