"""What the messages of an exchange replied to, kept with it so that it can be asked again. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from memory.conversation import Exchange

QUOTED = "quoted"
"""In an exchange's `more`: a list of {"text", "by", "message_id", "chosen"}."""


def quotes_in(exchange: Exchange) -> list[Mapping[str, Any]]:
    kept = exchange.more.get(QUOTED)
    listed = kept if isinstance(kept, list) else []
    return [each for each in listed if isinstance(each, Mapping) and "text" in each]


def quoted_texts(exchange: Exchange) -> list[str]:
    return [str(each["text"]) for each in quotes_in(exchange)]


def without_quotes_of(exchange: Exchange, messages: Collection[int]) -> Exchange:
    """The very exchange, if it quotes none of these messages."""
    quotes = quotes_in(exchange)
    kept = [each for each in quotes if each.get("message_id") not in messages]
    if len(kept) == len(quotes):
        return exchange
    more = {name: value for name, value in exchange.more.items() if name != QUOTED}
    return replace(exchange, more={**more, QUOTED: kept} if kept else more)
