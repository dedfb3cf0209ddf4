"""A command that uses the embedded server, for tests to start, interrupt and kill.

python -m tests.workers.embedded_user HOME: prints a line of JSON (the server's url and process
id, how often it was used) and leaves when its standard input ends.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path

import structlog

from workers.embedded_server import embedded_server
from workers.redis_link import RedisLink


async def use(home: Path) -> None:
    async with embedded_server(home) as url, await RedisLink.open(url) as link:
        info = await link.call("INFO", "server")
        assert isinstance(info, bytes)
        await link.call("CONFIG", "SET", "appendfsync", "always")
        used = await link.call("INCR", "used")
        pid = int(info.split(b"process_id:")[1].split(b"\r")[0])
        sys.stdout.write(json.dumps({"url": url, "pid": pid, "used": used}) + "\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    # A shell's background job, as a test run may be one, hands it down as ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asyncio.run(use(Path(sys.argv[1])))
