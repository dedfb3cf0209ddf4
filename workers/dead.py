"""Lists the turns that were given up."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from workers.backend import ServerSettings, open_backend
from workers.jobs import DeadLetter


async def show_dead(settings: ServerSettings, bot_id: str, most: int) -> int:
    """Print the newest dead letters, newest first, without what users wrote."""
    async with open_backend(settings, bot_id) as backend:
        letters = await backend.lanes.dead_letters(most)
    if not letters:
        print("No turn was given up.", file=sys.stderr)
    for line in dead_lines(letters):
        print(line)
    return 0


def dead_lines(letters: Iterable[DeadLetter]) -> Iterator[str]:
    """One line a dead letter, its parts divided by tabs."""
    for letter in letters:
        ids = ",".join(str(turn.update_id) for turn in letter.turns)
        when = letter.at.isoformat(timespec="seconds")
        yield f"{when}\t{letter.chat}\t{letter.reason}\t{letter.attempts} tries\tupdate {ids}"
