"""What the bench's processes share: where they log, and how they find the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import structlog

from workers.drivers import LinkOptions, open_link
from workers.link import Link, Unreachable

AGAIN_S = 0.05


@contextmanager
def logging_to(path: Path) -> Iterator[None]:
    with path.open("w", encoding="utf-8") as file:
        structlog.configure(
            processors=[
                structlog.contextvars.merge_contextvars,
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso"),
                structlog.processors.KeyValueRenderer(),
            ],
            logger_factory=structlog.PrintLoggerFactory(file),
        )
        yield


@asynccontextmanager
async def reaching(url: str, timeout_s: float) -> AsyncIterator[Link]:
    """A link, however long the server is away."""
    link = None
    while link is None:
        try:
            link = await open_link(url, LinkOptions(timeout_s=timeout_s))
        except Unreachable:
            await asyncio.sleep(AGAIN_S)
    try:
        yield link
    finally:
        await link.close()
