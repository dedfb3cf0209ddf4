"""What a turn's memory costs to load and to recall from, on a server: round trips, bytes that it
sends, and time; of a chat that the worker knows nothing of (cold) and one that it answered just
before (warm)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from memory.conversation import ConversationId, Exchange
from memory.facts.known_ledger import absorb_all
from memory.kind import Budget, MemoryOptions, Question
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary
from memory.log import log_of
from memory.recall import Recall, recall
from memory.recipes import build_recipe
from memory.store import ChatMemory, Tended
from tests.bench.growth.searching import Measured
from tests.bench.growth.texts import FACT_EVERY, chat_of, question_about
from workers.card_rows import row_of
from workers.embedded_server import embedded_server
from workers.keys import Keys
from workers.link import Argument, Link, Response, Script
from workers.packing import pack
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.unread import with_bodies

KEYS = Keys("growth", "1")
SAMPLES = 9
AT_ONCE = 500
PAST = 10
"""Exchanges that no summary covers yet."""
RECIPE, OPTIONS, BUDGET = "full", MemoryOptions(), Budget(6_000, lambda text: len(text) // 4)
SUMMARY = "The user and the assistant spoke of many things, and of orders and their payment."


@dataclass(frozen=True)
class _Turn:
    """round_trips and bytes of one load and recall; ms is its time."""

    round_trips: int
    bytes: int
    ms: float


class _Counted:
    """A link that counts what the server was asked and what it sent."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.round_trips, self.bytes = 0, 0

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        answer = await self._link.run(script, keys, args)
        self.round_trips += 1
        self.bytes += _size(answer)
        return answer


def _size(answer: Response) -> int:
    if isinstance(answer, list):
        return sum(map(_size, answer))
    return len(answer) if isinstance(answer, bytes) else 8


class _Chat:
    """A tended chat of so many exchanges on the server."""

    def __init__(self, link: RedisLink, exchanges: Sequence[Exchange]) -> None:
        self._link = link
        self._exchanges = exchanges
        self.id = ConversationId(f"{len(exchanges)}")

    async def store(self) -> None:
        for first in range(0, len(self._exchanges), AT_ONCE):
            await self._append(self._exchanges[first : first + AT_ONCE])
        watermark = len(self._exchanges) - PAST
        store = RedisStore(self._link, KEYS)
        memory = await store.load(self.id)
        await store.keep_index(self.id)
        await store.commit_tended(memory, Tended(watermark, self._states()))

    async def _append(self, exchanges: Sequence[Exchange]) -> None:
        stored = [part for e in exchanges for part in (e.number, pack(e.to_json()))]
        rows = [part for e in exchanges for part in (e.number, row_of(e))]
        await self._link.call("ZADD", KEYS.name("log", self.id), *stored)
        await self._link.call("HSET", KEYS.name("cards", self.id), *rows)
        last = exchanges[-1].number
        await self._link.call("HSET", KEYS.name("meta", self.id), "last", last)

    def _states(self) -> dict[str, dict[str, Any]]:
        """Only one exchange of ten holds a fact, so only these are searched for facts."""
        watermark = len(self._exchanges) - PAST
        telling = [e for e in self._exchanges[:watermark] if e.number % FACT_EVERY == 0]
        facts = {**absorb_all({}, telling), "absorbed": watermark}
        summary = {"text": SUMMARY, "first": 1, "last": watermark}
        return {
            Summary.name: {"version": Summary.version, "state": summary},
            Facts.name: {"version": Facts.version, "state": facts},
        }

    @property
    def log_bytes(self) -> int:
        return sum(len(pack(e.to_json())) for e in self._exchanges)

    def question(self, at: int) -> Question:
        about = self._exchanges[at * len(self._exchanges) // SAMPLES]
        asked_at = self._exchanges[-1].asked_at + timedelta(hours=1)
        return Question(question_about(about), asked_at)


async def measure_loading(sizes: Sequence[int]) -> Measured:
    with tempfile.TemporaryDirectory(prefix="hafez-bench-") as home:
        async with embedded_server(Path(home)) as url, await RedisLink.open(url) as link:
            return await _measured(link, sizes)


async def _measured(link: RedisLink, sizes: Sequence[int]) -> Measured:
    figures: dict[str, float] = {}
    for size in sizes:
        chat = _Chat(link, list(chat_of(size)))
        await chat.store()
        turns = {"cold": await _cold(link, chat), "warm": await _warm(link, chat)}
        for name, turn in turns.items():
            figures[f"{name}_round_trips_{size}"] = turn.round_trips
            figures[f"{name}_bytes_{size}"] = turn.bytes
            figures[f"{name}_ms_{size}"] = turn.ms
        figures[f"log_bytes_{size}"] = chat.log_bytes
    few, many = sizes[0], sizes[-1]
    ratios = {
        f"{name}_{what}_at_{many}_to_{few}": figures[f"{name}_{what}_{many}"]
        / figures[f"{name}_{what}_{few}"]
        for name in ("warm", "cold")
        for what in ("ms", "bytes")
    }
    of_log = figures[f"cold_bytes_{many}"] / figures[f"log_bytes_{many}"]
    return Measured({**ratios, f"cold_bytes_to_log_bytes_at_{many}": of_log}, figures)


async def _cold(link: RedisLink, chat: _Chat) -> _Turn:
    return _middle([await _turn(link, chat, at, None) for at in range(SAMPLES)])


async def _warm(link: RedisLink, chat: _Chat) -> _Turn:
    counted: Any = _Counted(link)
    store = RedisStore(counted, KEYS)
    await _recalled(store, chat, chat.question(0))
    return _middle([await _turn(link, chat, at, (store, counted)) for at in range(SAMPLES)])


async def _turn(
    link: RedisLink, chat: _Chat, at: int, known: tuple[RedisStore, _Counted] | None
) -> _Turn:
    """One load and recall, by a store that knows nothing where `known` is None."""
    counted: Any = known[1] if known else _Counted(link)
    store = known[0] if known else RedisStore(counted, KEYS)
    trips, size, began = counted.round_trips, counted.bytes, time.perf_counter()
    await _recalled(store, chat, chat.question(at))
    ms = (time.perf_counter() - began) * 1000
    return _Turn(counted.round_trips - trips, counted.bytes - size, ms)


async def _recalled(store: RedisStore, chat: _Chat, question: Question) -> Recall:
    async def work(memory: ChatMemory) -> Recall:
        return recall(memory, build_recipe(RECIPE, OPTIONS), question, BUDGET)

    memory = await store.load(chat.id)
    assert len(log_of(memory.exchanges)) == int(chat.id.chat)
    return await with_bodies(memory, work, store.read)


def _middle(turns: Sequence[_Turn]) -> _Turn:
    return _Turn(
        max(turn.round_trips for turn in turns),
        max(turn.bytes for turn in turns),
        median(turn.ms for turn in turns),
    )
