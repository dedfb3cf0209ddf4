"""What finishing an answered turn changes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any

from memory.conversation import Exchange, Message
from memory.last_recall import SHOWN
from memory.log import log_of
from memory.quotes import QUOTED
from memory.recipes import compares_embeddings
from memory.search.card import card_of
from memory.store import ChatMemory
from memory.tending import needs_tending
from workers.asking import Asked, Said, answered_message
from workers.jobs import Notice, Outcome, Reply, Turn
from workers.joining import messages_of
from workers.limits import Reached
from workers.retention import expired_before
from workers.turn_options import TurnOptions

ROUNDED_MS = 30_000
"""So that a moment measured a little early still reads as midnight."""


def outcome_of(
    asked: Asked,
    memory: ChatMemory,
    said: Said,
    *,
    now: datetime,
    options: TurnOptions,
    count: Callable[[str], int],
    card: Callable[[Exchange], str] = card_of,
) -> Outcome:
    """The exchange as the next one of `memory`, the reply to deliver, and whether the memory
    wants tending with the exchange in it (or holds what is too old, or is to be embedded)."""
    before = log_of(memory.exchanges)
    exchange = exchange_of(asked, memory.last_number + 1, said, now)
    grown = ChatMemory(
        memory.conversation,
        before.followed_by(exchange),
        exchange.number,
        memory.watermark,
        memory.summary_version,
        memory.states,
    )
    reply_to = asked.reply_to
    aged = expired_before(grown, options.retention_days, now) is not None
    return Outcome(
        reply=Reply(
            text=said.text,
            language=asked.language,
            reply_to=reply_to,
            cut=said.cut,
            ended_by_model=said.ended_by_model,
        ),
        conversation=asked.conversation,
        exchange=exchange,
        card=card(exchange),
        tend=aged
        or (options.embeds and compares_embeddings(asked.recipe))
        or needs_tending(grown, asked.recipe, options.memory, count),
        apart=bool(before) and max(before[-1].reply_ids, default=0) > reply_to,
    )


def limit_notice(turns: Sequence[Turn], reached: Reached, *, now: datetime, zone: tzinfo) -> Reply:
    """That the limit is reached, and when it goes on."""
    anew = (now + timedelta(milliseconds=reached.anew_in_ms + ROUNDED_MS)).astimezone(zone)
    return Reply(
        notice=Notice.LIMIT_DAY if reached.period == "day" else Notice.LIMIT_MONTH,
        values={"most": reached.most, "anew": anew.strftime("%Y-%m-%d %H:%M")},
        language=turns[-1].language,
        reply_to=answered_message(turns),
    )


def exchange_of(asked: Asked, number: int, said: Said, now: datetime) -> Exchange:
    return Exchange(
        number=number,
        messages=(*messages_of(asked.turns), Message("assistant", said.text)),
        asked_at=asked.at,
        answered_at=now,
        sender=asked.sender,
        message_ids=asked.message_ids,
        model=said.model,
        prompt_tokens=said.prompt_tokens,
        answer_tokens=said.answer_tokens,
        cut=said.cut,
        more=_more(asked, said),
    )


def _more(asked: Asked, said: Said) -> dict[str, Any]:
    shown = {SHOWN: said.recalled} if said.recalled else {}
    quotes = [quote.to_json() for quote in dict.fromkeys(asked.quoted)]
    return {**shown, QUOTED: quotes} if quotes else shown
