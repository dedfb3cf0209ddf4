"""Tells whoever watches the process over HTTP whether it lives and whether it can work.

/live answers 200 for as long as the process runs its event loop. /ready answers 200 while the
server (Redis) answers, else 503: a supervisor should not restart for that, it passes by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from aiohttp import web

from workers.link import Link, OutcomeUnknown, ServerSaidNo
from workers.starting import CannotStart

log = structlog.get_logger()

ANSWER_WITHIN_S = 1.0


class CannotListen(CannotStart):
    """The address to answer on cannot be used."""


@asynccontextmanager
async def readiness(address: str | None, link: Link) -> AsyncIterator[str | None]:
    """Answer on `address` ("host:port"; port 0 takes any) until the end; None answers nowhere.
    Yields the address that is answered on. Raises CannotListen."""
    if address is None:
        yield None
        return
    host, _, port = address.rpartition(":")
    app = web.Application()
    add_readiness(app, link)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, int(port))
        try:
            await site.start()
        except OSError as why:
            reason = why.strerror or "it cannot be used"
            raise CannotListen(f"HAFEZ_HEALTH_ADDRESS: {reason}") from None
        taken = f"{host}:{runner.addresses[0][1]}"
        log.info("readiness is told", address=taken)
        yield taken
    finally:
        await runner.cleanup()


def add_readiness(app: web.Application, link: Link) -> None:
    """The two paths, for whoever listens already."""

    async def live(_: web.Request) -> web.Response:
        return web.json_response({"live": True})

    async def ready(_: web.Request) -> web.Response:
        answers = await _answers(link)
        return web.json_response({"ready": answers}, status=200 if answers else 503)

    app.router.add_get("/live", live)
    app.router.add_get("/ready", ready)


async def _answers(link: Link) -> bool:
    """Whether the server answers within a second."""
    try:
        async with asyncio.timeout(ANSWER_WITHIN_S):
            await link.call("PING")
    except (TimeoutError, OutcomeUnknown, ServerSaidNo):
        return False
    return True
