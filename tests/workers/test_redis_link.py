"""The link against a real server: what every caller may rely on."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator
from hashlib import sha256

import pytest

from tests.servers import Server
from workers.redis_link import (
    NotSent,
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


async def connection_id(link: RedisLink) -> object:
    return await link.call("CLIENT", "ID")


async def blocked_waits(link: RedisLink) -> int:
    said = await link.call("INFO", "clients")
    assert isinstance(said, bytes)
    return int(said.split(b"blocked_clients:")[1].split(b"\r")[0])


async def until_waits_are(count: int, link: RedisLink) -> None:
    async with asyncio.timeout(5):
        while await blocked_waits(link) != count:
            pass  # each look is a round trip


async def test_a_script_answers(link: RedisLink) -> None:
    add = Script("add", "return redis.call('INCRBY', KEYS[1], ARGV[1])")

    assert await link.run(add, ["n"], [2]) == 2
    assert await link.run(add, ["n"], ["3"]) == 5
    assert await link.run(add, ["n"], [b"-5"]) == 0


async def test_answers_keep_their_shape(link: RedisLink) -> None:
    shapes = Script("shapes", "return {1, 'سلام', {}, {false, {'a'}}, redis.status_reply('OK')}")

    assert await link.run(shapes, []) == [1, "سلام".encode(), [], [None, [b"a"]], b"OK"]


async def test_bytes_of_every_value_and_megabytes_pass_unchanged(link: RedisLink) -> None:
    payload = bytes(range(256)) * 20_000

    await link.call("SET", "big", payload)

    assert await link.call("GET", "big") == payload


async def test_a_script_the_server_forgot_is_sent_again(link: RedisLink) -> None:
    one = Script("one", "return 1")
    await link.run(one, [])

    await link.call("SCRIPT", "FLUSH")

    assert await link.run(one, []) == 1
    assert await link.call("SCRIPT", "EXISTS", one.sha1) == [1]


async def test_an_error_of_a_script_keeps_its_text(link: RedisLink) -> None:
    with pytest.raises(ServerSaidNo, match="NOPE because") as refusal:
        await link.run(REFUSE, [], ["because"])

    assert refusal.value.code == "NOPE"


async def test_an_error_never_quotes_the_arguments(link: RedisLink) -> None:
    with pytest.raises(ServerSaidNo) as refusal:
        await link.call("NOSUCHCOMMAND", "what a user wrote")

    assert "user wrote" not in str(refusal.value)


async def test_an_error_inside_an_array_is_that_error(link: RedisLink) -> None:
    nested = Script("nested", "return {1, {redis.error_reply('NOPE inside')}, 2}")

    with pytest.raises(ServerSaidNo, match="NOPE inside"):
        await link.run(nested, [])

    assert await link.call("ECHO", "next") == b"next"


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


async def test_cancelled_calls_never_shift_the_answers_of_others(link: RedisLink) -> None:
    chance = random.Random(7)

    async def echo(n: int) -> None:
        assert await link.call("ECHO", n) == str(n).encode()

    calls = [asyncio.ensure_future(echo(n)) for n in range(2000)]
    for call in chance.sample(calls, 600):
        await asyncio.sleep(0)
        call.cancel()
    ends = await asyncio.gather(*calls, return_exceptions=True)

    assert not [end for end in ends if isinstance(end, Exception)]
    assert await link.call("ECHO", "last") == b"last"


async def test_errors_leave_nothing_behind(link: RedisLink) -> None:
    for n in range(200):
        with pytest.raises(ServerSaidNo):
            await link.run(REFUSE, [], [n])

    connection = link._calls.ready
    assert connection
    assert not connection._queue


async def test_a_blocking_wait_holds_up_no_call(link: RedisLink) -> None:
    waiting = asyncio.ensure_future(link.wait(["wake"], 30))
    await until_waits_are(1, link)

    async with asyncio.timeout(5):
        assert await link.call("PING") == b"PONG"

    await link.call("LPUSH", "wake", "token")
    assert await waiting == "wake"


async def test_a_wait_names_the_list_that_had_something(link: RedisLink) -> None:
    await link.call("LPUSH", "second", "token")

    assert await link.wait(["first", "second"], 30) == "second"
    assert await link.call("LLEN", "second") == 0


async def test_a_wait_ends_when_its_time_is_up(link: RedisLink) -> None:
    assert await link.wait(["wake"], 0) is None
    assert await link.wait(["wake"], 0.02) is None


async def test_a_cancelled_wait_eats_no_token(link: RedisLink) -> None:
    waiting = asyncio.ensure_future(link.wait(["wake"], 30))
    await until_waits_are(1, link)

    waiting.cancel()
    await until_waits_are(0, link)
    await link.call("LPUSH", "wake", "token")

    assert await link.call("LLEN", "wake") == 1


async def test_cancelled_waits_use_up_no_connection(link: RedisLink) -> None:
    for _ in range(20):
        waiting = asyncio.ensure_future(link.wait(["wake"], 30))
        await until_waits_are(1, link)
        waiting.cancel()
        await until_waits_are(0, link)

    await link.call("LPUSH", "wake", "token")
    assert await link.wait(["wake"], 30) == "wake"


async def test_waits_may_overlap_and_reuse_their_connection(link: RedisLink) -> None:
    both = asyncio.gather(link.wait(["a"], 30), link.wait(["b"], 30))
    await until_waits_are(2, link)
    await link.call("LPUSH", "b", "token")
    await link.call("LPUSH", "a", "token")
    assert list(await both) == ["a", "b"]
    before = await link.call("INFO", "stats")

    await link.wait(["a"], 0.001)

    after = await link.call("INFO", "stats")
    assert isinstance(before, bytes)
    assert isinstance(after, bytes)
    assert before.splitlines()[1] == after.splitlines()[1]  # total_connections_received


async def test_what_is_wrong_with_a_wait_is_said(link: RedisLink) -> None:
    await link.call("SET", "text", "no list")

    with pytest.raises(ServerSaidNo, match="WRONGTYPE"):
        await link.wait(["text"], 30)


async def test_a_wrong_password_is_said_at_once_and_not_repeated(guarded: Server) -> None:
    with pytest.raises(Unreachable, match="refused the user or the password") as refusal:
        await RedisLink.open(guarded.url.replace("://", "://:wrong-secret@"))

    assert "wrong-secret" not in str(refusal.value)


async def test_a_missing_password_is_said_at_once(guarded: Server) -> None:
    with pytest.raises(Unreachable, match="refused the user or the password"):
        await RedisLink.open(guarded.url)


async def test_a_password_where_none_is_wanted_is_said_at_once(server: Server) -> None:
    with pytest.raises(Unreachable, match="refused the user or the password"):
        await RedisLink.open(server.url.replace("://", "://ann:wrong-secret@"))


async def test_the_first_call_runs_in_the_chosen_database(guarded: Server) -> None:
    url = guarded.url.replace("://", f"://:{QUOTED}@") + "?db=5"
    async with await RedisLink.open(url) as link:
        await link.call("SET", "here", "yes")
        await drop_ours(link)

        assert await link.call("GET", "here") == b"yes"
        assert b"db=5" in await info_of_ourselves(link)


async def drop_ours(link: RedisLink) -> None:
    """Have the server drop the connection for calls; return when the link has a new one."""
    before = await connection_id(link)
    assert isinstance(before, int)
    await link.call("CLIENT", "KILL", "ID", before, "SKIPME", "no")
    async with asyncio.timeout(5):
        while True:
            with contextlib.suppress(OutcomeUnknown):
                if await connection_id(link) != before:
                    return


async def info_of_ourselves(link: RedisLink) -> bytes:
    said = await link.call("CLIENT", "INFO")
    assert isinstance(said, bytes)
    return said


async def test_a_user_with_a_password_is_let_in(guarded: Server) -> None:
    url = guarded.url.replace("://", f"://ann:{QUOTED}@")
    async with await RedisLink.open(url) as link:
        assert b"user=ann" in await info_of_ourselves(link)


async def test_a_database_that_does_not_exist_is_said(server: Server) -> None:
    with pytest.raises(Unreachable, match="no database 999"):
        await RedisLink.open(server.url + "?db=999")


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "unix:///nowhere/at/all.sock"])
async def test_nobody_listening_is_said_in_time(url: str) -> None:
    async with asyncio.timeout(5):
        with pytest.raises(Unreachable, match="no server listens at"):
            await RedisLink.open(url, timeout_s=0.2)


async def test_messages_arrive_in_order(link: RedisLink) -> None:
    heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
    await link.subscribe(["one", "two"], lambda *what: heard.put_nowait(what), lambda: None)

    for n in range(3):
        await link.call("PUBLISH", "two", n)
    await link.call("PUBLISH", "one", "سلام")

    got = [await asyncio.wait_for(heard.get(), 5) for _ in range(4)]
    assert got == [("two", b"0"), ("two", b"1"), ("two", b"2"), ("one", "سلام".encode())]


async def test_a_subscription_comes_back_after_a_drop_and_tells_the_gap(guarded: Server) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    gap = asyncio.Event()
    async with await RedisLink.open(guarded.url.replace("://", f"://:{QUOTED}@")) as link:
        await link.subscribe(["news"], lambda _, what: heard.put_nowait(what), gap.set)
        assert not gap.is_set()

        await link.call("CLIENT", "KILL", "TYPE", "pubsub")
        await asyncio.wait_for(gap.wait(), 5)
        await link.call("PUBLISH", "news", "again")

        assert await asyncio.wait_for(heard.get(), 5) == b"again"


async def test_a_listener_that_fails_hears_the_next_message(link: RedisLink) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    def listen(_channel: str, what: bytes) -> None:
        heard.put_nowait(what)
        raise RuntimeError("a fault of the listener")

    await link.subscribe(["news"], listen, lambda: None)
    await link.call("PUBLISH", "news", "a")
    await link.call("PUBLISH", "news", "b")

    assert [await asyncio.wait_for(heard.get(), 5) for _ in range(2)] == [b"a", b"b"]


async def test_a_closed_link_says_so_and_leaves_no_task(server: Server) -> None:
    link = await RedisLink.open(server.url)
    await link.subscribe(["news"], lambda *_: None, lambda: None)
    waiting = asyncio.ensure_future(link.wait(["wake"], 30))
    await until_waits_are(1, link)

    await link.close()

    with pytest.raises(NotSent):
        await waiting
    with pytest.raises(NotSent):
        await link.call("PING")
    with pytest.raises(NotSent):
        await link.wait(["wake"], 30)
    assert asyncio.all_tasks() == {asyncio.current_task()}
