"""A worker of the chaos bench: the real one, over lanes and a session that are watched."""

from __future__ import annotations

import asyncio

from aiogram import Bot
from aiogram.client.telegram import TelegramAPIServer

from bot.frames import Pace
from bot.replies import TelegramReplier
from tests.bench.chaos.evidence import Journal
from tests.bench.chaos.model import ChanceModel
from tests.bench.chaos.plan import DRAIN_S, Plan
from tests.bench.chaos.process import logging_to, reaching
from tests.bench.chaos.pulse import beat
from tests.bench.chaos.watched import (
    Watch,
    WatchedLanes,
    WatchedPlaceholders,
    WatchedSession,
    WatchedWork,
)
from tests.telegram.server import TOKEN
from workers.known_memories import KnownMemories
from workers.link import Link
from workers.redis_store import RedisStore
from workers.signals import told_of_signals
from workers.turn import AnswerTurn
from workers.turn_options import TurnOptions
from workers.upkeep import TendMemory, Upkeep
from workers.worker import Worker

LONG_S, SHORTENED = 5.0, 10
"""Waits towards the Bot API that are longer than this pass so many times as fast."""
STREAMED_AS_FAST = 30
"""So that quick answers stream as well: in groups after a tenth of a second."""


def work(plan: Plan, name: str, url: str, api_url: str) -> None:
    """A process' whole life, until SIGTERM."""
    with (
        logging_to(plan.folder / f"{name}.log"),
        Journal(plan.folder / f"{name}.journal") as journal,
    ):
        asyncio.run(_work(plan, Watch(name, journal), url, api_url))


async def _work(plan: Plan, watch: Watch, url: str, api_url: str) -> None:
    session = WatchedSession(api=TelegramAPIServer.from_base(api_url))
    session.watch = watch
    async with reaching(url, plan.timeout_s) as link, Bot(TOKEN, session) as bot:
        worker = build(plan, watch, link, bot)
        pulse = asyncio.create_task(beat(plan.pulse_of(watch.worker), watch.stood_still))
        with told_of_signals(lambda _: worker.drain()):
            await worker.run()
        pulse.cancel()


def build(plan: Plan, watch: Watch, link: Link, bot: Bot) -> Worker:
    known = KnownMemories()
    lanes = WatchedLanes(
        link,
        plan.keys,
        lease_ms=round(plan.lease_s * 1000),
        most_turns=plan.most_turns,
        known=known,
    )
    lanes.watch = watch
    store, options = RedisStore(link, plan.keys, known), TurnOptions(recipe="window")
    model = ChanceModel(
        plan.seed, plan.chances(watch.worker), lambda nonce: watch.began("model", nonce)
    )
    placeholders = WatchedPlaceholders(link, plan.keys)
    placeholders.watch = watch
    pace = Pace(sleep=lambda seconds: asyncio.sleep(seconds / STREAMED_AS_FAST))
    turn = AnswerTurn(
        lane=lanes,
        store=store,
        model=model,
        replier=TelegramReplier(bot, _sleep, placeholders=placeholders, pace=pace),
        options=options,
        count=len,
    )
    tend = TendMemory(
        tending=lanes,
        store=store,
        model=model,
        options=options,
        count=len,
        choices=lanes,
        lease_s=plan.lease_s,
    )
    return Worker(
        lanes=lanes,
        turn=WatchedWork(turn),
        upkeep=Upkeep(tending=lanes, tend=tend, name=watch.worker),
        name=watch.worker,
        concurrency=plan.concurrency,
        lease_s=plan.lease_s,
        drain_s=DRAIN_S,
    )


async def _sleep(seconds: float) -> None:
    await asyncio.sleep(seconds if seconds < LONG_S else seconds / SHORTENED)
