"""What the chaos bench writes down: one record per happening, as a line of JSON in a file.

Times are seconds of the monotonic clock, which all processes of one machine share. A `worker` is
one process' name, never used again after its death. `reply` tells replies apart: the nonce that
each call of the model puts into its words, or notice_of(…) for a sentence of ours.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

NONCE = re.compile(r"\b[0-9a-f]{12}\b")


@dataclass(frozen=True, slots=True)
class Put:
    """A turn was acknowledged (stored, or a duplicate of itself) at `acked`."""

    chat: str
    update_id: int
    began: float
    acked: float


@dataclass(frozen=True, slots=True)
class StopAsked:
    """/stop for what lies below `before`; it took effect between the two times."""

    chat: str
    before: int
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Leased:
    worker: str
    chat: str
    fence: int
    at: float


@dataclass(frozen=True, slots=True)
class Opened:
    """`began`: before the lane was asked for its turns, for the first time if answers were lost."""

    worker: str
    chat: str
    fence: int
    began: float
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Began:
    """Work that must not overlap: what is "model" or "send"."""

    worker: str
    chat: str
    fence: int
    what: str
    reply: str
    at: float


@dataclass(frozen=True, slots=True)
class Ended:
    worker: str
    chat: str
    fence: int
    what: str
    at: float


@dataclass(frozen=True, slots=True)
class Marked:
    """The server noted that a part was sent."""

    worker: str
    chat: str
    fence: int
    at: float


@dataclass(frozen=True, slots=True)
class Left:
    """The lane was released, failed into a retry, dropped or handed back."""

    worker: str
    chat: str
    fence: int
    at: float


@dataclass(frozen=True, slots=True)
class Out:
    """A worker was killed (for good), frozen, cut off or told to end, or stood still because
    the machine had no time for it."""

    worker: str
    how: str
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class ServerDown:
    """A server was killed or stood still, or a shard's slot went over to another one."""

    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Begun:
    """In a group a message is about to be sent that a reply's end is to be put into."""

    worker: str
    chat: str
    fence: int
    reply: str
    at: float


@dataclass(frozen=True, slots=True)
class Kept:
    """The server noted which message that is, or which reply it holds."""

    worker: str
    chat: str
    fence: int
    at: float


@dataclass(frozen=True, slots=True)
class Delivered:
    """A message was sent, or says something else now (edited), oldest first. lost: its sender
    never got the answer · message_id: 0 for a message of its own that is never edited."""

    chat: str
    reply: str
    text: str
    lost: bool
    message_id: int = 0
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    chat: str
    message_id: int


@dataclass(frozen=True, slots=True)
class Stored:
    """An exchange of the log. parts: the messages its reply is made of."""

    chat: str
    number: int
    ids: tuple[int, ...]
    fence: int
    reply: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dead:
    chat: str
    ids: tuple[int, ...]
    reason: str


Record = (
    Put | StopAsked | Leased | Opened | Began | Ended | Marked | Left | Out | ServerDown
    | Begun | Kept | Delivered | Removed | Stored | Dead
)  # fmt: skip
KINDS = {kind.__name__: kind for kind in Record.__args__}
Kind = TypeVar("Kind")


class Seen:
    """What people see of the messages; `lost` is that of the message's own sending."""

    def __init__(self) -> None:
        self._messages: dict[tuple[str, int], Delivered] = {}

    def note(self, record: Record) -> None:
        match record:
            case Delivered(chat, reply, text, _, message_id, edited=True):
                sent = self._messages[chat, message_id]
                self._messages[chat, message_id] = replace(sent, reply=reply, text=text)
            case Delivered(chat, message_id=message_id):
                self._messages[chat, message_id or -len(self._messages) - 1] = record
            case Removed(chat, message_id):
                del self._messages[chat, message_id]

    @property
    def messages(self) -> Sequence[Delivered]:
        return tuple(self._messages.values())


class Evidence:
    """All records of a run, by their kind, in the order they were given."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._by_kind: dict[type[Any], list[Any]] = {kind: [] for kind in KINDS.values()}
        seen = Seen()
        for record in records:
            self._by_kind[type(record)].append(record)
            seen.note(record)
        self.seen: Sequence[Delivered] = seen.messages
        """The messages as people see them in the end, in the order in which they were sent."""

    def of(self, kind: type[Kind]) -> list[Kind]:
        return self._by_kind[kind]

    def puts(self) -> dict[int, Put]:
        """By update id; of one that was sent again the first, which is the one that counts."""
        return {put.update_id: put for put in sorted(self.of(Put), key=_acked, reverse=True)}


class Journal:
    """Writes each record at once, past the process' own buffers: a kill takes nothing back."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def note(self, record: Record) -> None:
        line = json.dumps({"kind": type(record).__name__, **asdict(record)})
        os.write(self._file, f"{line}\n".encode())


def read_journals(folder: Path) -> Iterator[Record]:
    for path in sorted(folder.glob("*.journal")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield _record(json.loads(line))


def _record(stored: dict[str, Any]) -> Record:
    kind = KINDS[stored.pop("kind")]
    fields = {k: tuple(v) if isinstance(v, list) else v for k, v in stored.items()}
    record: Record = kind(**fields)
    return record


def _acked(put: Put) -> float:
    return put.acked


def notice_of(update_id: int) -> str:
    """The name of the sentence that tells a user that this turn was given up."""
    return f"notice:{update_id}"


def in_group(chat: str) -> bool:
    return chat.startswith("-")


def reply_in(text: str, reply_to: int) -> str:
    """Whose words a message is made of."""
    nonce = NONCE.search(text)
    return nonce[0] if nonce else notice_of(reply_to)
