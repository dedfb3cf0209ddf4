"""Lost work on the server is found and put back, and nothing else is touched."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.conversation import ConversationId
from memory.store import Tended
from tests.workers.lanes_at_hand import (
    LEASE_MS,
    LocalAtHand,
    RedisAtHand,
    answer,
    answered,
    lease_one,
    take,
    turn,
)
from tests.workers.test_lanes_alike import LEASE_MS as LONG_LEASE_MS
from tests.workers.test_lanes_alike import LONGEST_HOLD_MS, Pair, steps
from workers.audit import Found
from workers.jobs import ChatSettings, Outcome, Reply
from workers.keys import Keys
from workers.redis_audit import RedisAudit
from workers.redis_link import RedisLink

prefixes = itertools.count()
HERE = ConversationId("7")
NOTHING = Found(0, 0, [])


class Damaged:
    """Lanes on the server, an audit of them, and hands that break them."""

    def __init__(self, link: RedisLink, keys: Keys | None = None) -> None:
        self.link = link
        self.at_hand = RedisAtHand(link, keys, max_waiting_all=10**6)
        self.lanes = self.at_hand.lanes
        self.audit = RedisAudit(link, self.at_hand.keys, lease_ms=LEASE_MS)

    async def lose(self, what: str, member: str, command: str) -> None:
        """Take a chat or a conversation out of one of its shard's keys."""
        name = self.at_hand.keys.name(what, member.partition("#")[0])
        how = ("1", member) if command == "LREM" else (member,)
        assert await self.link.call(command, name, *how) == 1

    async def keep(self, number: int, *, tend: bool = False, conversation: int = 1) -> None:
        """One more exchange in the memory."""
        await self.lanes.put(turn(100 * conversation + number))
        done = answered(number, text="x" * 50, tend=tend, conversation=conversation)
        await answer(self.lanes, done)


@pytest.fixture
def damaged(link: RedisLink) -> Damaged:
    return Damaged(link)


async def test_a_lane_with_turns_that_counts_as_idle_is_put_in_line(damaged: Damaged) -> None:
    await damaged.lanes.put(turn(1))
    await damaged.lose("own", "7", "HDEL")
    await damaged.lose("ready", "7", "LREM")
    await damaged.lanes.put(turn(1, "8"))
    assert (await damaged.audit.mend()).lanes == 1
    assert (await damaged.audit.mend()).lanes == 0
    assert {(await lease_one(damaged.lanes)).chat for _ in range(2)} == {"7", "8"}
    assert (await damaged.lanes.lease("w", 9)).leases == ()


async def test_a_reply_whose_lane_counts_as_idle_is_delivered(damaged: Damaged) -> None:
    await damaged.lanes.put(turn(1))
    lease, opened = await take(damaged.lanes)
    await damaged.lanes.commit(lease, opened.turns, answered(1))
    await damaged.lanes.put(turn(2))
    await damaged.lose("own", "7", "HDEL")
    await damaged.lose("lease", "7", "ZREM")
    assert (await damaged.audit.mend()).lanes == 1
    _, opened = await take(damaged.lanes)
    assert opened.outbox is not None
    assert opened.outbox.reply == Reply(text="hello")


async def test_a_ready_lane_that_lies_nowhere_is_first_in_line(damaged: Damaged) -> None:
    for chat in "ab":
        await damaged.lanes.put(turn(1, chat))
    await damaged.lose("ready", "b", "LREM")
    assert (await damaged.audit.mend()).lanes == 1
    assert [(await lease_one(damaged.lanes)).chat for _ in range(2)] == ["b", "a"]


async def test_a_delayed_lane_that_lies_nowhere_is_tried_again_with_its_tries(
    damaged: Damaged,
) -> None:
    await damaged.lanes.put(turn(1))
    lease, opened = await take(damaged.lanes)
    await damaged.lanes.fail(lease, opened.turns, "x", 1000, Reply())
    await damaged.lose("delay", "7", "ZREM")
    assert (await damaged.audit.mend()).lanes == 1
    again, opened = await take(damaged.lanes)
    assert (again.attempts, opened.turns) == (1, (turn(1),))


async def test_a_leased_lane_without_its_lease_comes_back_when_its_holder_is_dead(
    damaged: Damaged,
) -> None:
    await damaged.lanes.put(turn(1))
    await take(damaged.lanes, "dead")
    await damaged.lose("lease", "7", "ZREM")
    assert (await damaged.audit.mend()).lanes == 1
    assert (await damaged.lanes.lease("w", 1)).leases == ()
    await damaged.at_hand.pass_time(LEASE_MS)
    assert (await lease_one(damaged.lanes)).attempts == 1


async def test_a_leased_lane_without_its_lease_stays_its_living_holder_s(damaged: Damaged) -> None:
    await damaged.lanes.put(turn(1))
    lease, opened = await take(damaged.lanes)
    await damaged.lose("lease", "7", "ZREM")
    await damaged.audit.mend()
    await damaged.at_hand.pass_time(LEASE_MS * 0.9)
    assert not (await damaged.lanes.beat([lease])).lost
    await damaged.at_hand.pass_time(LEASE_MS * 0.9)
    assert (await damaged.lanes.lease("w", 1)).leases == ()
    assert await damaged.lanes.commit(lease, opened.turns, answered(1)) == "ok"


async def test_a_record_that_lies_nowhere_and_has_no_turns_does_not_hold_up_the_next(
    damaged: Damaged,
) -> None:
    name = damaged.at_hand.keys.name("own", "7")
    await damaged.link.call("HSET", name, "7", "r 0 0 0 - ")
    await damaged.lanes.put(turn(1))
    assert (await damaged.lanes.lease("w", 1)).leases == ()
    await damaged.audit.mend()
    assert await answer(damaged.lanes) == (1,)


async def test_a_waiting_worker_is_woken_for_what_was_put_back(damaged: Damaged) -> None:
    await damaged.lanes.put(turn(1))
    await damaged.lose("own", "7", "HDEL")
    await damaged.lose("ready", "7", "LREM")
    wake = damaged.at_hand.keys.name("wake")
    await damaged.link.call("DEL", wake)
    await damaged.audit.mend()
    assert await damaged.link.call("LLEN", wake) == 1


async def test_a_tending_that_lies_nowhere_is_put_in_line_with_its_tries(damaged: Damaged) -> None:
    await damaged.lanes.ask_tending(HERE)
    (lease,) = await damaged.lanes.lease_tending("w", 1)
    await damaged.lanes.finish_tending(lease, 1000)
    await damaged.lose("tending", str(HERE), "ZREM")
    assert (await damaged.audit.mend()).tendings == 1
    assert (await damaged.audit.mend()).tendings == 0
    (again,) = await damaged.lanes.lease_tending("w", 9)
    assert (again.conversation, again.attempts) == (HERE, 1)


async def test_a_conversation_nobody_is_to_tend_is_met_until_it_is_decided(
    damaged: Damaged,
) -> None:
    for number in (1, 2, 3):
        await damaged.keep(number)
    (met,) = (await damaged.audit.mend()).untended
    assert (met.conversation, met.last_number, met.recipe) == (HERE, 3, "")
    texts = sum(len(text) for _ in range(3) for text in ("hi", "x" * 50))
    assert met.grown_bytes > texts
    assert (await damaged.audit.mend()).untended == [met]

    assert await damaged.audit.decide(met, tend=True)
    assert not await damaged.audit.decide(met, tend=True)
    (lease,) = await damaged.lanes.lease_tending("w", 9)
    assert lease.conversation == HERE
    await damaged.lanes.finish_tending(lease, None)  # as when it is given up
    assert (await damaged.audit.mend()).untended == []
    await damaged.keep(4)
    assert len((await damaged.audit.mend()).untended) == 1


async def test_what_needs_no_tending_is_not_met_again_before_its_next_exchange(
    damaged: Damaged,
) -> None:
    await damaged.keep(1)
    (met,) = (await damaged.audit.mend()).untended
    assert not await damaged.audit.decide(met, tend=False)
    assert await damaged.audit.mend() == NOTHING
    assert await damaged.lanes.lease_tending("w", 9) == ()


async def test_a_decision_that_a_new_exchange_overtook_changes_nothing(damaged: Damaged) -> None:
    await damaged.keep(1)
    (met,) = (await damaged.audit.mend()).untended
    await damaged.keep(2)
    assert not await damaged.audit.decide(met, tend=True)
    assert await damaged.lanes.lease_tending("w", 9) == ()


async def test_a_conversation_that_somebody_is_to_tend_is_not_met(damaged: Damaged) -> None:
    await damaged.keep(1, tend=True)
    assert await damaged.audit.mend() == NOTHING
    (lease,) = await damaged.lanes.lease_tending("w", 1)
    assert await damaged.audit.mend() == NOTHING
    await damaged.lanes.finish_tending(lease, 60_000)
    assert await damaged.audit.mend() == NOTHING


async def test_only_a_chat_s_current_conversation_is_met_with_the_recipe_it_chose(
    damaged: Damaged,
) -> None:
    await damaged.keep(1)
    await damaged.lanes.put(turn(90))
    chosen = Outcome(reply=Reply(text="ok"), conversation=HERE, settings=ChatSettings(2, "summary"))
    await answer(damaged.lanes, chosen)
    await damaged.keep(1, conversation=2)
    (met,) = (await damaged.audit.mend()).untended
    assert (met.conversation, met.recipe) == (ConversationId("7", 2), "summary")


async def test_what_was_tended_does_not_count_as_grown(damaged: Damaged) -> None:
    for number in (1, 2, 3):
        await damaged.keep(number)
    (before,) = (await damaged.audit.mend()).untended
    store = damaged.at_hand.store
    await store.commit_tended(await store.load(HERE), Tended(2, {}))
    (after,) = (await damaged.audit.mend()).untended
    assert after.grown_bytes * 3 == pytest.approx(before.grown_bytes, rel=0.01)


async def test_one_worker_a_minute_may_audit(damaged: Damaged) -> None:
    other = RedisAudit(damaged.link, damaged.at_hand.keys)
    assert await damaged.audit.begin("w1", 60)
    assert not await damaged.audit.begin("w1", 60)
    assert not await other.begin("w2", 60)
    name = damaged.at_hand.keys.name("audit")
    expires_ms = await damaged.link.call("PTTL", name)
    assert isinstance(expires_ms, int)
    assert 50_000 < expires_ms <= 60_000
    await damaged.link.call("DEL", name)
    assert await other.begin("w2", 60)


async def test_every_shard_is_audited(link: RedisLink) -> None:
    damaged = Damaged(link, Keys("test", "1", shards=4))
    chats = [f"-100{n}/7" for n in range(20)]
    for chat in chats:
        await damaged.lanes.put(turn(1, chat))
        if int(chat[4:-2]) % 2:
            await damaged.lose("own", chat, "HDEL")
        await damaged.lose("ready", chat, "LREM")
    assert (await damaged.audit.mend()).lanes == 20
    assert {lease.chat for lease in (await damaged.lanes.lease("w", 99)).leases} == set(chats)


async def test_a_large_keyspace_is_looked_at_a_part_at_a_time(
    link: RedisLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.redis_audit.PAGES", 1)
    monkeypatch.setattr("workers.redis_audit.NAMES_A_PAGE", 50)
    monkeypatch.setattr("workers.redis_audit.LANES_A_PAGE", 50)
    damaged = Damaged(link)
    chats = [str(n) for n in range(300)]
    for chat in chats:
        await damaged.lanes.put(turn(1, chat))
    for what in ("own", "ready"):
        await link.call("DEL", damaged.at_hand.keys.name(what))
    found = [(await damaged.audit.mend()).lanes for _ in range(20)]
    assert 0 < found[0] < 300
    assert sum(found) == 300
    assert {lease.chat for lease in (await damaged.lanes.lease("w", 999)).leases} == set(chats)


async def test_every_memory_s_turn_comes(link: RedisLink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.redis_audit.MEMORY_PAGES", 1)
    monkeypatch.setattr("workers.redis_audit.NAMES_A_PAGE", 20)
    damaged = Damaged(link)
    for chat in map(str, range(60)):
        await damaged.lanes.put(turn(1, chat))
        await answer(damaged.lanes, answered(1, chat))
    met = [
        one.conversation.chat for _ in range(40) for one in (await damaged.audit.mend()).untended
    ]
    assert set(met) == set(map(str, range(60)))
    assert len((await damaged.audit.mend()).untended) < 30


async def test_names_that_are_no_conversation_s_are_passed_over(damaged: Damaged) -> None:
    meta = damaged.at_hand.keys.name("meta", HERE)
    for name in ("7", "7#", "7#x"):
        await damaged.link.call("HSET", meta.removesuffix("7#1") + name, "last", "1")
    assert await damaged.audit.mend() == NOTHING


@pytest.mark.usefixtures("nobody_named")
@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(history=st.lists(steps, min_size=10, max_size=40), most_turns=st.sampled_from((1, 3)))
async def test_an_audit_between_any_two_steps_changes_nothing(
    link: RedisLink, history: list[tuple[Any, ...]], most_turns: int
) -> None:
    options = {"lease_ms": LONG_LEASE_MS, "most_turns": most_turns, "max_waiting": 4}
    options["longest_hold_ms"] = LONGEST_HOLD_MS
    keys = Keys(f"audited{next(prefixes)}", "1")
    pair = Pair(LocalAtHand(**options), RedisAtHand(link, keys, **options))
    audit = RedisAudit(link, keys, lease_ms=LONG_LEASE_MS)
    for name, *args in history:
        await pair.step(name, *args)
        found = await audit.mend()
        assert (found.lanes, found.tendings) == (0, 0)
        for untended in found.untended:
            await audit.decide(untended, tend=False)
    await pair.finish()
