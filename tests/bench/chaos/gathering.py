"""Writes down what the server holds after a run: the log and the dead letters."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from bot.replies import parts_of
from memory.conversation import ConversationId, Exchange
from memory.log import log_of
from tests.bench.chaos.evidence import Dead, Journal, Record, Stored, reply_in
from tests.bench.chaos.plan import Plan
from tests.bench.chaos.process import logging_to, reaching
from workers.jobs import Reply
from workers.link import Link
from workers.redis_lanes import RedisLanes
from workers.redis_store import RedisStore

PATIENCE_S = 10.0
MOST_DEAD = 10_000
"""As many as are kept."""


def gather(plan: Plan, url: str) -> None:
    """A process' whole life."""
    with logging_to(plan.folder / "kept.log"):
        asyncio.run(_gather(plan, url))


async def _gather(plan: Plan, url: str) -> None:
    with Journal(plan.folder / "kept.journal") as journal:
        async with reaching(url, PATIENCE_S) as link:
            async for record in _kept(plan, link):
                journal.note(record)


async def _kept(plan: Plan, link: Link) -> AsyncIterator[Record]:
    store, lanes = RedisStore(link, plan.keys), RedisLanes(link, plan.keys)
    for chat in plan.chats:
        memory = await store.load(ConversationId(chat))
        memory = await store.read(memory, log_of(memory.exchanges).unread)
        for exchange in memory.exchanges:
            yield _stored(chat, exchange)
    for letter in await lanes.dead_letters(MOST_DEAD):
        yield Dead(letter.chat, tuple(turn.update_id for turn in letter.turns), letter.reason)


def _stored(chat: str, exchange: Exchange) -> Stored:
    parts = parts_of(Reply(text=exchange.assistant, cut=exchange.cut))
    return Stored(
        chat=chat,
        number=exchange.number,
        ids=exchange.message_ids,
        fence=int(exchange.more["fence"]),
        reply=reply_in(exchange.assistant, 0),
        parts=tuple(part.text for part in parts),
    )
