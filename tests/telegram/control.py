"""How another process drives the fake server: JSON over HTTP under /control/."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Protocol

from aiohttp import web

from tests.telegram.faults import Fault, Script
from tests.telegram.updates import Updates


class Controlled(Protocol):
    """What can be driven: the server, as this module needs it."""

    updates: Updates
    script: Script

    @property
    def sent(self) -> list[dict[str, Any]]: ...

    @property
    def log(self) -> Sequence[Any]: ...

    def say(self, text: str | None, **details: Any) -> int: ...

    def release_stalled(self) -> None: ...


class Control:
    def __init__(self, server: Controlled) -> None:
        self._server = server

    async def updates(self, request: web.Request) -> web.StreamResponse:
        """{"messages": [{"text", "chat_id", "user_id", "name", "language", …}],
        "updates": [raw updates]} -> {"update_ids"}"""
        body = await request.json()
        said = body.get("messages", [])
        ids = [self._server.say(message.pop("text", None), **message) for message in said]
        ids += [self._server.updates.add(update) for update in body.get("updates", [])]
        return web.json_response({"update_ids": ids})

    async def script(self, request: web.Request) -> web.StreamResponse:
        """{"method", "times", and the fields of faults.Fault}"""
        body = await request.json()
        method, times = body.pop("method"), body.pop("times", 1)
        self._server.script.add(method, Fault(**body), times)
        return web.json_response({"ok": True})

    async def release(self, _: web.Request) -> web.StreamResponse:
        """Let stalled calls end."""
        self._server.release_stalled()
        return web.json_response({"ok": True})

    async def log(self, _: web.Request) -> web.StreamResponse:
        """Every call so far: method, params, at, answer, applied."""
        return web.json_response([asdict(call) for call in self._server.log])

    async def sent(self, _: web.Request) -> web.StreamResponse:
        """The messages as people see them, oldest first."""
        return web.json_response(self._server.sent)


def add_control(app: web.Application, server: Controlled) -> None:
    control = Control(server)
    app.router.add_post("/control/updates", control.updates)
    app.router.add_post("/control/script", control.script)
    app.router.add_post("/control/release", control.release)
    app.router.add_get("/control/log", control.log)
    app.router.add_get("/control/sent", control.sent)
