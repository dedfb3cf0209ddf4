"""Asks several servers at once, of which some may be out of reach."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

from workers.leases import SERVER_TROUBLE
from workers.link import OutcomeUnknown

Result = TypeVar("Result")

PATIENCE = 1 / 6
"""The share of a lease for which others are waited for once one has answered: enough is left of
what the one gave."""


async def all_in_reach(
    calls: Iterable[Coroutine[Any, Any, Result]], patience_s: float
) -> list[Result | BaseException]:
    """What each call gave or raised, in their order; OutcomeUnknown for one without an answer so
    long after the first one had its own. Raises what it was when all are out of reach, and any
    fault that is no server's."""
    asked = [asyncio.create_task(call) for call in calls]
    try:
        _, late = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        if late:
            await asyncio.wait(late, timeout=patience_s)
        ended = [_outcome(task) for task in asked]
    finally:
        for task in asked:
            task.cancel()
    faults = [one for one in ended if isinstance(one, BaseException)]
    for fault in faults:
        if len(faults) == len(ended) or not isinstance(fault, SERVER_TROUBLE):
            raise fault
    return ended


def _outcome(task: asyncio.Task[Result]) -> Result | BaseException:
    if not task.done():
        return OutcomeUnknown("the server did not answer in time")
    return task.exception() or task.result()
