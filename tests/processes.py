"""Our commands as processes of their own, as people run them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from signal import Signals

from workers.embedded_server import Premises, embedded_server

ROOT = Path(__file__).parents[1]
DEADLINE_S = 60.0


def environment(home: Path, **settings: str) -> dict[str, str]:
    """This process' environment without any setting of ours, and with these."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(
            ("HAFEZ_", "OPENAI_", "TELEGRAM_", "REDIS_", "LANGSMITH_", "LANGCHAIN_")
        )
    }
    python_path = os.pathsep.join(filter(None, (str(ROOT), kept.get("PYTHONPATH"))))
    return {**kept, "PYTHONPATH": python_path, "HAFEZ_HOME": str(home), **settings}


@dataclass
class Running:
    """A process and what it wrote to standard error so far."""

    process: asyncio.subprocess.Process
    lines: list[str] = field(default_factory=list)
    grown: asyncio.Condition = field(default_factory=asyncio.Condition)
    over: bool = False

    async def until_it_says(self, word: str, timeout_s: float = DEADLINE_S) -> None:
        """Wait for a line with this word; fails at once when the process ends without it."""
        async with asyncio.timeout(timeout_s), self.grown:
            await self.grown.wait_for(lambda: self.over or self.said(word))
        assert self.said(word), f"it ended and never said {word!r}:\n{''.join(self.lines)}"

    def said(self, word: str) -> bool:
        return any(word in line for line in self.lines)

    def send(self, kind: Signals) -> None:
        """To it alone."""
        self.process.send_signal(kind)

    def send_to_group(self, kind: Signals) -> None:
        """To it and what it started in its group, as Ctrl-C does."""
        os.killpg(self.process.pid, kind)

    async def end(self, timeout_s: float = DEADLINE_S) -> int:
        """SIGTERM, and the exit status."""
        if self.process.returncode is None:
            self.process.terminate()
        async with asyncio.timeout(timeout_s):
            return await self.process.wait()

    async def write(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text.encode())
        await self.process.stdin.drain()

    async def line(self, timeout_s: float = DEADLINE_S) -> str:
        """The next line of standard output."""
        assert self.process.stdout
        async with asyncio.timeout(timeout_s):
            return (await self.process.stdout.readline()).decode()

    async def finish(self, timeout_s: float = DEADLINE_S) -> str:
        """Close its standard input; the rest of its standard output, once it has ended well."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        async with asyncio.timeout(timeout_s):
            written = await self.process.stdout.read()
            assert await self.process.wait() == 0, "".join(self.lines)
        return written.decode()

    async def read(self) -> None:
        assert self.process.stderr
        async for line in self.process.stderr:
            async with self.grown:
                self.lines.append(line.decode("utf-8", "replace"))
                self.grown.notify_all()
        async with self.grown:
            self.over = True
            self.grown.notify_all()


@asynccontextmanager
async def running(*command: str, env: Mapping[str, str], cwd: Path) -> AsyncIterator[Running]:
    """`python *command` in a process group of its own; killed at the end if it still runs, and
    with it the embedded server that nobody else uses."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        env=dict(env),
        cwd=cwd,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    ours = Running(process)
    reading = asyncio.create_task(ours.read())
    try:
        yield ours
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await reading
        await _leave_no_server(Path(env["HAFEZ_HOME"]))


async def _leave_no_server(home: Path) -> None:
    """Whose users were all killed: its next one is its last."""
    premises = Premises(home)
    if premises.log.exists() and premises.alive():
        async with embedded_server(home):
            pass


async def until(condition: Callable[[], object], timeout_s: float = 30) -> None:
    """For what only another thread can tell; yields to it in between."""
    async with asyncio.timeout(timeout_s):
        while not condition():  # noqa: ASYNC110  # the other thread sets no event of ours
            await asyncio.sleep(0.01)
