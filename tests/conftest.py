"""What many tests need: a running server, one they may kill, and a link to it.

server      one Valkey for the whole run; use its `.url`, and do not assume it is empty
link        an open RedisLink to `server`, whose data was removed before the test
own_server  a Valkey of this test's own, with an append-only file that is written at once:
            `.stop()` kills it, `.start()`, `.restart()`
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog
from hypothesis import settings

from tests.servers import Server
from workers.redis_link import RedisLink

# The same texts in every run, so that a change is judged by what it changes. To look for new ones:
# pytest --hypothesis-profile=default
settings.register_profile("same", derandomize=True)
settings.load_profile("same")


def pytest_configure() -> None:
    """A run that is ended from outside, as by `timeout`, ends as with Ctrl-C does: it leaves no
    server behind. Ctrl-C is heard also where a shell began the run in the background, which has it
    ignored here and in every process that a test begins."""
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def plain_log_lines() -> None:
    """structlog's own default draws an error with every variable, which takes many seconds. What
    a test before this one configured is undone: a logger kept by it would go on writing to a
    stream that pytest has closed."""
    structlog.reset_defaults()
    unbind_loggers()
    console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[structlog.contextvars.merge_contextvars, console])


def unbind_loggers() -> None:
    """A logger that was used while logging was set up as in earnest keeps level and stream."""
    for name, module in tuple(sys.modules.items()):
        if name.partition(".")[0] in {"bot", "memory", "workers", "tests"}:
            getattr(vars(module).get("log"), "__dict__", {}).pop("bind", None)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server("--appendonly", "no")
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def own_server() -> Iterator[Server]:
    server = Server("--appendonly", "yes", "--appendfsync", "always")
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
async def link(server: Server) -> AsyncIterator[RedisLink]:
    async with await RedisLink.open(server.url) as link:
        await link.call("FLUSHALL")
        yield link
