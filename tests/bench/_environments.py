"""Environments of their own for what is measured beside ours: each needs other versions of the same
packages. Each is pinned by tests/bench/peers/NAME.txt."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINNED = ROOT / "tests" / "bench" / "peers"
HOME = ROOT / ".hafez" / "peers"
INSTALL_TIMEOUT_S = 240.0


@dataclass(frozen=True, slots=True)
class Engine:
    """name: in the figures · module: of tests.bench.peers, and of its environment · part: the
    variant of the engine."""

    name: str
    module: str
    part: str = ""

    @property
    def python(self) -> Path:
        if self.module == "hafez":
            return Path(sys.executable)
        return HOME / self.module / "bin" / "python"


class NotInstalled(Exception):
    """The text says why."""


async def install(engine: Engine) -> None:
    """Make the engine's environment, unless what is pinned is there already. Raises
    NotInstalled."""
    pinned, place = PINNED / f"{engine.module}.txt", HOME / engine.module
    ready, wanted = place / "ready", hashlib.sha256(pinned.read_bytes()).hexdigest()
    if ready.exists() and ready.read_text() == wanted:
        return
    await _done(sys.executable, "-m", "venv", "--clear", str(place))
    quiet = ("--quiet", "--disable-pip-version-check", "--require-hashes")
    await _done(str(engine.python), "-m", "pip", "install", *quiet, "-r", str(pinned))
    ready.write_text(wanted)


async def _done(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(INSTALL_TIMEOUT_S):
            _, said = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise NotInstalled("it took too long to install") from None
    if process.returncode:
        lines = said.decode("utf-8", "replace").strip().splitlines()
        raise NotInstalled(lines[-1] if lines else f"exit code {process.returncode}")
