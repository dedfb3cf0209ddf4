"""The turns that were given up, on the server."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from workers import scripts
from workers.jobs import BadJob, DeadLetter, Turn
from workers.keys import Keys
from workers.lanes import Requeued
from workers.packing import unpack
from workers.scripts import operating

AT_ONCE = 100
"""So many letters a call forgets: whoever waits behind it waits for milliseconds."""


class RedisDeadLetters:
    """The DeadLetters port."""

    def __init__(self, link: scripts.Runs, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def dead_letters(self, most: int) -> tuple[DeadLetter, ...]:
        letters: list[DeadLetter] = []
        for shard in range(self._keys.shards):
            stored = await scripts.dead_letters(self._link, self._keys, shard, most)
            letters += (_letter(letter) for letter in stored)
        return tuple(sorted(letters, key=lambda letter: letter.at, reverse=True)[:most])

    async def requeue(self, letter: DeadLetter) -> Requeued:
        if len(letter.turns) != _turns_held(letter.stored):
            return Requeued.UNREADABLE
        ids = [turn.update_id for turn in letter.turns]
        requeued = await operating.requeue_dead(
            self._link, self._keys, letter.chat, letter=letter.stored, update_ids=ids
        )
        return Requeued.OK if requeued else Requeued.GONE

    async def purge(self, letters: Sequence[DeadLetter]) -> int:
        """The oldest first, which lie at the end where the search for them begins. One that
        cannot be read does not say its chat, so it is looked for in every shard."""
        by_shard: defaultdict[int, list[bytes]] = defaultdict(list)
        for letter in reversed(letters):
            shards = [self._keys.shard_of(letter.chat)] if letter.chat else self._every_shard()
            for shard in shards:
                by_shard[shard].append(letter.stored)
        purged = 0
        for shard, stored in by_shard.items():
            for first in range(0, len(stored), AT_ONCE):
                some = stored[first : first + AT_ONCE]
                purged += await operating.purge_dead(self._link, self._keys, shard, some)
        return purged

    def _every_shard(self) -> list[int]:
        return list(range(self._keys.shards))


def _letter(stored: bytes) -> DeadLetter:
    """Turns that cannot be read are left out of what is shown; the stored letter has them. A
    letter that cannot be read at all has no chat."""
    try:
        letter = json.loads(stored.decode("utf-8", "replace"))
        return DeadLetter(
            chat=letter["chat"],
            turns=tuple(_readable(letter["turns"])),
            reason=letter["reason"],
            attempts=letter["attempts"],
            at=datetime.fromtimestamp(letter["at_ms"] / 1000, UTC),
            stored=stored,
        )
    except (KeyError, TypeError, ValueError, RecursionError):
        epoch = datetime.fromtimestamp(0, UTC)
        return DeadLetter("", (), "damaged", 0, epoch, stored)


def _readable(turns: Sequence[str]) -> list[Turn]:
    readable = []
    for turn in turns:
        try:
            readable.append(Turn.from_json(unpack(turn.encode())))
        except BadJob:
            continue
    return readable


def _turns_held(stored: bytes) -> int | None:
    """How many turns a stored letter holds, readable or not; None for a damaged one."""
    held = unpack(stored.decode("utf-8", "replace").encode()).get("turns")
    return len(held) if isinstance(held, list) else None
