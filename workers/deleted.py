"""Messages that people deleted: what is left of the exchanges they were part of. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from memory.conversation import Exchange, Message
from memory.quotes import without_quotes_of
from workers.joining import pieces_of, put_together


def without(exchange: Exchange, deleted: Collection[int]) -> Exchange | None:
    """The very exchange, if it has or quotes none of these messages; None where nothing of what
    people wrote is left. An answer goes with any of its own or of its question's messages, whose
    words it may repeat."""
    if not {*exchange.message_ids, *exchange.reply_ids} & set(deleted):
        return without_quotes_of(exchange, deleted)
    left = list(_left(exchange, deleted))
    ids = tuple(id_ for id_ in exchange.message_ids if id_ not in set(deleted))
    if not left:
        return None
    return replace(
        exchange,
        messages=tuple(left),
        message_ids=ids,
        reply_ids=(),
        model="",
        prompt_tokens=0,
        answer_tokens=0,
        cut=False,
        feedback=0.5,
        more={},
    )


def _left(exchange: Exchange, deleted: Collection[int]) -> Iterator[Message]:
    """What people wrote, without what cannot be told apart from what was deleted."""
    written = [(each, pieces_of(each)) for each in exchange.messages if each.role == "user"]
    if sum(len(pieces) for _, pieces in written) != len(exchange.message_ids):
        untouched = not set(exchange.message_ids) & set(deleted)
        yield from (each for each, _ in written if untouched)
        return
    ids = iter(exchange.message_ids)
    for message, pieces in written:
        kept = [piece for piece in pieces if next(ids) not in deleted]
        if len(kept) == len(pieces):
            yield message
        elif kept:
            yield put_together(kept)
