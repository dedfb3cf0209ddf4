"""`python -m tests.telegram --port 0`: the fake Bot API server as a process of its own.

Prints one JSON line {"url", "token", "judged"} once it listens; ends on SIGTERM or Ctrl-C.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal

from tests.telegram import judge
from tests.telegram.server import TOKEN, FakeTelegram


async def serve(port: int, token: str) -> None:
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signal_number, done.set)
    server = FakeTelegram(token)
    await server.start(port)
    hello = {"url": server.url, "token": token, "judged": judge.available()}
    print(json.dumps(hello), flush=True)
    await done.wait()
    await server.stop()


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.telegram", description=__doc__)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--token", default=TOKEN)
    chosen = options.parse_args()
    asyncio.run(serve(chosen.port, chosen.token))


if __name__ == "__main__":
    main()
