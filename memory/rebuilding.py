"""States that no store has: absorbed out of the log, and kept as long as the log is known."""

from __future__ import annotations

from collections.abc import Sequence

from memory.conversation import Exchange
from memory.kind import Absorbing, Kind, State, state_from
from memory.log import log_of


def rebuilt(kind: Kind, exchanges: Sequence[Exchange]) -> State:
    """The kind's state after `exchanges`, {} for one that keeps nothing of them. Reads the whole
    log the first time, and then what came after the last time."""
    log = log_of(exchanges)
    if not log or not isinstance(kind, Absorbing):
        return {}
    if not _hashable(kind):
        return state_from(kind, log)
    first, last, state = log.cards.rebuilt.get(kind, (0, 0, {}))
    if first == log.numbers[0] and last <= log.numbers[-1]:
        state = state_from(kind, log.after(last), state)
    else:
        state = state_from(kind, log)
    log.cards.rebuilt[kind] = (log.numbers[0], log.numbers[-1], state)
    return state


def _hashable(kind: object) -> bool:
    """Whether kinds of the same numbers can be told to be the same."""
    try:
        hash(kind)
    except TypeError:
        return False
    return True
