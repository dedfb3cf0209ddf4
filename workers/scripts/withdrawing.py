"""The typed function of the script that takes deleted messages' turns off their lane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from workers.keys import Keys
from workers.scripts import Runs, _run


class Changed(NamedTuple):
    """A waiting turn as it was read, and what it is from now on: b"" where nothing is left."""

    update_id: int
    before: bytes
    now: bytes


async def withdraw(
    link: Runs, keys: Keys, chat: str, *, unsent: bytes, changed: Sequence[Changed]
) -> int:
    """How many turns are not answered any more. `unsent`: the reply in the outbox that is not
    delivered, b"" for none."""
    channel = keys.name("control", chat)
    args = (part for each in changed for part in each)
    answer = await _run(link, keys, "withdraw", chat, chat, channel, unsent, *args)
    return cast("int", answer)
