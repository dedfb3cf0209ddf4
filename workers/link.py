"""The link to the server, whichever driver makes it: what it does, and how it ends.

A call whose bytes were written is never sent again, except when the server says that it did not
run it: every script must be safe to repeat, and its caller decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeAlias

from workers.starting import CannotStart

Argument: TypeAlias = str | int | bytes
Response: TypeAlias = "int | bytes | list[Response] | None"

LONGEST_ERROR_CHARACTERS = 300


class ServerSaidNo(Exception):
    """The server answered with an error: `text`, whose first word is its `code`. What a script
    did before it failed stays done."""

    def __init__(self, text: str) -> None:
        # "unknown command 'X', with args beginning with: ..." would quote what a user wrote.
        self.text = text.partition(", with args beginning with")[0][:LONGEST_ERROR_CHARACTERS]
        super().__init__(self.text)

    @property
    def code(self) -> str:
        return self.text.partition(" ")[0]


class OutcomeUnknown(Exception):
    """The call was sent and its answer never came: it may have been applied, or not."""


class NotSent(OutcomeUnknown):
    """Nothing of the call was applied: it may be repeated freely."""


Answer: TypeAlias = "Response | ServerSaidNo | OutcomeUnknown"
"""Of one of several servers, or why there is none."""


class Unreachable(CannotStart):
    """No connection; the text is a sentence that holds no user and no password. `refused`: the
    server answered, and will answer so again."""

    def __init__(self, sentence: str, *, refused: bool = False) -> None:
        super().__init__(sentence)
        self.refused = refused


@dataclass(frozen=True)
class Script:
    """A Lua script; the server knows it by the sha1 of its source."""

    name: str
    source: str

    @classmethod
    def load(cls, path: Path) -> Script:
        return cls(path.stem, path.read_text(encoding="utf-8"))

    @cached_property
    def sha1(self) -> str:
        return hashlib.sha1(self.source.encode(), usedforsecurity=False).hexdigest()


class Link(Protocol):
    """Open one with drivers.open_link. It survives drops by itself; of several callers none
    holds up another."""

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        """Run a script that declares every key it touches; they lie in one slot. Raises
        ServerSaidNo, OutcomeUnknown (sent, no answer: it may have run) or NotSent (it did not
        run)."""

    async def call(self, *command: Argument) -> Response:
        """One plain command that does not block; raises as `run` does. On several servers it
        goes to its key's, or to any when it has none."""

    async def call_each(self, *command: Argument) -> list[Answer]:
        """One plain command without a key on every server that holds data."""

    async def wait(self, keys: Sequence[str], timeout_s: float) -> str | None:
        """Pop one token off a list that has any, the first one where they lie on one server, and
        return it. None: the time is up, or the connection dropped; look for
        yourself. A token is a hint only, since one may get lost on the way. Raises
        ServerSaidNo, NotSent once closed."""

    async def subscribe(
        self,
        channels: Sequence[str],
        on_message: Callable[[str, bytes], None],
        on_gap: Callable[[], None],
    ) -> None:
        """Return once subscribed; stays so until `close`. on_message(channel, payload) and
        on_gap() are called on the event loop; on_gap after each return from a drop, when
        messages may have been missed. Raises Unreachable."""

    async def close(self) -> None:
        """Stop everything: calls in flight end as OutcomeUnknown, later ones as NotSent."""
