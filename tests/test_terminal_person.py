"""The terminal chat on a terminal: line editing, streaming, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from llmock.scenarios import Reply, StreamFault
from llmock.testing import LLMockServer

from tests.processes import environment

CTRL_C, CTRL_D, LEFT = "\x03", "\x04", "\x1b[D"
ON_A_TERMINAL = (
    "import os, sys; os.login_tty(0); "
    "os.execv(sys.executable, [sys.executable, '-m', 'workers', 'chat'])"
)
DRAWING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


@dataclass
class Person:
    """Somebody at a terminal with the chat in it."""

    process: subprocess.Popen[bytes]
    terminal: int
    screen: str = ""

    def types(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def sees(self, words: str, timeout_s: float = 60) -> None:
        """Read what is drawn until these words stand there; they are then behind us."""
        until = time.monotonic() + timeout_s
        while words not in self.screen:
            assert time.monotonic() < until, f"{words!r} is not in {self.screen!r}"
            if select.select([self.terminal], [], [], 0.2)[0]:
                self.screen += self._drawn()
        self.screen = self.screen.partition(words)[2]

    def leaves(self) -> int:
        with contextlib.suppress(OSError):  # the terminal is gone with its last process
            while select.select([self.terminal], [], [], 30)[0]:
                self.screen += self._drawn()
        return self.process.wait(30)

    def _drawn(self) -> str:
        return DRAWING.sub("", os.read(self.terminal, 65536).decode("utf-8", "replace"))


@pytest.fixture
def model() -> Iterator[LLMockServer]:
    with LLMockServer() as server:
        yield server


@pytest.fixture
def person(tmp_path: Path, model: LLMockServer) -> Iterator[Person]:
    ours, theirs = pty.openpty()
    env = environment(tmp_path / "home", OPENAI_BASE_URL=model.url, OPENAI_MODEL="gpt-4o")
    process = subprocess.Popen(
        [sys.executable, "-c", ON_A_TERMINAL],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env={**env, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    os.close(theirs)
    yield Person(process, ours)
    process.kill()
    process.wait()
    os.close(ours)


def test_a_line_is_edited_and_its_answer_streams(person: Person, model: LLMockServer) -> None:
    model.state.scenarios.add(Reply("سلام! The code is AB-1200."))
    person.sees("you>")
    person.types("what is my cde" + 2 * LEFT + "o\n")
    person.sees("سلام! The code is AB-1200.")
    person.sees("you>")
    person.types(CTRL_D)
    assert person.leaves() == 0
    assert "Traceback" not in person.screen
    assert "what is my code" in str(model.state.journal.records()[-1].body)


def test_ctrl_c_stops_the_answer_keeps_what_it_showed_and_goes_on(
    person: Person, model: LLMockServer
) -> None:
    model.state.scenarios.add(
        Reply("Once upon a time there was a very long story."),
        StreamFault("stall", after_chunks=3, stall_seconds=120),
        Reply("Gladly."),
    )
    person.sees("you>")
    person.types("tell me a story\n")
    person.sees("Once")
    person.types(CTRL_C)
    person.sees("you>", timeout_s=20)
    person.types("and now something short\n")
    person.sees("Gladly.")
    person.sees("you>")
    person.types(CTRL_C)
    person.leaves()
    assert "Traceback" not in person.screen
    assert "Once" in str(model.state.journal.records()[-1].body)
