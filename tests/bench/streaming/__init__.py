"""How replies stream and arrive: the first draft, floods with and without a budget, finals once.

On the tests' fake Telegram, which refuses floods at Telegram's own rates, over real HTTP, with two
workers that share one budget on a real server. In the second part time runs ten times as fast, for
the limits too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from tests.bench.streaming.finals import deliver_finals
from tests.bench.streaming.frames import Streamed, stream_side_by_side

FAST = 10.0


@dataclass(frozen=True, slots=True)
class Measured:
    alone: Streamed
    crowd: Streamed
    unbudgeted: Streamed
    once: int
    of: int
    floods: int

    @property
    def figures(self) -> dict[str, float]:
        return {
            "first_draft_ms_after_first_token": round(self.alone.first_draft_ms),
            "refused_429_share": round(self.crowd.refused_share, 4),
            "final_once": self.once,
            "of": self.of,
        }

    @property
    def lines(self) -> Sequence[str]:
        alone, crowd, bare = self.alone, self.crowd, self.unbudgeted
        first = "first draft {:.0f} ms after the model's first token (median)"
        refused = "{:.2%} of {} calls refused with 429"
        return (
            f"{alone.chats} chats at once: {first.format(alone.first_draft_ms)}",
            f"{crowd.chats} chats at once: {first.format(crowd.first_draft_ms)}, "
            + refused.format(crowd.refused_share, crowd.calls),
            "the same without the budget: " + refused.format(bare.refused_share, bare.calls),
            f"final texts that arrived once: {self.once} of {self.of} ({self.floods} floods)",
        )


async def measure(chats: int, finals: int, seed: int) -> Measured:
    alone = await stream_side_by_side(10, seed=seed)
    crowd = await stream_side_by_side(chats, seed=seed)
    unbudgeted = await stream_side_by_side(chats, seed=seed, budget=False)
    once, floods = await deliver_finals(finals, seed=seed, fast=FAST)
    return Measured(alone, crowd, unbudgeted, once, finals, floods)


def run(argv: Sequence[str]) -> int:
    """1 when a final text was lost or doubled, or a call was refused in spite of the budget."""
    parser = argparse.ArgumentParser("tests.bench streaming", description=__doc__)
    parser.add_argument("--chats", type=int, default=50, help="that stream at once")
    parser.add_argument("--finals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    quiet = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(
        wrapper_class=quiet, logger_factory=structlog.PrintLoggerFactory(sys.stderr)
    )
    measured = asyncio.run(measure(args.chats, args.finals, args.seed))
    print(json.dumps(measured.figures) if args.json else "\n".join(measured.lines))
    return int(measured.once != measured.of or measured.crowd.refused_share > 0)
