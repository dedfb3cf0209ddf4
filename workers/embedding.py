"""Embeds a chat's exchanges, in the background; no turn waits for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import structlog

from memory.conversation import Exchange
from memory.embedded import numbers_in, packed, texts_to_embed
from memory.log import log_of
from memory.store import ChatMemory, MemoryStore
from memory.vector_store import VectorStore
from workers.embedder import EMBEDDER_TROUBLE, Embedder
from workers.language_model import ContextTooLong, ModelRefused
from workers.replier import StillOurs, unquestioned

log = structlog.get_logger()

BATCH = 16
"""Exchanges that are embedded and kept together: what a crash has to do again."""


@dataclass(frozen=True, kw_only=True)
class EmbedExchanges:
    """Embeds the exchanges that are not embedded yet, oldest first: the newest one after every
    turn, and all of them where nobody embedded before or another model did."""

    embedder: Embedder
    store: MemoryStore
    vectors: VectorStore

    async def run(self, memory: ChatMemory, still_ours: StillOurs = unquestioned) -> None:
        """What is embedded when the embedder fails stays; the rest waits for the next turn of
        the chat, which is no loss: what was said just before is in the prompt word for word.
        `still_ours` is asked before every batch; LeaseLost passes through."""
        embedded = 0
        try:
            for numbers in _batches(await self._missing(memory)):
                still_ours()
                await self._embed(memory, numbers)
                embedded += len(numbers)
        except EMBEDDER_TROUBLE as error:
            log.warning("exchanges not embedded", reason=str(error), embedder=self.embedder.name)
        if embedded:
            log.info("exchanges embedded", exchanges=embedded, embedder=self.embedder.name)

    async def _missing(self, memory: ChatMemory) -> Sequence[int]:
        state = await self.vectors.load(memory.conversation)
        last = max(numbers_in(state, self.embedder.name), default=0)
        return [number for number in log_of(memory.exchanges).numbers if number > last]

    async def _embed(self, memory: ChatMemory, numbers: Sequence[int]) -> None:
        there = log_of((await self.store.read(memory, numbers)).exchanges)
        exchanges = there.bodies([number for number in numbers if there.holds(number)])
        kept = await self._packed(exchanges)
        await self.vectors.add(memory.conversation, self.embedder.name, kept)

    async def _packed(self, exchanges: Sequence[Exchange]) -> Mapping[int, str]:
        """By number. Where the embedder refuses them together, one by one: what it does not
        take must not keep the others from being found."""
        try:
            return await self._together(exchanges)
        except (ModelRefused, ContextTooLong):
            await self.embedder.passages(["."])  # raises where it refuses everything: a wrong key
        return {e.number: await self._alone(e) for e in exchanges}

    async def _alone(self, exchange: Exchange) -> str:
        try:
            return (await self._together([exchange]))[exchange.number]
        except (ModelRefused, ContextTooLong) as error:
            log.warning("exchange refused", reason=str(error), embedder=self.embedder.name)
            return ""

    async def _together(self, exchanges: Sequence[Exchange]) -> dict[int, str]:
        texts = {exchange.number: texts_to_embed(exchange) for exchange in exchanges}
        rows = iter(await self.embedder.passages([t for some in texts.values() for t in some]))
        return {number: packed([next(rows) for _ in some]) for number, some in texts.items()}


def _batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH))
