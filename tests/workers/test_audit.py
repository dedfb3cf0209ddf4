"""The audit: once a minute over all workers, nothing ends it, and it asks only for what is due."""

from __future__ import annotations

import asyncio

import pytest

from memory.conversation import ConversationId, pair
from memory.store import ChatMemory, DictStore
from tests.fakes.stage import Stage
from tests.workers.lanes_at_hand import RedisAtHand, turn
from workers.audit import MOST_LOADED, PERIOD_S, Audit, Found, Overdue, Untended
from workers.link import NotSent
from workers.redis_audit import RedisAudit
from workers.redis_link import RedisLink

TALK = ConversationId("7")


class Ended(Exception):
    """The test saw enough."""


class ScriptedLostWork:
    """Gives the right to audit as told, and what was found, first in, first out."""

    def __init__(self, *found: Found | Exception) -> None:
        self._found = list(found)
        self.ours = True
        self.asked: list[float] = []
        self.decided: list[tuple[ConversationId, bool]] = []

    async def begin(self, worker: str, period_s: float) -> bool:
        self.asked.append(period_s)
        return self.ours

    async def mend(self) -> Found:
        found = self._found.pop(0) if self._found else Found()
        if isinstance(found, Exception):
            raise found
        return found

    async def decide(self, untended: Untended, *, tend: bool) -> bool:
        self.decided.append((untended.conversation, tend))
        return tend


class Pauses:
    """No time passes; after so many pauses the test is over."""

    def __init__(self, most: int) -> None:
        self.seconds: list[float] = []
        self._most = most

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        if len(self.seconds) > self._most:
            raise Ended


def audit_of(
    lost: ScriptedLostWork,
    pauses: Pauses | None = None,
    overdue: Overdue = lambda memory, recipe: True,
    store: DictStore | None = None,
) -> Audit:
    return Audit(
        lost=lost,
        store=store or DictStore(),
        overdue=overdue,
        threshold_tokens=100,
        name="w1",
        pause=pauses or Pauses(0),
        random=lambda: 0.5,
    )


def grown(name: str, grown_bytes: int = 1000, recipe: str = "") -> Untended:
    return Untended(ConversationId(name), 1, grown_bytes, recipe)


async def test_it_asks_once_a_minute_at_most_and_not_at_once() -> None:
    lost, pauses = ScriptedLostWork(), Pauses(4)
    with pytest.raises(Ended):
        await audit_of(lost, pauses).run()
    assert lost.asked == [PERIOD_S] * 4
    assert pauses.seconds[0] == PERIOD_S / 2
    assert min(pauses.seconds[1:]) >= PERIOD_S


async def test_without_the_right_it_looks_at_nothing() -> None:
    lost = ScriptedLostWork(AssertionError("looked"))
    lost.ours = False
    await audit_of(lost).once()


@pytest.mark.parametrize("error", [NotSent("gone"), RuntimeError("SECRET")])
async def test_no_error_ends_it(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    lost = ScriptedLostWork(error, Found(untended=[grown("a")]))
    with pytest.raises(Ended):
        await audit_of(lost, Pauses(2)).run()
    assert lost.decided == [(ConversationId("a"), True)]
    assert "SECRET" not in capsys.readouterr().out


async def test_only_memories_past_their_threshold_are_asked_for_by_the_chat_s_recipe() -> None:
    store = DictStore()
    store.append(TALK, pair(1, "hi", "hello"))

    def overdue(memory: ChatMemory, recipe: str) -> bool:
        return recipe == "summary" and len(memory.exchanges) == 1

    found = Found(untended=[grown("7", recipe="summary"), grown("8", recipe="summary")])
    lost = ScriptedLostWork(found, Found(untended=[grown("7", recipe="buffer")]))
    audit = audit_of(lost, overdue=overdue, store=store)
    await audit.once()
    await audit.once()
    assert [tend for _, tend in lost.decided] == [True, False, False]


async def test_a_memory_that_cannot_be_judged_does_not_hold_up_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def overdue(memory: ChatMemory, recipe: str) -> bool:
        if recipe == "of a later version":
            raise KeyError("SECRET")
        return True

    lost = ScriptedLostWork(Found(untended=[grown("a", recipe="of a later version"), grown("b")]))
    await audit_of(lost, overdue=overdue).once()
    assert [(name.chat, tend) for name, tend in lost.decided] == [("a", False), ("b", True)]
    assert "SECRET" not in capsys.readouterr().out


async def test_a_small_growth_is_not_even_read() -> None:
    lost = ScriptedLostWork(Found(untended=[grown("a", 100), grown("b", 101)]))
    await audit_of(lost).once()
    assert [name.chat for name, _ in lost.decided] == ["b"]


async def test_it_reads_a_bounded_number_of_memories() -> None:
    lost = ScriptedLostWork(Found(untended=[grown(str(n)) for n in range(100)]))
    await audit_of(lost).once()
    assert len(lost.decided) == MOST_LOADED


async def test_it_says_what_it_put_back_and_is_silent_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lost = ScriptedLostWork(Found(lanes=2, untended=[grown("a")]), Found())
    audit = audit_of(lost)
    await audit.once()
    said = capsys.readouterr().out
    assert "lost work put back" in said
    await audit.once()
    assert capsys.readouterr().out == ""


async def test_a_worker_audits_beside_its_other_work_and_ends_with_it(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    stage = Stage(lanes=at_hand.lanes, store=at_hand.store)
    await at_hand.lanes.put(turn(1, "1", "hello"))
    for what in ("own", "ready"):
        await link.call("DEL", at_hand.keys.name(what))
    asleep = asyncio.Event()

    async def pause(_: float) -> None:
        if not asleep.is_set():
            asleep.set()
            return
        await asyncio.Event().wait()

    audit = Audit(
        lost=RedisAudit(link, at_hand.keys),
        store=at_hand.store,
        overdue=lambda memory, recipe: False,
        threshold_tokens=100,
        name="w1",
        pause=pause,
    )
    worker = stage.worker(audit=audit)
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        group.create_task(worker.run())
        await stage.replier.until(lambda replier: len(replier.delivered) == 1)
        worker.drain()
    assert stage.replier.texts("1") == ["echo: hello"]
