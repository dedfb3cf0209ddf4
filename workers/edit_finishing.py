"""What answering an edited message changes. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory.conversation import Exchange
from memory.search.card import card_of
from workers.asking import Asked, Said
from workers.edited import ANSWERED_BY
from workers.finishing import exchange_of
from workers.jobs import Notice, Outcome, Reply


def as_it_is(outcome: Outcome) -> Outcome:
    return outcome


def corrected_outcome(outcome: Outcome) -> Outcome:
    """What the message says now is remembered, without an answer of the model; its sender is told
    that it is."""
    exchange = outcome.exchange
    if exchange is None:
        return outcome
    said = tuple(message for message in exchange.messages if message.role == "user")
    kept = replace(exchange, messages=said)
    told = Reply(
        notice=Notice.CORRECTED, language=outcome.reply.language, reply_to=outcome.reply.reply_to
    )
    return replace(outcome, reply=told, exchange=kept, card=card_of(kept), apart=True)


def again_exchange(asked: Asked, old: Exchange, said: Said, now: datetime) -> Exchange:
    """In the place of the old one: with its number, its time and its delivered messages."""
    new = exchange_of(asked, old.number, said, now)
    more = {**old.more, **new.more, ANSWERED_BY: asked.turns[0].update_id}
    return replace(
        new, asked_at=old.asked_at, sender=old.sender, reply_ids=old.reply_ids, more=more
    )


def again_outcome(asked: Asked, exchange: Exchange) -> Outcome:
    """The exchange is stored already."""
    reply = Reply(
        text=exchange.assistant,
        language=asked.language,
        reply_to=asked.reply_to,
        cut=exchange.cut,
        edits=exchange.reply_ids,
    )
    return Outcome(
        reply=reply, conversation=asked.conversation, replaced=exchange.number, apart=True
    )
