"""How the cost of remembering grows with a chat: adding, searching, its facts, and
loading for a turn."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Sequence

import structlog

from tests.bench.growth.facts import measure_facts
from tests.bench.growth.loading import measure_loading
from tests.bench.growth.searching import measure_searching

SIZES = (100, 1_000, 10_000)


def measure(sizes: Sequence[int]) -> dict[str, float]:
    """Ratios first, then what they are made of. At the largest of `sizes`, compared with the
    smallest."""
    searching = measure_searching(sizes)
    facts = measure_facts(sizes)
    loading = asyncio.run(measure_loading(sizes))
    parts = (searching, facts, loading)
    ratios = {name: value for part in parts for name, value in part.ratios.items()}
    return ratios | {name: value for part in parts for name, value in part.figures.items()}


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("tests.bench growth", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="exchanges stored")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(
        wrapper_class=quiet, logger_factory=structlog.PrintLoggerFactory(sys.stderr)
    )
    measured = {name: round(value, 4) for name, value in measure(sorted(args.sizes)).items()}
    if args.json:
        print(json.dumps(measured))
    else:
        for name, value in measured.items():
            print(f"{name:42} {value:,}")
    return 0
