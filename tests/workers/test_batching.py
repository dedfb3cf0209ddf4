"""Calls of one tick go together, and each ends as if it had been sent alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tests.workers.lanes_at_hand import RedisAtHand, answered, turn
from workers import batching
from workers.lanes import Committed, Lease, LeaseLost, Opened
from workers.link import Argument, Link, OutcomeUnknown, Response, Script, ServerSaidNo
from workers.redis_link import RedisLink

CHATS = [f"{number}" for number in range(5)]


class Watched:
    """A link that notes which scripts ran, and loses the answer to the next `lose` of them."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.ran: list[str] = []
        self.lose: set[str] = set()
        self.call = link.call
        self.subscribe = link.subscribe

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        self.ran.append(script.name)
        answer = await self._link.run(script, keys, args)
        if script.name in self.lose:
            self.lose.discard(script.name)
            raise OutcomeUnknown
        return answer


@pytest.fixture
def watched(link: RedisLink) -> Watched:
    return Watched(link)


@pytest.fixture
def at_hand(watched: Watched) -> RedisAtHand:
    return RedisAtHand(watched)  # type: ignore[arg-type]  # of a link, what the lanes want


async def leased(at_hand: RedisAtHand, chats: Sequence[str] = CHATS) -> list[Lease]:
    for chat in chats:
        await at_hand.lanes.put(turn(1, chat))
    return list((await at_hand.lanes.lease("w", 99)).leases)


async def open_all(at_hand: RedisAtHand, leases: Sequence[Lease]) -> list[Opened]:
    return await asyncio.gather(*map(at_hand.lanes.open, leases))


async def test_what_is_ready_at_once_goes_in_one_call(
    at_hand: RedisAtHand, watched: Watched
) -> None:
    leases = await leased(at_hand)
    opened = await open_all(at_hand, leases)
    assert [one.turns[0].chat for one in opened] == CHATS
    commits = [
        at_hand.lanes.commit(lease, one.turns, answered(1, lease.chat))
        for lease, one in zip(leases, opened, strict=True)
    ]
    assert await asyncio.gather(*commits) == [Committed.OK] * 5
    assert await asyncio.gather(*map(at_hand.lanes.release, leases)) == [True] * 5
    together = [name for name in watched.ran if name in {"open", "commit", "release"}]
    assert together == ["open", "commit", "release"]
    assert (await at_hand.lanes.lease("w", 99)).leases == ()


async def test_so_many_go_in_one_call_and_the_others_in_the_next(
    at_hand: RedisAtHand, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batching, "MOST", 2)
    opened = await open_all(at_hand, await leased(at_hand))
    assert [one.turns[0].chat for one in opened] == CHATS
    assert watched.ran.count("open") == 3


async def test_calls_for_one_chat_follow_one_another(at_hand: RedisAtHand) -> None:
    (lease,) = await leased(at_hand, ["7"])
    first, second = await open_all(at_hand, [lease, lease])
    assert first == second
    commit = at_hand.lanes.commit
    ended = await asyncio.gather(*(commit(lease, first.turns, answered(1)) for _ in range(2)))
    assert ended == [Committed.OK, Committed.ALREADY]
    freed = await asyncio.gather(at_hand.lanes.release(lease), at_hand.lanes.release(lease))
    assert list(freed) == [True, False]


async def test_what_is_wrong_with_one_chat_is_told_to_it_alone(
    at_hand: RedisAtHand, link: RedisLink
) -> None:
    leases = await leased(at_hand)
    await link.call("SET", at_hand.keys.name("outbox", "2"), "no hash")
    stale = Lease("3", leases[3].fence - 1)
    wanted = [*leases[:3], stale, leases[4]]
    ended = await asyncio.gather(*map(at_hand.lanes.open, wanted), return_exceptions=True)
    assert [type(one) for one in ended] == [Opened, Opened, ServerSaidNo, LeaseLost, Opened]
    assert (await at_hand.lanes.open(leases[3])).turns


@pytest.mark.parametrize("script", ["open", "commit", "release"])
async def test_an_answer_that_was_lost_is_unknown_to_all_and_all_may_ask_again(
    at_hand: RedisAtHand, watched: Watched, script: str
) -> None:
    leases = await leased(at_hand)
    turns = {lease.chat: (turn(1, lease.chat),) for lease in leases}

    async def steps(lease: Lease) -> list[object]:
        lanes = at_hand.lanes
        ended: list[object] = []
        for step in (
            lambda: lanes.open(lease),
            lambda: lanes.commit(lease, turns[lease.chat], answered(1, lease.chat)),
            lambda: lanes.release(lease),
        ):
            try:
                ended.append(await step())
            except OutcomeUnknown:
                ended += [OutcomeUnknown, await step()]
        return ended

    watched.lose.add(script)
    for ended in await asyncio.gather(*map(steps, leases)):
        assert ended.count(OutcomeUnknown) == 1
    left = await at_hand.lanes.depths()
    assert sum(depth.waiting for depth in left) == 0


async def test_a_call_that_is_given_up_leaves_the_others_alone(at_hand: RedisAtHand) -> None:
    leases = await leased(at_hand)
    opening = [asyncio.ensure_future(at_hand.lanes.open(lease)) for lease in leases]
    await asyncio.sleep(0)
    opening[1].cancel()
    ended = await asyncio.gather(*opening, return_exceptions=True)
    kinds = [Opened, asyncio.CancelledError, Opened, Opened, Opened]
    assert [type(one) for one in ended] == kinds


async def test_what_is_ready_beside_them_follows_when_their_answer_is_there(
    at_hand: RedisAtHand, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    leases = await leased(at_hand)
    monkeypatch.setattr(batching, "MOST", 3)
    order: list[str] = []

    async def run(script: Script, keys: Sequence[str], args: Sequence[Argument] = ()) -> Response:
        order.append("sent")
        answer = await Watched.run(watched, script, keys, args)
        order.append("answered")
        return answer

    async def open_lane(lease: Lease) -> None:
        await at_hand.lanes.open(lease)
        order.append("went on")

    monkeypatch.setattr(watched, "run", run)
    await asyncio.gather(*map(open_lane, leases))
    assert order == [
        *("sent", "answered"),
        *("sent", "went on", "went on", "went on"),
        *("answered", "went on", "went on"),
    ]


async def test_a_server_that_does_not_answer_keeps_those_waiting_no_longer_than_one_call(
    at_hand: RedisAtHand, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    leases = await leased(at_hand)
    monkeypatch.setattr(batching, "MOST", 1)
    sent: list[str] = []
    all_sent = asyncio.Event()

    async def run(script: Script, keys: Sequence[str], args: Sequence[Argument] = ()) -> Response:
        sent.append(script.name)
        if len(sent) == len(leases):
            all_sent.set()
        if len(sent) > 1:
            await all_sent.wait()
        raise OutcomeUnknown

    monkeypatch.setattr(watched, "run", run)
    async with asyncio.timeout(10):
        ended = await asyncio.gather(*map(at_hand.lanes.open, leases), return_exceptions=True)
    assert [type(one) for one in ended] == [OutcomeUnknown] * 5


async def test_a_fault_of_ours_is_told_to_its_callers_and_holds_up_nobody(
    at_hand: RedisAtHand, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    leases = await leased(at_hand)

    async def run(script: Script, keys: Sequence[str], args: Sequence[Argument] = ()) -> Response:
        monkeypatch.undo()
        raise UnicodeError

    monkeypatch.setattr(watched, "run", run)
    opened = await asyncio.gather(*map(at_hand.lanes.open, leases), return_exceptions=True)
    assert [type(one) for one in opened] == [UnicodeError] * 5
    assert all(one.turns for one in await open_all(at_hand, leases))


async def test_what_is_ready_while_others_are_on_their_way_goes_together_after_them(
    at_hand: RedisAtHand, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    leases = await leased(at_hand)
    first_sent, go_on = asyncio.Event(), asyncio.Event()

    async def run(script: Script, keys: Sequence[str], args: Sequence[Argument] = ()) -> Response:
        first_sent.set()
        await go_on.wait()
        return await Watched.run(watched, script, keys, args)

    monkeypatch.setattr(watched, "run", run)
    async with asyncio.TaskGroup() as opening:
        opening.create_task(at_hand.lanes.open(leases[0]))
        await first_sent.wait()
        for lease in leases[1:]:
            opening.create_task(at_hand.lanes.open(lease))
            await asyncio.sleep(0)
        go_on.set()
    assert watched.ran.count("open") == 2


async def test_a_lease_comes_after_the_releases_that_are_on_their_way(
    at_hand: RedisAtHand, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    (lease,) = await leased(at_hand, ["7"])
    await at_hand.lanes.put(turn(2, "7"))
    releasing, go_on = asyncio.Event(), asyncio.Event()

    async def run(script: Script, keys: Sequence[str], args: Sequence[Argument] = ()) -> Response:
        if script.name == "release":
            releasing.set()
            await go_on.wait()
        return await Watched.run(watched, script, keys, args)

    monkeypatch.setattr(watched, "run", run)
    async with asyncio.TaskGroup() as group:
        group.create_task(at_hand.lanes.release(lease))
        await releasing.wait()
        later = group.create_task(at_hand.lanes.lease("w", 1))
        await asyncio.sleep(0)
        go_on.set()
    assert [one.chat for one in later.result().leases] == ["7"]
    assert watched.ran[-2:] == ["release", "lease"]


async def test_a_release_without_an_answer_holds_up_no_lease(
    at_hand: RedisAtHand, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    (lease,) = await leased(at_hand, ["7"])
    await at_hand.lanes.put(turn(1, "8"))
    releasing = asyncio.Event()

    async def run(script: Script, keys: Sequence[str], args: Sequence[Argument] = ()) -> Response:
        if script.name == "release":
            releasing.set()
            await asyncio.Event().wait()
        return await Watched.run(watched, script, keys, args)

    monkeypatch.setattr(watched, "run", run)
    hanging = asyncio.create_task(at_hand.lanes.release(lease))
    await releasing.wait()
    async with asyncio.timeout(10):
        leases = (await at_hand.lanes.lease("w", 9)).leases
    hanging.cancel()
    assert [one.chat for one in leases] == ["8"]
