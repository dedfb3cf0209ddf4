"""Who may talk to the bot, on the server."""

from __future__ import annotations

import structlog

from workers.access import Entries, Entry, Paired, Standing
from workers.keys import Keys
from workers.local_access import CODE_LASTS_S, GUESSES_LAST_S, MOST_GUESSES
from workers.scripts import Runs, admitting

log = structlog.get_logger()


class RedisAccess:
    """The AccessStore port. Its calls raise what the link raises and may be repeated."""

    def __init__(self, link: Runs, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def entries(self) -> Entries:
        stored = await admitting.read_access(self._link, self._keys)
        read = {id_: _entry(value) for id_, value in stored.items()}
        return {int(id_): entry for id_, entry in read.items() if entry is not None}

    async def enter(self, id_: int, entry: Entry) -> None:
        await admitting.enter_access(self._link, self._keys, id_, _stored(entry))

    async def offer(self, code: str) -> str:
        lasts_ms = round(CODE_LASTS_S * 1000)
        return await admitting.offer_pairing(self._link, self._keys, code, lasts_ms)

    async def pair(self, person: int, name: str, code: str) -> Paired:
        answer = await admitting.pair(
            self._link,
            self._keys,
            person,
            entry=_stored(Entry(Standing.OWNER, name)),
            code=code,
            most_guesses=MOST_GUESSES,
            guesses_last_ms=round(GUESSES_LAST_S * 1000),
        )
        return Paired(answer)


def _stored(entry: Entry) -> str:
    return f"{entry.standing} {entry.name}"


def _entry(stored: str) -> Entry | None:
    """None: written by another version, and better not guessed at."""
    standing, _, name = stored.partition(" ")
    try:
        return Entry(Standing(standing), name)
    except ValueError:
        log.warning("an access entry cannot be read")
        return None
