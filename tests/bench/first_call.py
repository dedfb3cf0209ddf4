"""Time from a message to the first model call, as a multiple of one round trip to the server."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

import structlog

from memory.conversation import ConversationId, pair
from tests.fakes.language_model import ScriptedModel
from tests.fakes.replier import RecordingReplier
from workers.embedded_server import embedded_server
from workers.jobs import Outcome, Reply, Turn
from workers.keys import Keys
from workers.language_model import Answer, OnText
from workers.prompt import PromptMessage
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.tokens import TokenCounter
from workers.turn import AnswerTurn
from workers.turn_options import TurnOptions
from workers.upkeep import TendMemory, Upkeep
from workers.worker import Worker

WARM_UP = 5
PINGS = 500
START = datetime(2026, 1, 1, tzinfo=UTC)
THINGS = ("tea", "lamp", "kettle", "bicycle", "carpet", "notebook", "clock")
SUMMARY = "The user notes what things from several places cost, and the assistant keeps a list."
PLACES = ("Shiraz", "Berlin", "Lyon", "Tabriz", "Kyoto", "Porto", "Oslo", "Cairo", "Lima")


@dataclass(frozen=True)
class Measured:
    """Milliseconds; round_trips is first_call_ms in units of round_trip_ms."""

    samples: int
    exchanges: int
    recipe: str
    round_trip_ms: float
    first_call_ms: float
    first_call_p95_ms: float
    round_trips: float


class Stopwatch(ScriptedModel):
    """Notes when it is asked to answer; summaries are always the same."""

    asked_at = 0.0

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        if prompt[-1].kind == "summary":
            return Answer(SUMMARY, self.name, prompt_tokens=0, answer_tokens=0)
        self.asked_at = time.perf_counter()
        return await super().answer(prompt, on_text)


class Bench:
    def __init__(self, link: RedisLink, tokens: TokenCounter, recipe: str) -> None:
        keys = Keys(prefix="bench", bot="1")
        self.link = link
        self.lanes = RedisLanes(link, keys)
        self.store = RedisStore(link, keys)
        self.model = Stopwatch()
        self.replier = RecordingReplier()
        self.options = TurnOptions(policy="Be kind.", recipe=recipe)
        self._count = tokens.count

    def worker(self) -> Worker:
        answer = AnswerTurn(
            lane=self.lanes,
            store=self.store,
            model=self.model,
            replier=self.replier,
            options=self.options,
            count=self._count,
        )
        upkeep = Upkeep(tending=self.lanes, tend=self.tend(), name="bench")
        return Worker(lanes=self.lanes, turn=answer, upkeep=upkeep, name="bench")

    def tend(self) -> TendMemory:
        return TendMemory(
            tending=self.lanes,
            store=self.store,
            model=self.model,
            options=self.options,
            count=self._count,
            choices=self.lanes,
        )

    async def remember(self, chat: str, exchanges: int) -> None:
        """Store so many exchanges the way a worker does, and tend the memory if it is due."""
        for n in range(1, exchanges + 1):
            await self.lanes.put(Turn(chat, n, "x", START))
            (lease,) = (await self.lanes.lease("fill", 1)).leases
            opened = await self.lanes.open(lease)
            exchange = pair(n, _question(n), _answer(n), at=START + timedelta(minutes=n))
            outcome = Outcome(Reply("x"), ConversationId(chat), exchange)
            await self.lanes.commit(lease, opened.turns, outcome)
            await self.lanes.release(lease)
        await self.lanes.ask_tending(ConversationId(chat))
        for tending in await self.lanes.lease_tending("fill", 1):
            await self.tend().run(tending)

    async def round_trip_ms(self) -> float:
        return median([await self._ping_ms() for _ in range(PINGS)])

    async def _ping_ms(self) -> float:
        began = time.perf_counter()
        await self.link.call("PING")
        return (time.perf_counter() - began) * 1000

    async def first_call_ms(self, chat: str, update_id: int) -> float:
        answered = len(self.replier.delivered) + 1
        began = time.perf_counter()
        text = "How much was the kettle from Oslo?"
        await self.lanes.put(Turn(chat, update_id, text, datetime.now(UTC)))
        await self.replier.until(lambda replier: len(replier.delivered) >= answered)
        return (self.model.asked_at - began) * 1000


def _question(n: int) -> str:
    return f"Note: {THINGS[n % 7]} number {n} from {PLACES[n % 9]} costs {n * 7},{n % 10}0 euro."


def _answer(n: int) -> str:
    return f"Noted, the {THINGS[n % 7]} from {PLACES[n % 9]}, order {n * 1009}, is on the list."


async def measure(samples: int, exchanges: int, recipe: str) -> Measured:
    tokens = TokenCounter(None)
    await tokens.load()
    with tempfile.TemporaryDirectory(prefix="hafez-bench-") as home:
        async with embedded_server(Path(home)) as url, await RedisLink.open(url) as link:
            bench = Bench(link, tokens, recipe)
            chats = [f"{n}" for n in range(samples + WARM_UP)]
            for chat in chats:
                await bench.remember(chat, exchanges)
            return await _measured(bench, chats, exchanges)


async def _measured(bench: Bench, chats: Sequence[str], exchanges: int) -> Measured:
    worker = bench.worker()
    async with asyncio.TaskGroup() as group:
        group.create_task(worker.run())
        times = [await bench.first_call_ms(chat, exchanges + 1) for chat in chats][WARM_UP:]
        worker.drain()
    round_trip = await bench.round_trip_ms()
    return Measured(
        samples=len(times),
        exchanges=exchanges,
        recipe=bench.options.recipe,
        round_trip_ms=round(round_trip, 4),
        first_call_ms=round(median(times), 3),
        first_call_p95_ms=round(sorted(times)[int(len(times) * 0.95)], 3),
        round_trips=round(median(times) / round_trip, 1),
    )


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("tests.bench first_call", description=__doc__)
    parser.add_argument("--samples", type=int, default=50)
    parser.add_argument("--exchanges", type=int, default=50, help="stored in each chat")
    parser.add_argument("--recipe", default="full")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(
        wrapper_class=quiet, logger_factory=structlog.PrintLoggerFactory(sys.stderr)
    )
    measured = asyncio.run(measure(args.samples, args.exchanges, args.recipe))
    if args.json:
        print(json.dumps(asdict(measured)))
    else:
        for name, value in asdict(measured).items():
            print(f"{name:18} {value}")
    return 0
