"""Random interleavings: the scripts do what the plain version does, step for step."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from memory.conversation import ConversationId, Sender
from memory.store import Tended
from tests.workers.lanes_at_hand import AtHand, LocalAtHand, RedisAtHand, answered, turn
from workers.jobs import ChatSettings, Command, Reply
from workers.keys import Keys
from workers.lanes import Opened
from workers.redis_link import RedisLink

# So far apart that the server's real clock, which runs on meanwhile, cannot change the order in
# which things fall due.
LEASE_MS = 10_000_000
BACK_OFFS_MS = (1_000_000, 3_000_000)
PASSES_MS = (2_000_000, 12_000_000)
HOLDS_MS = (700_000, 1_400_000)
LONGEST_HOLD_MS = 1_500_000

Side = Literal["plain", "server"]
prefixes = itertools.count()

chats = st.sampled_from("abc")
ids = st.integers(0, 12)
picks = st.integers(0, 99)
steps = st.one_of(
    st.tuples(st.just("put"), chats, ids),
    st.tuples(st.just("put"), chats, ids),
    st.tuples(st.just("put_held"), chats, ids, st.sampled_from(HOLDS_MS)),
    st.tuples(st.just("put_command"), chats, ids),
    st.tuples(st.just("put_from"), chats, ids, st.sampled_from(("1", "2"))),
    st.tuples(st.just("stop"), chats, ids),
    st.tuples(st.just("lease"), st.integers(0, 3)),
    st.tuples(st.just("lease"), st.integers(1, 3)),
    st.tuples(st.just("open"), picks),
    st.tuples(st.just("open"), picks),
    st.tuples(st.just("commit"), picks, st.integers(0, 31)),
    st.tuples(st.just("commit"), picks, st.just(1)),
    st.tuples(st.just("drop"), picks),
    st.tuples(st.just("mark_sent"), picks, st.integers(0, 3)),
    st.tuples(st.just("release"), picks, st.lists(ids, max_size=2)),
    st.tuples(st.just("release"), picks, st.lists(ids, max_size=2)),
    st.tuples(st.just("fail"), picks, st.sampled_from((None, *BACK_OFFS_MS))),
    st.tuples(st.just("hand_back"), picks),
    st.tuples(st.just("beat")),
    st.tuples(st.just("lease_tending"), st.integers(0, 2)),
    st.tuples(st.just("beat_tending"), picks),
    st.tuples(st.just("finish_tending"), picks, st.sampled_from((None, *BACK_OFFS_MS))),
    st.tuples(st.just("ask_tending"), chats),
    st.tuples(st.just("commit_tended"), chats, st.integers(0, 3)),
    st.tuples(st.just("expire"), chats, st.integers(0, 4)),
    st.tuples(st.just("requeue"), picks),
    st.tuples(st.just("purge"), picks),
    st.tuples(st.just("depths")),
    st.tuples(st.just("pass_time"), st.sampled_from(PASSES_MS)),
)


@dataclass
class Pair:
    """Both versions, doing the same; leases are kept by the order in which they were given."""

    plain: LocalAtHand
    server: RedisAtHand
    leases: dict[Side, list[Any]] = field(default_factory=lambda: {"plain": [], "server": []})
    tendings: dict[Side, list[Any]] = field(default_factory=lambda: {"plain": [], "server": []})
    opened: dict[int, Opened] = field(default_factory=dict)

    def _seen(self, i: int) -> Opened:
        """What the lease's lane held when it was opened last."""
        return self.opened.get(i, Opened((), None, ChatSettings()))

    async def step(self, name: str, *args: Any) -> None:
        sides: tuple[tuple[Side, AtHand], ...]
        sides = (("plain", self.plain), ("server", self.server))
        results = [await self._result(side, at_hand, name, *args) for side, at_hand in sides]
        note(f"{name}{args} -> {results[0]}")
        assert results[0] == results[1], name

    async def _result(self, side: Side, at_hand: AtHand, name: str, *args: Any) -> object:
        if name in ("open", "commit", "drop", "mark_sent", "release", "fail", "hand_back"):
            if not self.leases[side]:
                return "nothing held"
            args = (args[0] % len(self.leases[side]), *args[1:])
        elif name in ("beat_tending", "finish_tending"):
            if not self.tendings[side]:
                return "nothing held"
            args = (args[0] % len(self.tendings[side]), *args[1:])
        try:
            return await getattr(self, f"_{name}")(side, at_hand, *args)
        except Exception as error:  # noqa: BLE001  # both must raise the same, whatever it is
            return type(error).__name__

    async def _put(self, side: Side, at_hand: AtHand, chat: str, update_id: int) -> object:
        return await at_hand.lanes.put(turn(update_id, chat))

    async def _put_held(
        self, side: Side, at_hand: AtHand, chat: str, update_id: int, hold_ms: int
    ) -> object:
        return await at_hand.lanes.put(replace(turn(update_id, chat), hold_ms=hold_ms))

    async def _put_command(self, side: Side, at_hand: AtHand, chat: str, update_id: int) -> object:
        return await at_hand.lanes.put(replace(turn(update_id, chat), command=Command.NEW))

    async def _put_from(
        self, side: Side, at_hand: AtHand, chat: str, update_id: int, who: str
    ) -> object:
        return await at_hand.lanes.put(replace(turn(update_id, chat), sender=Sender(who, "name")))

    async def _stop(self, side: Side, at_hand: AtHand, chat: str, before: int) -> object:
        return await at_hand.lanes.stop(chat, before)

    async def _lease(self, side: Side, at_hand: AtHand, most: int) -> object:
        leased = await at_hand.lanes.lease("w", most)
        self.leases[side] += leased.leases
        given = [(lease.chat, lease.attempts) for lease in leased.leases]
        return given, leased.next_due_ms is None, leased.tending_due

    async def _open(self, side: Side, at_hand: AtHand, i: int) -> object:
        lease = self.leases[side][i]
        opened = await at_hand.lanes.open(lease)
        self.opened[i] = opened
        if opened.turns and opened.memory is None:
            conversation = ConversationId(lease.chat, opened.settings.conversation)
            opened = replace(opened, memory=await at_hand.store.load(conversation))
        return opened

    async def _commit(self, side: Side, at_hand: AtHand, i: int, how: int) -> object:
        lease = self.leases[side][i]
        conversation = self._seen(i).settings.conversation
        memory = await at_hand.store.load(ConversationId(lease.chat, conversation))
        outcome = answered(
            memory.last_number + 1 + (how >> 1 & 1) if how & 1 else None,
            lease.chat,
            f"reply {i}",
            conversation=conversation,
            cut=bool(how & 4),
            tend=bool(how & 8),
            settings=ChatSettings(1 + how % 3, f"recipe {i}", persona="p" * (how % 3))
            if how & 16
            else None,
        )
        return await at_hand.lanes.commit(lease, self._seen(i).turns, outcome)

    async def _drop(self, side: Side, at_hand: AtHand, i: int) -> None:
        await at_hand.lanes.drop(self.leases[side][i], self._seen(i).turns)

    async def _mark_sent(self, side: Side, at_hand: AtHand, i: int, part: int) -> None:
        await at_hand.lanes.mark_sent(self.leases[side][i], part, [i, part])

    async def _release(self, side: Side, at_hand: AtHand, i: int, message_ids: list[int]) -> object:
        return await at_hand.lanes.release(self.leases[side][i], message_ids)

    async def _fail(self, side: Side, at_hand: AtHand, i: int, back_off: int | None) -> object:
        turns = self._seen(i).turns
        return await at_hand.lanes.fail(self.leases[side][i], turns, f"{i}", back_off, Reply())

    async def _hand_back(self, side: Side, at_hand: AtHand, i: int) -> None:
        await at_hand.lanes.hand_back(self.leases[side][i])

    async def _beat(self, side: Side, at_hand: AtHand) -> object:
        leases = self.leases[side]
        beat = await at_hand.lanes.beat(leases)
        return [(lease in beat.lost, lease in beat.stopped) for lease in leases]

    async def _lease_tending(self, side: Side, at_hand: AtHand, most: int) -> object:
        given = await at_hand.lanes.lease_tending("w", most)
        self.tendings[side] += given
        return [replace(lease, fence=0) for lease in given]

    async def _beat_tending(self, side: Side, at_hand: AtHand, i: int) -> object:
        return await at_hand.lanes.beat_tending(self.tendings[side][i])

    async def _finish_tending(
        self, side: Side, at_hand: AtHand, i: int, back_off: int | None
    ) -> None:
        await at_hand.lanes.finish_tending(self.tendings[side][i], back_off)

    async def _ask_tending(self, side: Side, at_hand: AtHand, chat: str) -> None:
        await at_hand.lanes.ask_tending(ConversationId(chat))

    async def _commit_tended(self, side: Side, at_hand: AtHand, chat: str, how: int) -> None:
        seen = await at_hand.store.load(ConversationId(chat))
        if how == 3:
            seen = replace(seen, summary_version=seen.summary_version + 1)
        tended = Tended(how, {f"kind {how % 2}": {"version": how, "state": {"how": how}}})
        await at_hand.store.commit_tended(seen, tended)

    async def _expire(self, side: Side, at_hand: AtHand, chat: str, oldest: int) -> None:
        await at_hand.store.expire(ConversationId(chat), oldest)

    async def _requeue(self, side: Side, at_hand: AtHand, i: int) -> object:
        letters = await at_hand.lanes.dead_letters(99)
        return await at_hand.lanes.requeue(letters[i % len(letters)]) if letters else None

    async def _depths(self, side: Side, at_hand: AtHand) -> object:
        """The clock of the server runs on, so ages are told apart by the time that was passed."""
        (depth,) = await at_hand.lanes.depths()
        age_s = None if depth.oldest_s is None else round(depth.oldest_s / 1000)
        return replace(depth, oldest_s=age_s)

    async def _purge(self, side: Side, at_hand: AtHand, i: int) -> object:
        letters = await at_hand.lanes.dead_letters(99)
        return await at_hand.lanes.purge(letters[: i % 3])

    async def _pass_time(self, side: Side, at_hand: AtHand, ms: int) -> None:
        await at_hand.pass_time(ms)

    async def finish(self) -> None:
        """What is left must be the same too: memories, dead letters, the rest of the turns."""
        for chat, number in itertools.product("abc", (1, 2, 3)):
            plain = await self.plain.store.load(ConversationId(chat, number))
            assert plain == await self.server.store.load(ConversationId(chat, number))
        for name, args in (("pass_time", (PASSES_MS[1],)), ("lease", (9,))):
            await self.step(name, *args)
        for i in range(len(self.leases["plain"])):
            await self.step("open", i)
        letters = [
            [replace(letter, at=None) for letter in await side.lanes.dead_letters(99)]  # type: ignore[arg-type]  # only the time may differ
            for side in (self.plain, self.server)
        ]
        assert letters[0] == letters[1]


@pytest.mark.usefixtures("nobody_named")
@settings(
    max_examples=400,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(history=st.lists(steps, min_size=10, max_size=60), most_turns=st.sampled_from((1, 1, 3)))
async def test_the_server_s_lanes_do_what_the_plain_ones_do(
    link: RedisLink, history: list[tuple[Any, ...]], most_turns: int
) -> None:
    options = {"lease_ms": LEASE_MS, "most_turns": most_turns, "max_waiting": 4}
    options |= {"max_waiting_all": 9, "longest_hold_ms": LONGEST_HOLD_MS}
    keys = Keys(f"alike{next(prefixes)}", "1")
    pair = Pair(LocalAtHand(**options), RedisAtHand(link, keys, **options))
    for name, *args in history:
        await pair.step(name, *args)
    await pair.finish()
