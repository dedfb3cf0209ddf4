"""Work on a memory is done again until it has the bodies that it touches."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from memory.conversation import ConversationId, Exchange, pair
from memory.log import Log, log_of
from memory.store import ChatMemory
from workers.unread import MOST_TRIES, with_bodies

HERE = ConversationId("1")
SAID = {n: pair(n, f"q{n}", f"a{n}") for n in range(1, 1001)}


class Reading:
    """A store that notes what it was asked for; some exchanges are gone by then."""

    def __init__(self, gone: Sequence[int] = ()) -> None:
        self.memory = ChatMemory(HERE, Log(list(SAID), {}), len(SAID))
        self.asked: list[int] = []
        self._gone = set(gone)

    async def read(self, memory: ChatMemory, numbers: Sequence[int]) -> ChatMemory:
        self.asked.append(len(numbers))
        log = log_of(memory.exchanges)
        log.read(SAID[n] for n in numbers if n not in self._gone)
        return ChatMemory(HERE, log.without(self._gone), memory.last_number)


async def oldest_of_the_newest(memory: ChatMemory, count: int) -> Exchange:
    newest = reversed(memory.exchanges)
    return [next(newest) for _ in range(count)][-1]


async def test_only_what_is_touched_is_read() -> None:
    reading = Reading()
    found = await with_bodies(reading.memory, lambda m: oldest_of_the_newest(m, 40), reading.read)
    assert (found.number, reading.asked) == (961, [32, 32])


async def test_after_some_tries_all_is_read_at_once() -> None:
    reading = Reading()
    found = await with_bodies(reading.memory, lambda m: oldest_of_the_newest(m, 1000), reading.read)
    assert found.number == 1
    assert reading.asked == [*([32] * MOST_TRIES), 1000 - 32 * MOST_TRIES]


async def test_what_is_gone_is_left_out_and_the_work_done_without_it() -> None:
    reading = Reading(gone=[1000, 998])
    found = await with_bodies(reading.memory, lambda m: oldest_of_the_newest(m, 2), reading.read)
    assert found.number == 997


async def test_other_errors_are_the_work_s_own() -> None:
    async def broken(_memory: ChatMemory) -> None:
        raise LookupError("not a body")

    reading = Reading()
    with pytest.raises(LookupError, match="not a body"):
        await with_bodies(reading.memory, broken, reading.read)
    assert reading.asked == []
