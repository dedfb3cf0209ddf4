"""What only the contained asyncio-redis promises, and who is let in, whichever driver asks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from hashlib import sha256

import pytest

from tests.servers import Server
from tests.workers.drivers_at_hand import Open
from workers.link import Link
from workers.redis_link import (
    OutcomeUnknown,
    RedisLink,
    Script,
    ServerSaidNo,
    Unreachable,
)

REFUSE = Script("refuse", "return redis.error_reply('NOPE ' .. ARGV[1])")
SECRET = "s3cr3t pässword/@:"
QUOTED = "s3cr3t%20p%C3%A4ssword%2F%40%3A"


@pytest.fixture(scope="module")
def guarded() -> Iterator[Server]:
    """A server that wants a password; its user "ann" has the same one."""
    server = Server()
    rights = f"on #{sha256(SECRET.encode()).hexdigest()} ~* &* +@all"
    acl = server.home / "acl"
    acl.write_text(f"user default {rights}\nuser ann {rights}\n")
    try:
        server.start("--aclfile", str(acl))
        yield server
    finally:
        server.remove()


async def connection_id(link: Link) -> object:
    return await link.call("CLIENT", "ID")


async def blocked_waits(link: RedisLink) -> int:
    said = await link.call("INFO", "clients")
    assert isinstance(said, bytes)
    return int(said.split(b"blocked_clients:")[1].split(b"\r")[0])


async def until_waits_are(count: int, link: RedisLink) -> None:
    async with asyncio.timeout(5):
        while await blocked_waits(link) != count:
            pass  # each look is a round trip


async def test_calls_of_one_tick_are_one_write_behind_the_first_and_answered_in_their_order(
    link: RedisLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = link._calls.ready
    assert connection is not None
    written: list[bytes] = []
    write = connection.transport.write

    def noted(data: bytes) -> None:
        written.append(bytes(data))
        write(data)

    monkeypatch.setattr(connection.transport, "write", noted)

    answers = await asyncio.gather(*(link.call("ECHO", f"{n} سلام") for n in range(50)))

    assert answers == [f"{n} سلام".encode() for n in range(50)]
    assert [data.count(b"ECHO") for data in written] == [1, 49]


async def test_a_script_the_server_forgot_is_sent_again(link: RedisLink) -> None:
    one = Script("one", "return 1")
    await link.run(one, [])

    await link.call("SCRIPT", "FLUSH")

    assert await link.run(one, []) == 1
    assert await link.call("SCRIPT", "EXISTS", one.sha1) == [1]


@pytest.mark.parametrize("text", ["خطای سرور", "错误", "x" * 70_000])
async def test_an_error_that_is_long_or_not_ascii_leaves_the_connection_usable(
    link: RedisLink, text: str
) -> None:
    before = await connection_id(link)

    with pytest.raises(ServerSaidNo, match=text[:20]):
        await link.run(REFUSE, [], [text])

    assert await connection_id(link) == before


async def test_a_cancelled_call_whose_reply_is_an_error_leaves_the_connection_usable(
    link: RedisLink,
) -> None:
    before = await connection_id(link)
    calls = [asyncio.ensure_future(link.run(REFUSE, [], [n])) for n in range(500)]
    await asyncio.sleep(0)

    for call in calls[::2]:
        call.cancel()
    ends = await asyncio.gather(*calls, return_exceptions=True)

    assert all(isinstance(end, asyncio.CancelledError) for end in ends[::2])
    assert [str(end) for end in ends[1::2]] == [f"NOPE {n}" for n in range(1, 500, 2)]
    assert await connection_id(link) == before


async def test_errors_leave_nothing_behind(link: RedisLink) -> None:
    for n in range(200):
        with pytest.raises(ServerSaidNo):
            await link.run(REFUSE, [], [n])

    connection = link._calls.ready
    assert connection
    assert not connection._queue


async def test_waits_may_overlap_and_reuse_their_connection(link: RedisLink) -> None:
    both = asyncio.gather(link.wait(["a"], 30), link.wait(["b"], 30))
    await until_waits_are(2, link)
    await link.call("LPUSH", "b", "for b")
    await link.call("LPUSH", "a", "for a")
    assert list(await both) == ["for a", "for b"]
    before = await link.call("INFO", "stats")

    await link.wait(["a"], 0.001)

    after = await link.call("INFO", "stats")
    assert isinstance(before, bytes)
    assert isinstance(after, bytes)
    assert before.splitlines()[1] == after.splitlines()[1]  # total_connections_received


async def test_a_wrong_password_is_said_at_once_and_not_repeated(
    guarded: Server, open_one: Open
) -> None:
    with pytest.raises(Unreachable, match="refused the user or the password") as refusal:
        await open_one(guarded.url.replace("://", "://:wrong-secret@"))

    assert "wrong-secret" not in str(refusal.value)


async def test_a_missing_password_is_said_at_once(guarded: Server, open_one: Open) -> None:
    with pytest.raises(Unreachable, match="refused the user or the password"):
        await open_one(guarded.url)


async def test_a_password_where_none_is_wanted_is_said_at_once(
    server: Server, open_one: Open
) -> None:
    with pytest.raises(Unreachable, match="refused the user or the password"):
        await open_one(server.url.replace("://", "://ann:wrong-secret@"))


async def test_the_first_call_runs_in_the_chosen_database(guarded: Server, open_one: Open) -> None:
    url = guarded.url.replace("://", f"://:{QUOTED}@") + "?db=5"
    async with await open_one(url) as link:
        await link.call("SET", "here", "yes")
        await drop_ours(link)

        assert await link.call("GET", "here") == b"yes"
        assert b"db=5" in await info_of_ourselves(link)


async def drop_ours(link: Link) -> None:
    """Have the server drop the connection for calls; return when the link has a new one."""
    before = await connection_id(link)
    assert isinstance(before, int)
    await link.call("CLIENT", "KILL", "ID", before, "SKIPME", "no")
    async with asyncio.timeout(5):
        while True:
            with contextlib.suppress(OutcomeUnknown):
                if await connection_id(link) != before:
                    return


async def info_of_ourselves(link: Link) -> bytes:
    said = await link.call("CLIENT", "INFO")
    assert isinstance(said, bytes)
    return said


async def test_a_user_with_a_password_is_let_in(guarded: Server, open_one: Open) -> None:
    url = guarded.url.replace("://", f"://ann:{QUOTED}@")
    async with await open_one(url) as link:
        assert b"user=ann" in await info_of_ourselves(link)


async def test_a_database_that_does_not_exist_is_said(server: Server, open_one: Open) -> None:
    with pytest.raises(Unreachable, match="no database 999"):
        await open_one(server.url + "?db=999")


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "unix:///nowhere/at/all.sock"])
async def test_nobody_listening_is_said_in_time(url: str, open_one: Open) -> None:
    async with asyncio.timeout(5):
        with pytest.raises(Unreachable, match="no server listens at"):
            await open_one(url, timeout_s=0.2)


async def test_a_subscription_comes_back_after_a_drop_and_tells_the_gap(
    guarded: Server, open_one: Open
) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    gap = asyncio.Event()
    async with await open_one(guarded.url.replace("://", f"://:{QUOTED}@")) as link:
        await link.subscribe(["news"], lambda _, what: heard.put_nowait(what), gap.set)
        assert not gap.is_set()

        await link.call("CLIENT", "KILL", "TYPE", "pubsub")
        await asyncio.wait_for(gap.wait(), 5)
        await link.call("PUBLISH", "news", "again")

        assert await asyncio.wait_for(heard.get(), 5) == b"again"
