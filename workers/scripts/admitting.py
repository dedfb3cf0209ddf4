"""The typed functions of the scripts that say who may talk to the bot."""

from __future__ import annotations

from workers.keys import Keys
from workers.scripts import Runs, _fields, _list, _run, _text


async def read_access(link: Runs, keys: Keys) -> dict[str, str]:
    """By Telegram id: the standing, a blank, the name."""
    stored = _fields(_list(await _run(link, keys, "read_access", 0)))
    return {id_: entry.decode() for id_, entry in stored.items()}


async def enter_access(link: Runs, keys: Keys, id_: int, entry: str) -> None:
    await _run(link, keys, "enter_access", 0, id_, entry)


async def offer_pairing(link: Runs, keys: Keys, code: str, lasts_ms: int) -> str:
    """The code in force."""
    return _text(await _run(link, keys, "offer_pairing", 0, code, lasts_ms))


async def pair(
    link: Runs,
    keys: Keys,
    person: int,
    *,
    entry: str,
    code: str,
    most_guesses: int,
    guesses_last_ms: int,
) -> str:
    """paired, wrong, too_many or over."""
    args = (person, entry, code, most_guesses, guesses_last_ms)
    return _text(await _run(link, keys, "pair", 0, *args))
