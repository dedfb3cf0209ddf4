"""Shows how full the lanes are, once or live."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Protocol

from workers.backend import ServerSettings, open_backend
from workers.lane_depths import LaneDepths
from workers.lane_table import as_json, table
from workers.lanes import ClosedChats
from workers.leases import SERVER_TROUBLE
from workers.starting import CannotStart

EVERY_S = 1.0
FROM_THE_TOP = "\x1b[H\x1b[J"
NOT_REACHED = "The server does not answer."


async def show_lanes(settings: ServerSettings, bot_id: str, *, json: bool, watch: bool) -> int:
    """Print the depths of a bot's lanes; `watch`: again every second until Ctrl-C. Raises
    CannotStart."""
    async with open_backend(settings, bot_id) as backend:
        try:
            if watch:
                await _watch(backend.lanes, json)
            await _show(backend.lanes, json)
        except SERVER_TROUBLE:
            raise CannotStart(NOT_REACHED) from None
        except BrokenPipeError:  # the reader went away; nor can what is left be written at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


class Watched(LaneDepths, ClosedChats, Protocol):
    """What is looked at."""


async def _watch(lanes: Watched, json: bool) -> None:
    """Goes on until it is cancelled; a server that is away is waited for."""
    while True:
        try:
            await _show(lanes, json)
        except SERVER_TROUBLE:
            print(NOT_REACHED, file=sys.stderr)
        await asyncio.sleep(EVERY_S)


async def _show(lanes: Watched, json: bool) -> None:
    depths = await lanes.depths()
    if json:
        print(as_json(depths), flush=True)
        return
    again = FROM_THE_TOP if sys.stdout.isatty() else ""
    closed = len(await lanes.closed_chats())
    blocked = f"\nchats that blocked the bot or are gone: {closed}" if closed else ""
    print(f"{again}{table(depths)}{blocked}", flush=True)
