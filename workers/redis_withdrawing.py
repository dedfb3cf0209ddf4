"""Takes deleted messages off a lane on the server before anybody answers them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from workers.jobs import BadJob, Reply, Turn
from workers.keys import Keys
from workers.link import Link, Response
from workers.packing import pack, unpack
from workers.scripts.withdrawing import Changed, withdraw
from workers.withdrawing import answers_deleted, withdrawn


async def withdraw_deleted(link: Link, keys: Keys, chat: str, message_ids: Collection[int]) -> int:
    """How many turns are not answered any more. A turn that comes meanwhile is left alone; what
    is between reading and changing taken by a worker is stopped there."""
    ids = frozenset(message_ids)
    waiting = await link.call("ZRANGE", keys.name("turns", chat), 0, -1, "WITHSCORES")
    changed = list(_changed(waiting if isinstance(waiting, list) else [], ids))
    stored = await link.call("HGET", keys.name("outbox", chat), "reply")
    unsent = stored if isinstance(stored, bytes) and _is_for_deleted(stored, ids) else b""
    if not (changed or unsent):
        return 0
    return await withdraw(link, keys, chat, unsent=unsent, changed=changed)


def _changed(waiting: list[Response], ids: frozenset[int]) -> Iterator[Changed]:
    """From turn, update id, turn, …"""
    for before, score in zip(waiting[::2], waiting[1::2], strict=True):
        if not (isinstance(before, bytes) and isinstance(score, bytes)):
            continue
        turn = _turn(before)
        now = turn and withdrawn(turn, ids)
        if turn is not None and now != turn:
            yield Changed(int(float(score)), before, pack(now.to_json()) if now else b"")


def _turn(stored: bytes) -> Turn | None:
    """None for what cannot be read; who opens the lane deals with it."""
    try:
        return Turn.from_json(unpack(stored))
    except BadJob:
        return None


def _is_for_deleted(stored: bytes, ids: frozenset[int]) -> bool:
    try:
        return answers_deleted(Reply.from_json(unpack(stored)), ids)
    except BadJob:
        return False
