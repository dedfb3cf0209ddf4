"""Kills, freezes and cuts off everything, and counts what was lost, doubled or out of order.

Who says what when, what goes wrong, in which order and for how long comes from the seed; how the
processes share the machine does not, so two runs of a seed are alike, not the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench.chaos.crew import DidNotEnd
from tests.bench.chaos.judge import Verdict, judge
from tests.bench.chaos.plan import Plan
from tests.bench.chaos.running import run as run_plan

TURNS = 20_000
SHARDS, SHARDS_OF_CLUSTER = 2, 6
MOST_TOLD = 20


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench chaos", description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help=f"how many ({TURNS})")
    parser.add_argument("--seed", type=int, default=1, help="what goes wrong when (1)")
    parser.add_argument("--cluster", action="store_true", help="on three nodes, slots moving")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args(argv)
    if asked.turns < 1:
        parser.error("--turns: at least one")
    folder = Path(tempfile.mkdtemp(prefix="hafez-chaos-"))
    shards = SHARDS_OF_CLUSTER if asked.cluster else SHARDS
    plan = Plan(folder=folder, turns=asked.turns, seed=asked.seed, shards=shards)
    try:
        verdict = judge(asyncio.run(run_plan(plan, cluster=asked.cluster)), plan.lease_s)
    except DidNotEnd as why:
        print(f"{why}; what everybody wrote down is in {folder}", file=sys.stderr)
        return 1
    print(json.dumps(verdict.counts) if asked.json else _table(verdict))
    return _end(verdict, folder)


def _end(verdict: Verdict, folder: Path) -> int:
    if not verdict.broken:
        shutil.rmtree(folder)
        return 0
    for line in verdict.broken[:MOST_TOLD]:
        print(line, file=sys.stderr)
    print(f"{len(verdict.broken)} in all; the journals are in {folder}", file=sys.stderr)
    return 1


def _table(verdict: Verdict) -> str:
    return "\n".join(f"{name:22} {value:>8}" for name, value in verdict.counts.items())
