"""The Bot API of the chaos bench: the tests' fake server in a process of its own, failing by
chance; what people see is written down before its answer leaves."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tests.bench.chaos.evidence import Delivered, Journal, Removed, reply_in
from tests.bench.chaos.plan import Plan
from tests.telegram.faults import Fault, Script, dropped, flood, stalled
from tests.telegram.server import FakeTelegram, Params

FAULTS: tuple[tuple[float, Fault], ...] = (
    (0.010, flood(1)),
    (0.020, Fault(status=500)),
    (0.005, dropped()),
    (0.010, dropped(applied=True)),
    (0.002, stalled()),
    (0.003, stalled(applied=True)),
)
"""How likely, and what: of every hundred messages one is taken and its answer lost."""
SENDING = ("sendmessage", "editmessagetext")


class Chance(Script):
    """Faults by chance. `lost`: the answer to the call that was just looked at will be lost."""

    def __init__(self, chances: random.Random) -> None:
        super().__init__()
        self._chances = chances
        self.lost = False

    def take(self, method: str) -> Fault | None:
        if method.lower() not in SENDING:
            return None
        fault = self._draw()
        self.lost = fault is not None and fault.applied
        return fault

    def _draw(self) -> Fault | None:
        drawn = self._chances.random()
        for likely, fault in FAULTS:
            if drawn < likely:
                return fault
            drawn -= likely
        return None


class ChaosTelegram(FakeTelegram):
    def __init__(self, chance: Chance, journal: Journal) -> None:
        super().__init__()
        self.script: Chance = chance
        self._journal = journal
        self._answered: dict[tuple[str, int], int] = {}

    async def _send_message(self, params: Params) -> Any:
        # Nothing is awaited since the fault was drawn, so that it belongs to this call.
        lost = self.script.lost
        sent = await super()._send_message(params)
        answered = int((params.get("reply_parameters") or {}).get("message_id", 0))
        chat, text, id_ = str(params["chat_id"]), str(params["text"]), sent["message_id"]
        self._answered[chat, id_] = answered
        self._journal.note(Delivered(chat, reply_in(text, answered), text, lost, id_))
        return sent

    async def _edit_message_text(self, params: Params) -> Any:
        lost = self.script.lost
        edited = await super()._edit_message_text(params)
        chat, text, id_ = str(params["chat_id"]), str(params["text"]), int(params["message_id"])
        reply = reply_in(text, self._answered[chat, id_])
        self._journal.note(Delivered(chat, reply, text, lost, id_, edited=True))
        return edited

    async def _delete_message(self, params: Params) -> Any:
        deleted = await super()._delete_message(params)
        self._journal.note(Removed(str(params["chat_id"]), int(params["message_id"])))
        return deleted


def serve(plan: Plan, tell: Connection) -> None:
    """A process' whole life; tells its address, then serves until it is killed."""
    asyncio.run(_serve(plan, tell.send))


async def _serve(plan: Plan, tell: Callable[[str], None]) -> None:
    with Journal(plan.folder / "telegram.journal") as journal:
        async with ChaosTelegram(Chance(plan.chances("telegram")), journal) as server:
            tell(server.url)
            await asyncio.Event().wait()
