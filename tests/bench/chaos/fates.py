"""What became of each acknowledged turn, and which turns were answered more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.bench.chaos.evidence import (
    Dead,
    Evidence,
    Put,
    StopAsked,
    Stored,
    in_group,
    notice_of,
)


class Words:
    """What may be told: the stored answers, part by part, and that a turn was given up."""

    def __init__(self, evidence: Evidence) -> None:
        stored, dead = evidence.of(Stored), evidence.of(Dead)
        self._parts = {(one.chat, one.reply, part) for one in stored for part in one.parts}
        self._notices = {(letter.chat, notice_of(letter.ids[-1])) for letter in dead}

    def are_whole(self, chat: str, reply: str, text: str) -> bool:
        return (chat, reply, text) in self._parts or (chat, reply) in self._notices


class Fates:
    """answered: in the log, and every part of the words delivered · dead: in the dead letters,
    and the user told · dropped: neither, and a /stop of the chat above it ended after the put
    began · lost: everything else."""

    def __init__(self, evidence: Evidence) -> None:
        self._puts = evidence.puts()
        self._answers = {id_: held for held in evidence.of(Stored) for id_ in held.ids}
        self._letters = {id_: held for held in evidence.of(Dead) for id_ in held.ids}
        self._texts = {(d.chat, d.reply, d.text) for d in evidence.seen}
        self._told = {(d.chat, d.reply) for d in evidence.seen}
        self._stops = evidence.of(StopAsked)

    def counted(self) -> Counter[str]:
        return Counter(self.of(put) for put in self._puts.values())

    def lost(self) -> Iterator[str]:
        for put in self._puts.values():
            if self.of(put) == "lost":
                yield f"turn {put.update_id} of chat {put.chat} is lost: {self._how(put)}"

    def of(self, put: Put) -> str:
        answer, letter = self._answers.get(put.update_id), self._letters.get(put.update_id)
        if answer is not None:
            return "lost" if self._undelivered(answer) else "answered"
        if letter is not None:
            told = (letter.chat, notice_of(letter.ids[-1])) in self._told
            return "dead" if told else "lost"
        return "dropped" if self._may_be_stopped(put) else "lost"

    def _how(self, put: Put) -> str:
        if put.update_id in self._answers:
            return "answered, but not delivered"
        return "dead, but nobody told" if put.update_id in self._letters else "no trace of it"

    def _undelivered(self, answer: Stored) -> bool:
        return any((answer.chat, answer.reply, part) not in self._texts for part in answer.parts)

    def _may_be_stopped(self, put: Put) -> bool:
        return any(
            stop.chat == put.chat and stop.before > put.update_id and stop.ended > put.began
            for stop in self._stops
        )


def doubled(evidence: Evidence) -> Iterator[str]:
    """Turns in more than one exchange or dead letter, and replies delivered with words that are
    not the stored ones (a second answer of the model). Of groups see halves.py."""
    finished = [stored.ids for stored in evidence.of(Stored)]
    finished += [dead.ids for dead in evidence.of(Dead)]
    held = Counter(id_ for ids in finished for id_ in ids)
    yield from (f"turn {id_} was finished {n} times" for id_, n in held.items() if n > 1)
    words = Words(evidence)
    for chat, reply, text in {(d.chat, d.reply, d.text) for d in evidence.seen}:
        if not in_group(chat) and not words.are_whole(chat, reply, text):
            yield f"chat {chat} was sent other words than the stored ones ({reply})"
