"""chain FILE [--json]: what is left of every value after ten compactions, with two summarizers.

One summarizer behaves, the other drops, alters, translates and invents values by a seed. Both go
through the product's own upkeep: planning, checks, retries, commit. The judge is code.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.bench.chain.compacting import compacted
from tests.bench.chain.dialogues import Dialogue, read_dialogues
from tests.bench.chain.judging import Figures, judged
from tests.bench.chain.summarizers import SUMMARIZERS
from workers.telemetry import configure_logging


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench chain", description=__doc__)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--seed", type=int, default=1, help="of the hostile summarizer")
    asked = parser.parse_args(argv)
    try:
        dialogues = read_dialogues(Path(asked.file))
    except (OSError, KeyError, TypeError, ValueError) as error:
        print(f"a file cannot be measured: {error!r}", file=sys.stderr)
        return 2
    configure_logging("error")
    figures = {name: asyncio.run(measured(dialogues, name, asked.seed)) for name in SUMMARIZERS}
    print(
        json.dumps(figures, indent=1) if asked.json else "\n\n".join(map(_table, figures.items()))
    )
    return 0


async def measured(dialogues: Sequence[Dialogue], summarizer: str, seed: int) -> Figures:
    """The figures over all dialogues, each with a summarizer of its own."""
    done = [
        (dialogue, await compacted(dialogue, SUMMARIZERS[summarizer](seed + at)))
        for at, dialogue in enumerate(dialogues)
    ]
    return judged(done)


def _table(named: tuple[str, Figures]) -> str:
    name, figures = named
    ages = "  ".join(f"{age}: {share:.3f}" for age, share in figures["retention"].items())
    rest = (f"{key:16} {value}" for key, value in figures.items() if key != "retention")
    return "\n".join([name, f"{'retention by age':16} {ages}", *rest])
