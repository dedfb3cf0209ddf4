"""What an account's owner writes in a business chat: it is remembered, and nobody answers it.
Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.conversation import Exchange
from memory.search.card import card_of
from workers.asking import Said
from workers.jobs import Outcome, Reply, Turn
from workers.joining import messages_of

NOTHING_SAID = Said("", "")


def heard_outcome(outcome: Outcome) -> Outcome:
    """As if the model had been asked and said nothing; nothing is delivered."""
    if outcome.exchange is None:
        return outcome
    written = tuple(each for each in outcome.exchange.messages if each.role == "user")
    kept = replace(outcome.exchange, messages=written)
    return replace(outcome, reply=Reply(), exchange=kept, card=card_of(kept))


def heard_again(exchange: Exchange, turns: Sequence[Turn]) -> Exchange:
    """After one of its messages was edited."""
    return replace(exchange, messages=messages_of(turns))
