"""Which message of the chat a fact was said in. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory.conversation import Exchange
from memory.facts.fact import Fact
from memory.log import log_of
from memory.store import ChatMemory


def fact_messages(memory: ChatMemory, facts: Sequence[Fact]) -> Mapping[str, int]:
    """A fact's id -> the Telegram id of the message of its user or of its reply, of several parts
    the first; 0 where none is known. May raise Unread, for the exchanges that these facts are
    of."""
    log = log_of(memory.exchanges)
    numbers = sorted({fact.exchange for fact in facts if log.holds(fact.exchange)})
    said = {each.number: each for each in log.bodies(numbers)}
    return {
        fact.id: _message(fact, said[fact.exchange]) if fact.exchange in said else 0
        for fact in facts
    }


def _message(fact: Fact, exchange: Exchange) -> int:
    if fact.role != "user":
        return next(iter(exchange.reply_ids), 0)
    ids = exchange.message_ids
    written = [at for at, each in enumerate(exchange.messages) if each.role == "user"]
    if len(written) != len(ids) or fact.message not in written:  # halves of one text
        return next(iter(ids), 0)
    return ids[written.index(fact.message)]
