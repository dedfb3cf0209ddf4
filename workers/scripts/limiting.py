"""The typed functions of the scripts that keep paces and accounts."""

from __future__ import annotations

from collections.abc import Sequence

from workers.keys import Keys
from workers.scripts import Runs, _list, _numbers, _run, _text


async def take_pace(
    link: Runs, keys: Keys, holder: str, update_id: int, *, most: int, window_ms: int
) -> tuple[int, int, int]:
    """1 if the message is taken; else in how many ms one will be, and 1 if that is to be told."""
    answer = await _run(link, keys, "take_pace", holder, update_id, most, window_ms)
    taken, wait_ms, tell = _numbers(answer)
    return taken, wait_ms, tell


async def reserve_tokens(
    link: Runs,
    keys: Keys,
    holder: str,
    call: str,
    tokens: int,
    *,
    most: tuple[int, int],
    hold_ms: int,
    offset_ms: int,
) -> tuple[str, int, int]:
    """ok, or the period whose limit is reached, in how many ms it ends, 1 if that is to be
    told."""
    args = (call, tokens, *most, hold_ms, offset_ms)
    answer = _list(await _run(link, keys, "reserve_tokens", holder, *args))
    anew_in_ms, tell = _numbers(answer[1:])
    return _text(answer[0]), anew_in_ms, tell


async def settle_tokens(
    link: Runs, keys: Keys, holder: str, call: str, spent: Sequence[int], *, offset_ms: int
) -> bool:
    """False: that call was settled before."""
    return await _run(link, keys, "settle_tokens", holder, call, *spent, offset_ms) == 1


async def read_account(link: Runs, keys: Keys, holder: str, offset_ms: int) -> list[int]:
    """Tokens, messages and tokens of summaries, today; the same this month."""
    return _numbers(await _run(link, keys, "read_account", holder, offset_ms))
