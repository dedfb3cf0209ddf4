"""A stage for turns: in-process lanes, a scripted model and a recording replier, joined as the
entry points join the real ones."""

from __future__ import annotations

import itertools
import time
from datetime import UTC, datetime
from typing import Any

from memory.conversation import ConversationId, Sender
from memory.kind import MemoryOptions
from memory.store import ChatMemory, DictStore, MemoryStore
from memory.vector_store import DictVectors, VectorStore
from tests.fakes.language_model import ScriptedModel
from tests.fakes.replier import RecordingReplier
from workers.embedder import Embedder
from workers.embedding import EmbedExchanges
from workers.jobs import Command, Turn
from workers.lanes import DeadLetters
from workers.leases import Held
from workers.local_lanes import LocalLanes
from workers.meaning import Meaning
from workers.metering import Meter
from workers.turn import AnswerTurn
from workers.turn_options import TurnOptions
from workers.upkeep import TendMemory, Upkeep
from workers.worker import Worker

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
ANNA = Sender("7", "Anna")


def words(text: str) -> int:
    return len(text.split())


class Stage:
    """`lanes`, `store` and `vectors` may be the real ones. With an embedder exchanges and questions
    are embedded."""

    def __init__(
        self,
        model: ScriptedModel | None = None,
        replier: RecordingReplier | None = None,
        *,
        lanes: Any = None,
        store: MemoryStore | None = None,
        embedder: Embedder | None = None,
        vectors: VectorStore | None = None,
        lease_s: float = 15,
        **options: Any,
    ) -> None:
        self.model = model or ScriptedModel()
        self.replier = replier or RecordingReplier()
        self.lease_s = lease_s
        plain = DictStore()
        self._skipped_s = 0.0
        self.store: MemoryStore = store or plain
        self.lanes: Any = lanes or LocalLanes(
            plain, clock=self._clock, lease_ms=int(lease_s * 1000)
        )
        self.embedder = embedder
        self.dead: DeadLetters | None = None
        self.meter: Meter | None = None
        self.vectors = vectors or DictVectors(self.store)
        given = {"recipe": "window", "policy": "Be kind.", "embeds": embedder is not None}
        self.options = TurnOptions(**{**given, **options})
        self._ids = itertools.count(1)

    def _clock(self) -> float:
        return time.time() + self._skipped_s

    def skip(self, seconds: float) -> None:
        """Let time pass for the lanes, without waiting."""
        self._skipped_s += seconds

    @property
    def answer(self) -> AnswerTurn:
        return AnswerTurn(
            lane=self.lanes,
            store=self.store,
            model=self.model,
            replier=self.replier,
            options=self.options,
            count=words,
            meaning=self._meaning(),
            dead=self.dead,
            meter=self.meter,
            random=lambda: 0.0,
            now=lambda: NOON,
        )

    @property
    def tend(self) -> TendMemory:
        return TendMemory(
            tending=self.lanes,
            store=self.store,
            model=self.model,
            options=self.options,
            count=words,
            choices=self.lanes,
            embed=self._embed(),
            meter=self.meter,
            lease_s=self.lease_s,
            random=lambda: 0.0,
            now=lambda: NOON,
        )

    def _meaning(self) -> Meaning | None:
        if self.embedder is None:
            return None
        return Meaning(embedder=self.embedder, vectors=self.vectors, timeout_s=5)

    def _embed(self) -> EmbedExchanges | None:
        if self.embedder is None:
            return None
        return EmbedExchanges(embedder=self.embedder, store=self.store, vectors=self.vectors)

    def worker(self, name: str = "w1", **options: Any) -> Worker:
        upkeep = Upkeep(tending=self.lanes, tend=self.tend, name=name)
        return Worker(
            lanes=self.lanes,
            turn=self.answer,
            upkeep=upkeep,
            name=name,
            **{"lease_s": self.lease_s, **options},
        )

    async def put(
        self, text: str, chat: str = "1", command: Command | None = None, language: str = ""
    ) -> Turn:
        update_id = next(self._ids)
        turn = Turn(
            chat=chat,
            update_id=update_id,
            text=text,
            sent_at=NOON,
            sender=ANNA,
            message_ids=(update_id + 100,),
            command=command,
            language=language,
        )
        await self.lanes.put(turn)
        return turn

    async def lease(self, worker: str = "w1") -> Held:
        """The next lane, leased by hand."""
        since = time.monotonic()
        leased = await self.lanes.lease(worker, 1)
        (lease,) = leased.leases
        return Held(lease, self.lease_s, since=since)

    async def run_one(self) -> None:
        """Lease the next lane and do what it needs."""
        await self.answer.run(await self.lease())

    async def memory(self, chat: str = "1", number: int = 1) -> ChatMemory:
        return await self.store.load(ConversationId(chat, number))


def small_memory(**numbers: Any) -> MemoryOptions:
    return MemoryOptions(**{"threshold_tokens": 60, "summary_tokens": 40, **numbers})
