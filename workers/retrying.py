"""/retry: the last question of the conversation, asked once more. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memory.log import log_of
from memory.store import ChatMemory
from workers.asking import Asked
from workers.jobs import Notice, Outcome, Reply, Turn


@dataclass(frozen=True, slots=True)
class Retried:
    """turn: the question, as if it came now · memory: as it was before it was answered, so that
    no earlier answer to it leads the model."""

    turn: Turn
    memory: ChatMemory


def retried(turn: Turn, memory: ChatMemory) -> Retried | None:
    """None where nothing was asked yet. May raise Unread, for the newest exchanges."""
    log = log_of(memory.exchanges)
    if not log:
        return None
    question, last = log[-1].user, len(log)
    while last and log[last - 1].user == question:
        last -= 1
    asked = replace(turn, command=None, text=question)
    return Retried(asked, replace(memory, exchanges=log[:last]))


def nothing_to_retry(asked: Asked) -> Outcome:
    reply = Reply(notice=Notice.RETRY_NOTHING, language=asked.language, reply_to=asked.reply_to)
    return Outcome(reply=reply, conversation=asked.conversation)
