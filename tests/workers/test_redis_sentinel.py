"""The link to a primary that changes: killed, replaced by its Sentinel, or demoted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from tests.sentinels import SERVICE, Sentinels, ask
from tests.workers.fake_peer import Command, FakePeer, Visit, fake_peer
from tests.workers.tls_proxy import front_context
from workers.link import NotSent, OutcomeUnknown, Script, Unreachable
from workers.redis_py_link import RedisPyLink
from workers.trust import Trust

PATIENCE_S = 20.0
TAKE_A_NUMBER = Script(
    "take_a_number",
    """
    local had = redis.call('HGET', KEYS[1], ARGV[1])
    if had then return tonumber(had) end
    local number = redis.call('INCR', KEYS[2])
    redis.call('HSET', KEYS[1], ARGV[1], number)
    return number
    """,
)


@pytest.fixture
def own_sentinels() -> Iterator[Sentinels]:
    with Sentinels() as sentinels:
        yield sentinels


class Callers:
    """Take one number after the other, and repeat what may not have been applied."""

    def __init__(self, link: RedisPyLink) -> None:
        self.link = link
        self.numbers: list[object] = []
        self.enough = asyncio.Event()

    async def work(self, name: str) -> None:
        taken = 0
        while not self.enough.is_set():
            with contextlib.suppress(OutcomeUnknown):
                call = self.link.run(TAKE_A_NUMBER, ["taken", "last"], [f"{name} {taken}"])
                self.numbers.append(await call)
                taken += 1

    async def until_more(self, count: int = 50) -> None:
        wanted = len(self.numbers) + count
        async with asyncio.timeout(PATIENCE_S):
            while len(self.numbers) < wanted:
                await self.link.wait(["nothing"], 0.02)


async def test_the_new_primary_is_followed_when_the_old_one_steps_down_or_dies(
    own_sentinels: Sentinels,
) -> None:
    """First by agreement, which loses nothing; then the new primary is killed, and the first one,
    a replica by now, takes over again. What it had not heard yet is lost: nobody can help it."""
    gap, first, second = asyncio.Event(), *own_sentinels.ports
    async with await RedisPyLink.open(own_sentinels.url) as link:
        await link.subscribe(["news"], lambda *_: None, gap.set)
        callers = Callers(link)
        async with asyncio.TaskGroup() as group:
            for name in "abc":
                group.create_task(callers.work(name))
            await callers.until_more()
            await asyncio.to_thread(own_sentinels.hand_over, second)
            await callers.until_more()
            callers.enough.set()
        assert ask(second, "GET", "last") == str(len(callers.numbers)).encode()
        assert sorted(map(str, callers.numbers)) == sorted(
            str(n + 1) for n in range(len(callers.numbers))
        )
        await asyncio.wait_for(gap.wait(), PATIENCE_S)

        gap.clear()
        await asyncio.to_thread(own_sentinels.fail_over, first)
        async with asyncio.timeout(PATIENCE_S):
            while not await repeated_get(link):
                pass
            await gap.wait()
        assert ask(first, "GET", "proof") == b"yes"


async def repeated_get(link: RedisPyLink) -> object:
    with contextlib.suppress(OutcomeUnknown):
        return await link.call("SET", "proof", "yes")
    return None


class Demoted:
    """A Sentinel and its primary in one; the primary may step down and come back."""

    def __init__(self) -> None:
        self.place: tuple[str, int] = ("", 0)
        self.role = b"master"
        self.listeners: asyncio.Queue[Visit] = asyncio.Queue()
        self.let_in = asyncio.Event()

    def url(self, peer: FakePeer) -> str:
        host, _, port = peer.url.removeprefix("redis://").partition(":")
        self.place = (host, int(port))
        return f"redis+sentinel://{host}:{port}/{SERVICE}"

    async def behave(self, visit: Visit, command: Command) -> None:
        if command[0] == b"AUTH":
            assert command[1:] == [b"ann", b"s3cr3t"]
            await visit.say(b"+OK\r\n")
            self.let_in.set()
        elif command[0] == b"SENTINEL":
            assert command[2] == SERVICE.encode()
            await visit.say(b"*2\r\n" + b"".join(_bulk(str(part)) for part in self.place))
        elif command[0] == b"SUBSCRIBE":
            await visit.say(b"*3\r\n" + _bulk("subscribe") + _bulk(command[1].decode()) + b":1\r\n")
            self.listeners.put_nowait(visit)
        elif command[0] == b"ROLE":
            await visit.say(b"*1\r\n" + _bulk(self.role.decode()))
        elif self.role == b"master":
            await visit.say(b"+OK\r\n")
        else:
            await visit.say(b"-READONLY You can't write against a read only replica.\r\n")


def _bulk(text: str) -> bytes:
    return f"${len(text)}\r\n{text}\r\n".encode()


async def test_a_write_that_a_demoted_primary_refuses_is_repeated_elsewhere() -> None:
    demoted = Demoted()
    async with (
        fake_peer(demoted.behave) as peer,
        await RedisPyLink.open(demoted.url(peer), timeout_s=0.3) as link,
    ):
        assert await link.call("INCR", "n") == b"OK"
        demoted.role = b"slave"
        with pytest.raises(NotSent, match="READONLY"):
            await link.call("INCR", "n")
        demoted.role = b"master"
        assert await link.call("INCR", "n") == b"OK"


async def test_a_replaced_primary_is_left_as_soon_as_a_sentinel_tells() -> None:
    """It would take writes for seconds yet, and they would be lost."""
    replaced = Demoted()
    async with (
        fake_peer(replaced.behave) as peer,
        await RedisPyLink.open(replaced.url(peer)) as link,
    ):
        listener = await asyncio.wait_for(replaced.listeners.get(), PATIENCE_S)
        await link.call("INCR", "n")
        before = len(peer.visits)
        await link.call("INCR", "n")
        assert len(peer.visits) == before, "connections are kept"

        for service in ("another", SERVICE):
            news = f"{service} 127.0.0.1 1 127.0.0.1 2"
            said = _bulk("message") + _bulk("+switch-master") + _bulk(news)
            await listener.say(b"*3\r\n" + said)
        async with asyncio.timeout(PATIENCE_S):
            while len(peer.visits) == before:
                await link.call("INCR", "n")

        sentinel, primary = peer.visits[-2:]
        assert sentinel.said[-1][0] == b"SENTINEL"
        assert primary.said[-1] == [b"INCR", b"n"]


async def test_sentinels_and_primary_are_reached_encrypted(tmp_path: Path) -> None:
    authority, path = trustme.CA(), tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    both, certificate = Demoted(), authority.issue_cert("127.0.0.1")
    async with fake_peer(both.behave, front_context(certificate)) as peer:
        url = both.url(peer).replace("redis+", "rediss+")
        async with await RedisPyLink.open(url, trust=Trust(ca=path)) as link:
            assert await link.call("INCR", "n") == b"OK"
        with pytest.raises(Unreachable, match="signed by nobody we know"):
            await RedisPyLink.open(url)


async def test_user_and_password_are_for_the_primary_and_for_a_sentinel_that_wants_some() -> None:
    both = Demoted()

    async def guard(visit: Visit, command: Command) -> None:
        await both.behave(visit, command)
        if both.let_in.is_set():
            peer.greet = b"+PONG\r\n"

    async with fake_peer(guard) as peer:
        peer.greet = b"-NOAUTH Authentication required.\r\n"
        url = both.url(peer).replace("://", "://ann:s3cr3t@")
        async with await RedisPyLink.open(url) as link:
            assert await link.call("INCR", "n") == b"OK"
    assert peer.visits[0].said == [[b"PING"]]
    assert peer.visits[1].said[0] == [b"AUTH", b"ann", b"s3cr3t"]
