"""An edited message: which exchange it changes, and what is remembered of it. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from memory.conversation import Exchange
from memory.derived import derived_before
from memory.log import log_of
from memory.store import ChatMemory
from workers.jobs import Turn
from workers.joining import pieces_of

AMONG_LAST = 3
"""Only the newest exchanges are answered again; what was said since builds on the older ones."""


ANSWERED_BY = "edited_by"
"""In an exchange's `more`: the update id of the edit that it was answered for."""


class Edit(StrEnum):
    AGAIN = "again"  # answer the exchange again
    CORRECTION = "correction"  # too long ago: remember what it says now
    ANEW = "anew"  # of a message that was never answered: answer it like any other
    ANSWERED = "answered"  # it was answered again, and the lane did not hear of it
    NOTHING = "nothing"  # it says what it said before


@dataclass(frozen=True, slots=True)
class Edited:
    """`exchange` with AGAIN and ANSWERED · `turns`, one for each of its messages, with AGAIN."""

    what: Edit
    exchange: Exchange | None = None
    turns: tuple[Turn, ...] = ()


def edited(turn: Turn, memory: ChatMemory) -> Edited:
    """May raise Unread, for the newest exchanges."""
    newest = memory.exchanges[-AMONG_LAST:]
    for exchange in reversed(newest):
        if set(turn.message_ids) & set(exchange.message_ids):
            return _of(turn, exchange)
    known = [id_ for exchange in newest for id_ in exchange.message_ids]
    never_answered = not known or min(turn.message_ids, default=0) > max(known)
    return Edited(Edit.ANEW if never_answered else Edit.CORRECTION)


def _of(turn: Turn, exchange: Exchange) -> Edited:
    pieces = list(_pieces(exchange))
    if len(pieces) != len(exchange.message_ids):  # stored before texts knew where they were cut
        return Edited(Edit.CORRECTION)
    at = exchange.message_ids.index(turn.message_ids[0])
    if pieces[at].text == turn.text:
        ours = exchange.more.get(ANSWERED_BY) == turn.update_id
        return Edited(Edit.ANSWERED, exchange) if ours else Edited(Edit.NOTHING)
    pieces[at] = replace(pieces[at], text=turn.text)
    both = zip(pieces, exchange.message_ids, strict=True)
    turns = tuple(
        replace(turn, text=piece.text, message_ids=(id_,), half=piece.goes_on)
        for piece, id_ in both
    )
    return Edited(Edit.AGAIN, exchange, turns)


@dataclass(frozen=True, slots=True)
class _Piece:
    """What one Telegram message says, and whether its text goes on in the next one."""

    text: str
    goes_on: bool


def _pieces(exchange: Exchange) -> Iterator[_Piece]:
    for message in exchange.messages:
        if message.role == "user":
            *first, last = pieces_of(message)
            yield from (_Piece(text, goes_on=True) for text in first)
            yield _Piece(last, goes_on=False)


def before(memory: ChatMemory, exchange: Exchange) -> ChatMemory:
    """As it was when the exchange began, with what was derived of the earlier ones alone."""
    earlier = log_of(memory.exchanges).up_to(exchange.number - 1)
    return replace(derived_before(memory, exchange.number), exchanges=earlier)


def correction(turn: Turn) -> Turn:
    """The edit as something that is said now."""
    return replace(turn, text=f"[correction of an earlier message, which now says:]\n{turn.text}")
