"""Ours in the queue bench: the real worker's loop over the lanes on the server.

turns: AnswerTurn, but nobody is asked: no recall, nor the card that a later one searches by, no
prompt, no model. All else is the turn's real
way past the queue and the store: open with the memory, commit the exchange with the reply, deliver
(to a replier that sends nothing), release with the message ids.
answers: AnswerTurn with all it does, around a model that answers at once.
lanes: the lanes alone: lease, open, commit a reply without an exchange, release. No memory is
asked for, and no exchange stored.
"""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import structlog

from memory.conversation import ConversationId
from memory.store import ChatMemory
from tests.bench.peers.protocol import Engine, Log, Put, serve
from tests.fakes.replier import RecordingReplier
from workers.asking import Asked, AskModel, Said
from workers.finishing import outcome_of
from workers.garbage import look_seldom
from workers.jobs import Outcome, Reply, Turn
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.language_model import Answer, OnText
from workers.leases import Held
from workers.prompt import PromptMessage
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_protocol import RedisConnection
from workers.redis_store import RedisStore
from workers.turn import AnswerTurn
from workers.turn_options import TurnOptions
from workers.unread import Read
from workers.upkeep import TendMemory, Upkeep
from workers.worker import LaneWork, Worker

KEYS = Keys(prefix="bench", bot="1")
PLENTY = 1_000_000
OPTIONS = TurnOptions(recipe="buffer")


def lanes_on(link: RedisLink, known: KnownMemories | None = None) -> RedisLanes:
    """Without the limits that push back, as no engine here has any."""
    return RedisLanes(link, KEYS, max_waiting=PLENTY, max_waiting_all=PLENTY, known=known)


@asynccontextmanager
async def producer(url: str, _part: str) -> AsyncIterator[Put]:
    async with await RedisLink.open(url) as link:
        lanes = lanes_on(link)

        async def put(chat: int, number: int, now_ns: int) -> None:
            update_id = number * 1_000_000 + chat + 1
            await lanes.put(Turn(f"{chat}", update_id, f"{chat} {number} {now_ns}", _now()))

        yield put


async def work(url: str, part: str, concurrency: int, log: Log) -> None:
    look_seldom()  # as a worker's process does
    async with await RedisLink.open(url) as link:
        known = None if part == "lanes" else KnownMemories()
        lanes, store = lanes_on(link, known), RedisStore(link, KEYS, known)
        model = NoModel(log)
        tend = TendMemory(tending=lanes, store=store, model=model, options=OPTIONS, count=len)
        worker = Worker(
            lanes=lanes,
            turn=_turn(part, lanes, store, log),
            upkeep=Upkeep(tending=lanes, tend=tend, name="bench"),
            name=f"bench-{os.getpid()}",
            concurrency=concurrency,
        )
        await worker.run()


def count(log: Log) -> None:
    """Every call that is written waits for its answer: a round trip."""
    send = RedisConnection.send

    def counted(self: RedisConnection, *command: Any, **more: Any) -> Any:
        log.round_trips += 1
        return send(self, *command, **more)

    RedisConnection.send = counted  # type: ignore[method-assign]  # counted from outside


class NoModel:
    """Answers at once; its question is the job."""

    name = "none"

    def __init__(self, log: Log) -> None:
        self._log = log

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        await _job(self._log, prompt[-1].text)
        return Answer("ok", self.name, prompt_tokens=1, answer_tokens=1)


@dataclass(frozen=True, kw_only=True)
class AskNobody(AskModel):
    """Says what a model could have said, with no look at the memory and no prompt."""

    log: Log

    async def run(self, held: Held, asked: Asked, memory: ChatMemory, read: Read) -> Said | None:
        await _job(self.log, asked.text)
        return Said("ok", "none")


@dataclass(frozen=True, kw_only=True)
class PassTurn(AnswerTurn):
    """AnswerTurn, but nobody is asked."""

    log: Log

    @cached_property
    def _ask(self) -> AskModel:
        return AskNobody(
            model=self.model,
            replier=self.replier,
            options=self.options,
            count=self.count,
            log=self.log,
        )

    async def _outcome(self, held: Held, asked: Asked, memory: ChatMemory, said: Said) -> Outcome:
        return outcome_of(
            asked,
            memory,
            said,
            now=self.now(),
            options=self.options,
            count=self.count,
            card=lambda _: "",
        )


@dataclass(frozen=True, kw_only=True)
class PassLane:
    """Takes a turn past the lanes alone: what is committed has no exchange."""

    lanes: RedisLanes
    log: Log

    async def run(self, held: Held) -> None:
        opened = held.opened
        if opened is None:
            opened = await held.surely(lambda: self.lanes.open(held.lease))
        if opened.turns:
            await _job(self.log, opened.turns[0].text)
            outcome = Outcome(Reply("ok"), ConversationId(held.lease.chat))
            await held.surely(lambda: self.lanes.commit(held.lease, opened.turns, outcome))
        await held.leave(lambda: self.lanes.release(held.lease))


def _turn(part: str, lanes: RedisLanes, store: RedisStore, log: Log) -> LaneWork:
    if part == "lanes":
        return PassLane(lanes=lanes, log=log)
    answer = AnswerTurn(
        lane=lanes,
        store=store,
        model=NoModel(log),
        replier=RecordingReplier(),
        options=OPTIONS,
        count=len,
    )
    return answer if part == "answers" else PassTurn(**vars(answer), log=log)


async def _job(log: Log, text: str) -> None:
    chat, number, put_ns = map(int, text.split())
    await log.job(chat, number, put_ns)


def _now() -> datetime:
    return datetime.now(UTC)


def _be_quiet() -> None:
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(wrapper_class=quiet, cache_logger_on_first_use=True)


if __name__ == "__main__":
    _be_quiet()
    serve(Engine(producer=producer, work=work, count=count))
