"""The typed functions of the scripts that sends are taken out of their buckets with."""

from __future__ import annotations

from collections.abc import Sequence

from workers.keys import Keys
from workers.scripts import Runs, _list, _numbers, load
from workers.spending import Bucket, Spent, full_after


async def spend(
    link: Runs, keys: Keys, chat: str, buckets: Sequence[Bucket], *, leave: int, in_line: bool
) -> Spent:
    script = load("spend").script
    names = [keys.name(bucket.whose, chat) for bucket in buckets]
    rates = [n for b in buckets for n in (round(b.every_s * 1_000_000), b.at_once)]
    answer = await link.run(script, names, (leave, int(in_line), *rates))
    taken, wait_us = _numbers(_list(answer))
    return Spent(taken, wait_us / 1_000_000)


async def hold(link: Runs, keys: Keys, chat: str, bucket: Bucket, seconds: float) -> None:
    full_us = round(full_after(seconds, bucket) * 1_000_000)
    await link.run(load("hold_sends").script, [keys.name(bucket.whose, chat)], (full_us,))
