"""Which turns are answered together, and how their texts read as one. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import accumulate, pairwise

from memory.conversation import Message
from workers.jobs import Turn

MOST_JOINED = 20
"""Turns in one answer: as many as may wait in a chat by default."""

MOST_JOINED_BYTES = 32_768
"""Of text in one answer, beyond its first turn: four messages of Telegram's 4,096 characters at
two bytes, which a model with a small window still takes; what is beyond gets an answer of its own.
scripts/open.lua holds the same number."""

LONGEST_HOLD_MS = 1_000
"""However many held turns follow one another, their lane is not held longer in all."""

HALVES_WITHIN = timedelta(seconds=1)
"""Two halves of one text were sent within this time; Telegram tells whole seconds."""


PIECES = "pieces"
"""In the `more` of a text that came in pieces: how many characters each has."""

_NAME_CHARS = 64


def together(waiting: Sequence[Turn]) -> tuple[Turn, ...]:
    """Those of `waiting` (oldest first, at least one) that the next answer is for: a command, an
    edit or a deletion alone, else the texts of one sender that follow one another. In groups a
    reply is thus to one person, and what each one said stays theirs."""
    first, length = waiting[0], len(_bytes(waiting[0]))
    joined = [first]
    for turn in waiting[1:]:
        length += len(_bytes(turn))
        if length > MOST_JOINED_BYTES or not _same_speaker(first, turn):
            break
        joined.append(turn)
    return tuple(joined)


def by_message(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """In the order in which they were written, whatever the order in which they came."""
    return tuple(sorted(turns, key=lambda turn: turn.message_ids))


def texts_of(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What was written, oldest first; the halves of one text are one, and what is forwarded says
    whose words it is."""
    return tuple(message.text for message in messages_of(turns))


def messages_of(turns: Sequence[Turn]) -> tuple[Message, ...]:
    """The same as it is remembered: a text that came in pieces knows where it was cut, so that
    one of them can be edited."""
    return tuple(map(put_together, _texts(turns)))


def pieces_of(message: Message) -> tuple[str, ...]:
    """What each Telegram message that this text came in says, as long as it knows that."""
    lengths = message.more.get(PIECES) or [len(message.text)]
    starts = accumulate(lengths, initial=0)
    return tuple(message.text[start : start + n] for start, n in zip(starts, lengths, strict=False))


def _texts(turns: Sequence[Turn]) -> list[list[str]]:
    """Each text in its pieces."""
    texts = [[_marked(turns[0])]]
    for earlier, later in pairwise(turns):
        if _halves(earlier, later):
            texts[-1].append(later.text)
        else:
            texts.append([_marked(later)])
    return texts


def put_together(pieces: Sequence[str]) -> Message:
    """The text that came in these pieces, as it is remembered."""
    cuts = {PIECES: [len(piece) for piece in pieces]} if len(pieces) > 1 else {}
    return Message("user", "".join(pieces), cuts)


def _same_speaker(one: Turn, other: Turn) -> bool:
    return not (_alone(one) or _alone(other)) and one.sender.id == other.sender.id


def _alone(turn: Turn) -> bool:
    return turn.command is not None or turn.edited or turn.deleted


def _halves(earlier: Turn, later: Turn) -> bool:
    """Not with a forward or an album's caption, which are held but are no half."""
    if not earlier.half or (later.hold_ms and not later.half):
        return False
    return later.sent_at - earlier.sent_at <= HALVES_WITHIN


def _marked(turn: Turn) -> str:
    if not turn.forwarded_from:
        return turn.text
    whose = " ".join(turn.forwarded_from.split())[:_NAME_CHARS]
    return f"[forwarded from {whose}]\n{turn.text}"


def _bytes(turn: Turn) -> bytes:
    return turn.text.encode("utf-8", "surrogatepass")
