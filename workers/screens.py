"""How a terminal chat looks: to a program behind a pipe, and to a person."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import Protocol, TextIO


class Screen(Protocol):
    """Where a terminal chat shows its replies."""

    def draft(self, text: str) -> None:
        """The reply so far, whole."""
        ...

    def reply(self, text: str) -> None:
        """The finished reply, whole."""
        ...

    def aside(self, text: str) -> None:
        """Anything that is not the reply to what was just asked."""
        ...

    @property
    def gone(self) -> bool:
        """Whether nobody reads it any more."""
        ...


@dataclass
class PipedScreen:
    """Replies alone on standard output: one block a turn, an empty line between blocks."""

    out: TextIO = field(default_factory=lambda: sys.stdout)
    err: TextIO = field(default_factory=lambda: sys.stderr)
    gone: bool = field(default=False, init=False)
    _begun: bool = False

    def draft(self, text: str) -> None:
        """A program wants the finished reply only."""

    def reply(self, text: str) -> None:
        # A line of one space, so that an empty line always means the end of a block.
        lines = (line or " " for line in text.strip("\n").splitlines() or [" "])
        text = ("\n" if self._begun else "") + "\n".join(lines) + "\n"
        self._begun = True
        try:
            self.out.write(text)
            self.out.flush()
        except BrokenPipeError:
            self._leave()

    def _leave(self) -> None:
        """The reader has what it wanted (`| head -1`). What Python still holds goes nowhere, or
        it would be tried, and fail, once more at the process' end."""
        self.gone = True
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.out.fileno())
        os.close(nowhere)

    def aside(self, text: str) -> None:
        self.err.write(text.rstrip() + "\n")
        self.err.flush()


@dataclass
class LiveScreen:
    """A person's terminal: the reply grows as it comes."""

    out: TextIO = field(default_factory=lambda: sys.stdout)
    gone: bool = field(default=False, init=False)
    _shown: str = ""

    def draft(self, text: str) -> None:
        if not text.startswith(self._shown):  # the model began anew
            self._write("\n")
            self._shown = ""
        self._write(text[len(self._shown) :])
        self._shown = text

    def reply(self, text: str) -> None:
        self.draft(text)
        self._write("\n\n")
        self._shown = ""

    def aside(self, text: str) -> None:
        self._write(f"{text}\n")

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()


def is_a_person() -> bool:
    """Whether both ends are a terminal."""
    return os.isatty(0) and os.isatty(1)
