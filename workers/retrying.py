"""The last question of the conversation, or the one whose button was pressed, asked once more.
Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from memory.conversation import Exchange
from memory.log import log_of
from memory.quotes import quotes_in
from memory.store import ChatMemory
from workers.asking import Asked
from workers.jobs import DeadLetter, Notice, Outcome, Reply, Turn
from workers.joining import by_message
from workers.quoted import Quoted

LOOKED_BACK = 20
"""Newest exchanges among which a pressed button's question is looked for."""


@dataclass(frozen=True, slots=True)
class Retried:
    """turns: the question, as if it came now, all with the update id of the turn that asks for it
    · memory: as it was before it was answered, so that no earlier answer to it leads the model."""

    turns: tuple[Turn, ...]
    memory: ChatMemory


def given_up(turn: Turn, letters: Iterable[DeadLetter]) -> tuple[Turn, ...]:
    """The turns, answered together, of the question whose button was pressed, if they were given
    up. `letters`: newest first."""
    wanted = turn.quoted.message_id if turn.quoted is not None else 0
    for letter in letters:
        ids = {id_ for each in letter.turns for id_ in each.message_ids}
        commands = any(each.command is not None for each in letter.turns)
        if letter.chat == turn.chat and wanted in ids and not commands:
            return by_message(letter.turns)
    return ()


def retried(turn: Turn, memory: ChatMemory, lost: Sequence[Turn] = ()) -> Retried | None:
    """`lost`: what was given up, which is in no memory. None where nothing was asked yet. May
    raise Unread, for the newest exchanges."""
    if lost:
        return Retried(tuple(_now(turn, each) for each in lost), memory)
    exchange = _answered(turn, memory)
    if exchange is not None:
        return Retried(tuple(_said(turn, exchange)), _before(exchange.user, memory))
    if turn.quoted is None:
        return None
    plain = replace(turn, command=None, text=turn.quoted.text, quoted=None)
    return Retried((plain,), memory)


def _answered(turn: Turn, memory: ChatMemory) -> Exchange | None:
    newest = log_of(memory.exchanges)[-LOOKED_BACK if turn.quoted else -1 :]
    if turn.quoted is None:
        return newest[-1] if newest else None
    wanted = turn.quoted.message_id
    return next((each for each in reversed(newest) if wanted in each.message_ids), None)


def _before(question: str, memory: ChatMemory) -> ChatMemory:
    log = log_of(memory.exchanges)
    last = len(log)
    while last and log[last - 1].user == question:
        last -= 1
    return replace(memory, exchanges=log[:last])


def _now(turn: Turn, lost: Turn) -> Turn:
    """What was written, as it was; the time, the person who asks and the language are new."""
    return replace(
        lost,
        update_id=turn.update_id,
        sent_at=turn.sent_at,
        sender=turn.sender,
        language=turn.language,
        edited=False,
    )


def _said(turn: Turn, exchange: Exchange) -> Iterator[Turn]:
    """One for each text. The last stands for the messages, under which the answer comes."""
    texts = [message.text for message in exchange.messages if message.role == "user"]
    quotes = [Quoted.from_json(each) for each in quotes_in(exchange)]
    for index, text in enumerate(texts):
        yield replace(
            turn,
            command=None,
            text=text,
            quoted=quotes[index] if index < len(quotes) else None,
            message_ids=turn.message_ids if index == len(texts) - 1 else (),
            forwarded_from="",
        )


def nothing_to_retry(asked: Asked) -> Outcome:
    reply = Reply(notice=Notice.RETRY_NOTHING, language=asked.language, reply_to=asked.reply_to)
    return Outcome(reply=reply, conversation=asked.conversation)
