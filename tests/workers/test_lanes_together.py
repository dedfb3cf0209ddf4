"""Many workers over one server at once, some of them dying: in order, one at a time, once."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict

from memory.conversation import ConversationId
from tests.workers.lanes_at_hand import LEASE_MS, RedisAtHand, answered, turn
from workers.jobs import Reply
from workers.lanes import Committed, Lease, LeaseLost
from workers.redis_link import RedisLink

CHATS = 6
TURNS = 20
WORKERS = 5


class Crowd:
    """Workers that answer, fail, hand back, vanish with their lease and wake up as zombies."""

    def __init__(self, at_hand: RedisAtHand, seed: int) -> None:
        self.at_hand = at_hand
        self.random = random.Random(seed)
        self.answered: defaultdict[str, list[int]] = defaultdict(list)
        self.zombies: list[Lease] = []

    def done(self) -> bool:
        return sum(map(len, self.answered.values())) == CHATS * TURNS

    async def work(self, name: str) -> None:
        while not self.done():
            leased = await self.at_hand.lanes.lease(name, 2)
            if not leased.leases and self.random.random() < 0.05:
                await self.at_hand.pass_time(LEASE_MS)  # now and then, or nobody gets anywhere
            for lease in leased.leases:
                await self.handle(lease)

    async def handle(self, lease: Lease) -> None:
        lanes = self.at_hand.lanes
        try:
            opened = await lanes.open(lease)
            fate = self.random.random()
            if fate < 0.1:
                self.zombies.append(lease)
            elif fate < 0.2:
                await lanes.hand_back(lease)
            elif fate < 0.3:
                await lanes.fail(lease, opened.turns, "x", 10_000, Reply())
            else:
                await self.answer(lease)
        except LeaseLost:
            return
        if self.zombies and self.random.random() < 0.3:
            await self.answer(self.zombies.pop())

    async def answer(self, lease: Lease) -> None:
        """Commit and release; a lost lease ends it anywhere."""
        lanes = self.at_hand.lanes
        try:
            opened = await lanes.open(lease)
            memory = await self.at_hand.store.load(ConversationId(lease.chat))
            outcome = answered(memory.last_number + 1, lease.chat)
            committed = await lanes.commit(lease, opened.turns, outcome)
            if committed in (Committed.OK, Committed.FOLLOWED):
                self.answered[lease.chat] += [turn.update_id for turn in opened.turns]
            await lanes.mark_sent(lease, 0, [1])
        except LeaseLost:
            return
        await lanes.release(lease)


async def test_a_crowd_of_workers_answers_everything_once_and_in_order(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    crowd = Crowd(at_hand, seed=20)

    async def put_all(chat: str) -> None:
        for update_id in range(TURNS):
            await at_hand.lanes.put(turn(update_id, chat))
            await at_hand.lanes.put(turn(update_id, chat))

    async with asyncio.TaskGroup() as group:
        for number in range(WORKERS):
            group.create_task(crowd.work(f"worker {number}"))
        for chat in range(CHATS):
            group.create_task(put_all(str(chat)))

    assert crowd.answered == {str(chat): list(range(TURNS)) for chat in range(CHATS)}
    for chat in range(CHATS):
        memory = await at_hand.store.load(ConversationId(str(chat)))
        assert [exchange.number for exchange in memory.exchanges] == list(range(1, TURNS + 1))
    assert await at_hand.lanes.dead_letters(1) == ()
