"""Turns per second through the lanes, round trips, bytes, and other engines beside it (--peers).

What is measured: the same job, which does nothing but give way once, put and worked off by each
engine's own producer and worker in processes of their own, 40 at once, against one embedded
server over TCP on this machine. All jobs are put first, then 1 or 2 workers begin together.

What ours includes (tests/bench/peers/hafez.py): the headline, `turns`, is everything between the
queue and the answer and back, with the real worker's loop and the real AnswerTurn: put (once per
update id), lease, open with the memory, commit the exchange and the reply, deliver, release. Left
out is what no queue does and what goes on inside a worker only: recall and prompt, the card that a
later recall searches by, the model, Telegram. Two more figures stand beside it: `answers`, with
recall and prompts around a model that answers at once, and `lanes_alone`, where no exchange is
stored, as the other engines store none. Chats are new and get about twenty turns each: what a long
log costs, tests.bench first_call says.

The other engines keep no order within a chat, run a chat's jobs side by side, or lose jobs with
their worker; `order_violations` and `overlaps` count the former two, of jobs that take 2 ms each.
Rounds alternate, so that what else this machine does meets all alike; a ratio is the median of
the rounds' ratios. On a busy machine the CPU a job costs, server_us and client_us, is steadier.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Sequence

import structlog

from tests.bench.queue.measuring import Plan, measure
from tests.bench.queue.table import show


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("tests.bench queue", description=__doc__)
    parser.add_argument("--peers", action="store_true", help="run the other engines beside ours")
    parser.add_argument("--only", nargs="*", default=[], help="of the other engines only these")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of one run, at most")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(
        wrapper_class=quiet, logger_factory=structlog.PrintLoggerFactory(sys.stderr)
    )
    peers = args.peers or bool(args.only)
    plan = Plan(peers=peers, only=tuple(args.only), rounds=args.rounds, seconds=args.seconds)
    figures = asyncio.run(measure(plan))
    print(json.dumps(figures)) if args.json else show(figures)
    return 0
