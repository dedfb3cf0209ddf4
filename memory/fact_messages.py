"""Which message of the chat a fact was said in. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory.facts.fact import Fact
from memory.log import log_of
from memory.store import ChatMemory


def fact_messages(memory: ChatMemory, facts: Sequence[Fact]) -> Mapping[str, int]:
    """A fact's id -> the Telegram id of the first message of its user or of the reply, 0 where
    none is known. May raise Unread, for the exchanges that these facts are of."""
    log = log_of(memory.exchanges)
    numbers = sorted({fact.exchange for fact in facts if log.holds(fact.exchange)})
    said = {
        each.number: (next(iter(each.message_ids), 0), next(iter(each.reply_ids), 0))
        for each in log.bodies(numbers)
    }
    ids = {fact.id: said.get(fact.exchange, (0, 0)) for fact in facts}
    return {fact.id: ids[fact.id][0 if fact.role == "user" else 1] for fact in facts}
