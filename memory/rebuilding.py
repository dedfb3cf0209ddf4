"""Each kind's state: as it is stored, or, where none is stored or only of a log's beginning,
absorbed out of the log, and kept as long as the log is known."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from memory.conversation import Exchange
from memory.kind import Absorbing, Kind, State, state_from
from memory.log import Log, log_of
from memory.store import ChatMemory

Absorbed = tuple[int, State]
"""The number of the last exchange in a state, and that state."""
NOTHING_ABSORBED: Absorbed = (0, {})


class States:
    """Each kind's state, rebuilt only when it is asked for: that reads the whole log."""

    def __init__(self, memory: ChatMemory) -> None:
        self._memory = memory
        self._found: dict[str, State] = {}

    def stored(self, kind: Kind) -> bool:
        return self._memory.state_of(kind.name, kind.version) is not None

    def of(self, kind: Kind) -> State:
        if kind.name not in self._found:
            self._found[kind.name] = state_for(self._memory, kind)
        return self._found[kind.name]


def state_for(memory: ChatMemory, kind: Kind) -> State:
    """The kind's stored state, with what came after it where it is noted how far it goes; of
    another version or missing, it is rebuilt from the log."""
    stored, last = memory.state_of(kind.name, kind.version), memory.absorbed_by(kind.name)
    if stored is None:
        return rebuilt(kind, memory.exchanges)
    return stored if last is None else rebuilt(kind, memory.exchanges, (last, stored))


def rebuilt(
    kind: Kind, exchanges: Sequence[Exchange], stored: Absorbed = NOTHING_ABSORBED
) -> State:
    """The kind's state after `exchanges`, {} for one that keeps nothing of them. Reads what came
    after `stored` the first time, and then what came after the last time."""
    log = log_of(exchanges)
    if not log or not isinstance(kind, Absorbing):
        return {}
    last, state = _known(kind, log) or stored
    if last > log.numbers[-1]:
        last, state = NOTHING_ABSORBED  # those exchanges are lost
    state = state_from(kind, log.after(last), state)
    if _hashable(kind):
        log.cards.rebuilt[kind] = (log.numbers[0], log.numbers[-1], state)
    return state


def _known(kind: Hashable, log: Log) -> Absorbed | None:
    """What was absorbed of this log's beginning before."""
    first, last, state = log.cards.rebuilt.get(kind, (0, 0, {})) if _hashable(kind) else (0, 0, {})
    return (last, state) if first == log.numbers[0] and last <= log.numbers[-1] else None


def _hashable(kind: object) -> bool:
    """Whether kinds of the same numbers can be told to be the same."""
    try:
        hash(kind)
    except TypeError:
        return False
    return True
