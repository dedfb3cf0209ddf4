"""The link against a peer and a network that misbehave, and a server that dies."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import socket
import time
from pathlib import Path

import pytest

from tests.servers import Server
from tests.workers.cutting_relay import cutting_relay
from tests.workers.drivers_at_hand import Open
from tests.workers.fake_peer import Command, Visit, answer_ok, fake_peer, say_nothing
from workers.link import Link, NotSent, OutcomeUnknown, Script, ServerSaidNo, Unreachable
from workers.redis_link import RedisLink
from workers.redis_py_link import RedisPyLink

ROOT = Path(__file__).parents[2]

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


async def repeated(link: Link, caller: int) -> object:
    """What a careful caller does: the script is safe to repeat, so repeat it."""
    while True:
        with contextlib.suppress(OutcomeUnknown):
            return await link.run(TAKE_A_NUMBER, ["taken", "last"], [caller])


async def until_lost(link: RedisLink) -> None:
    connection = link._calls._connection
    assert connection
    await asyncio.wait_for(connection.closed.wait(), 5)


async def test_a_silent_peer_costs_one_deadline_and_the_link_comes_back(open_one: Open) -> None:
    async with (
        fake_peer(say_nothing) as peer,
        await open_one(peer.url, timeout_s=0.2) as link,
    ):
        async with asyncio.timeout(5):
            with pytest.raises(OutcomeUnknown, match="in time") as end:
                await link.call("GET", "key")
        assert not isinstance(end.value, NotSent)

        peer.behave = answer_ok

        assert await link.call("GET", "key") == b"OK"


async def test_a_silent_peer_is_noticed_though_its_caller_was_cancelled() -> None:
    async with (
        fake_peer(say_nothing) as peer,
        await RedisLink.open(peer.url, timeout_s=0.2) as link,
    ):
        call = asyncio.ensure_future(link.call("GET", "key"))
        await asyncio.sleep(0)
        call.cancel()

        await asyncio.wait_for(peer.wait_for_visits(2), 5)


def stand_still(for_s: float) -> None:
    """As a busy process does: the event loop gets no turn."""
    until = time.monotonic() + for_s
    while time.monotonic() < until:
        pass


async def test_a_process_that_stood_still_takes_its_answer_for_one(server: Server) -> None:
    async with await RedisLink.open(server.url, timeout_s=0.2) as link:
        connection = link._calls.ready
        call = asyncio.ensure_future(link.call("ECHO", "here"))
        await asyncio.sleep(0)
        stand_still(0.3)

        assert await call == b"here"
        assert link._calls.ready is connection


async def test_half_an_answer_and_a_drop_is_an_unknown_outcome(open_one: Open) -> None:
    async def cut_short(visit: Visit, _command: Command) -> None:
        await visit.say(b"*2\r\n$1\r\na\r\n")
        visit.drop()

    async with fake_peer(cut_short) as peer, await open_one(peer.url) as link:
        async with asyncio.timeout(3):
            with pytest.raises(OutcomeUnknown, match="dropped"):
                await link.call("LRANGE", "list", 0, 1)


@pytest.mark.parametrize("answer", [b"?what\r\n", b":no number\r\n", b"+OK\r\n+and another\r\n"])
async def test_what_is_no_answer_costs_the_connection_only(answer: bytes, open_one: Open) -> None:
    async def garble(visit: Visit, _command: Command) -> None:
        await visit.say(answer)

    async with fake_peer(garble) as peer, await open_one(peer.url) as link:
        with contextlib.suppress(OutcomeUnknown):
            await link.call("GET", "key")
        peer.behave = answer_ok

        async with asyncio.timeout(5):
            while len(peer.visits) < 2:
                with contextlib.suppress(OutcomeUnknown):
                    assert await link.call("GET", "key") == b"OK"


async def test_an_error_inside_an_array_that_comes_in_pieces_is_that_error(open_one: Open) -> None:
    async def in_pieces(visit: Visit, _command: Command) -> None:
        for piece in (b"*2\r\n:1", b"\r\n", b"-NOPE ins", b"ide\r\n"):
            await visit.say(piece)
            await asyncio.sleep(0)

    async with fake_peer(in_pieces) as peer, await open_one(peer.url) as link:
        with pytest.raises(ServerSaidNo, match="NOPE inside"):
            await link.call("LRANGE", "list", 0, 1)
        peer.behave = answer_ok
        assert await link.call("GET", "key") == b"OK"
        assert len(peer.visits) == 1


def test_only_the_protocol_of_asyncio_redis_is_used() -> None:
    """Its Connection, Pool, multi, evalsha and start_subscribe lose calls, locks and scripts."""
    taken: set[str] = set()
    for path in (ROOT / "workers").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("asyncio_redis"):
                taken |= {f"{node.module}.{alias.name}" for alias in node.names}
            if isinstance(node, ast.Import):
                taken |= {a.name for a in node.names if a.name.startswith("asyncio_redis")}
    assert taken == {
        "asyncio_redis.protocol.RedisProtocol",
        "asyncio_redis.encoders.BytesEncoder",
    }


async def test_a_call_is_never_sent_twice(open_one: Open) -> None:
    async def drop(visit: Visit, _command: Command) -> None:
        visit.drop()

    async with fake_peer(drop) as peer, await open_one(peer.url) as link:
        with pytest.raises(OutcomeUnknown):
            await link.call("INCR", "n")
        peer.behave = answer_ok
        await link.call("GET", "n")

        heard = [command for visit in peer.visits for command in visit.said]
        assert heard.count([b"INCR", b"n"]) == 1


async def test_a_server_that_is_loading_is_asked_again(open_one: Open) -> None:
    answers = [b"-LOADING data\r\n", b"-LOADING data\r\n", b"+OK\r\n"]

    async def load(visit: Visit, _command: Command) -> None:
        await visit.say(answers.pop(0))

    async with fake_peer(load) as peer, await open_one(peer.url) as link:
        assert await link.call("INCR", "n") == b"OK"


async def test_a_server_that_keeps_loading_is_a_call_not_sent(open_one: Open) -> None:
    async def load(visit: Visit, _command: Command) -> None:
        await visit.say(b"-LOADING data\r\n")

    async with (
        fake_peer(load) as peer,
        await open_one(peer.url, timeout_s=0.2) as link,
    ):
        with pytest.raises(NotSent, match="loading"):
            await link.call("INCR", "n")


async def test_a_server_that_is_loading_is_not_open_yet(open_one: Open) -> None:
    async with fake_peer(answer_ok) as peer:
        peer.greet = b"-LOADING data\r\n"

        with pytest.raises(Unreachable, match="still loading"):
            await open_one(peer.url, timeout_s=0.2)


async def test_a_peer_that_accepts_and_says_nothing_is_not_open(open_one: Open) -> None:
    async with fake_peer(answer_ok) as peer:
        peer.greet = b""

        async with asyncio.timeout(5):
            with pytest.raises(Unreachable, match="answered in time"):
                await open_one(peer.url, timeout_s=0.2)


async def test_the_connection_is_greeted_before_any_call(open_one: Open) -> None:
    async with fake_peer(answer_ok) as peer:
        url = peer.url.replace("://", "://ann:secret@") + "/3"
        async with await open_one(url) as link:
            await link.call("GET", "key")

        assert peer.visits[0].said == [
            [b"AUTH", b"ann", b"secret"],
            [b"SELECT", b"3"],
            [b"PING"],
            [b"GET", b"key"],
        ]


async def test_a_dead_network_is_noticed_by_the_system() -> None:
    async with fake_peer(answer_ok) as peer, await RedisLink.open(peer.url) as link:
        connection = link._calls.ready
        assert connection
        sock = connection.transport.get_extra_info("socket")

        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


async def test_a_peer_that_reads_nothing_fills_no_memory() -> None:
    stuck = asyncio.Event()

    async def stop_reading(_visit: Visit, _command: Command) -> None:
        stuck.set()
        await asyncio.Event().wait()

    async with (
        fake_peer(stop_reading) as peer,
        await RedisLink.open(peer.url, timeout_s=0.5) as link,
    ):
        connection = link._calls.ready
        assert connection
        calls = [asyncio.ensure_future(link.call("SET", n, b"x" * 1_000_000)) for n in range(100)]
        await asyncio.wait_for(stuck.wait(), 5)

        assert connection.transport.get_write_buffer_size() < 3_000_000
        ends = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(end, OutcomeUnknown) for end in ends)
        assert sum(isinstance(end, NotSent) for end in ends) > 80


async def test_closing_during_an_outage_stops_the_attempts() -> None:
    async with fake_peer(answer_ok) as peer:
        link = await RedisLink.open(peer.url)
        peer.greet = b"-LOADING data\r\n"
        peer.visits[0].drop()
        await asyncio.wait_for(peer.wait_for_visits(3), 5)

        await link.close()

        assert link._calls._keeper
        assert link._calls._keeper.done()
        with pytest.raises(NotSent, match="closed"):
            await link.call("PING")


async def test_a_connection_that_comes_after_the_end_is_not_used() -> None:
    async with fake_peer(say_nothing) as peer:
        link = await RedisPyLink.open(peer.url, timeout_s=0.3)
        peer.greet = b""
        waiting = asyncio.ensure_future(link.wait(["wake"], 30))
        await asyncio.wait_for(peer.wait_for_visits(2), 5)
        closing = asyncio.ensure_future(link.close())
        await peer.visits[1].say(b"+PONG\r\n")

        await asyncio.wait_for(closing, 5)
        with pytest.raises(NotSent, match="closed"):
            await asyncio.wait_for(waiting, 5)
        assert all(len(visit.said) == 1 for visit in peer.visits), "nothing but the greeting"


async def test_a_wait_outlives_a_drop_as_an_early_end(open_one: Open) -> None:
    async def drop(visit: Visit, _command: Command) -> None:
        visit.drop()

    async with fake_peer(drop) as peer, await open_one(peer.url) as link:
        async with asyncio.timeout(5):
            assert await link.wait(["wake"], 30) is None


async def test_a_wait_at_a_silent_peer_ends_soon_after_its_time(open_one: Open) -> None:
    async with (
        fake_peer(say_nothing) as peer,
        await open_one(peer.url, timeout_s=0.1) as link,
    ):
        async with asyncio.timeout(5):
            assert await link.wait(["wake"], 0.1) is None


async def test_a_drop_between_applying_and_answering_is_unknown_and_safe_to_repeat(
    own_server: Server, open_one: Open
) -> None:
    async with (
        await open_one(own_server.url) as direct,
        cutting_relay(own_server.socket) as relay,
        await open_one(relay.url) as link,
    ):
        await link.run(TAKE_A_NUMBER, ["taken", "last"], ["first"])
        relay.cutting = True
        keys = ["taken", "last"]
        ends = await asyncio.gather(
            *(link.run(TAKE_A_NUMBER, keys, [caller]) for caller in range(50)),
            return_exceptions=True,
        )
        applied = await direct.call("HLEN", "taken")
        relay.cutting = False

        assert [type(end) for end in ends] == [OutcomeUnknown] * 50
        assert isinstance(applied, int)
        assert applied > 1, "the drop came before the server had applied anything"
        await asyncio.gather(*(repeated(link, caller) for caller in range(50)))
        assert await direct.call("GET", "last") == b"51"


async def test_calls_work_again_by_themselves_after_a_restart(own_server: Server) -> None:
    async with await RedisLink.open(own_server.url) as link:
        await link.call("SET", "key", "kept")
        own_server.stop()
        await until_lost(link)

        own_server.start()

        assert await asyncio.wait_for(link.call("GET", "key"), 3) == b"kept"


async def test_a_call_made_during_an_outage_waits_for_the_server(own_server: Server) -> None:
    async with await RedisLink.open(own_server.url, timeout_s=20) as link:
        await link.call("SET", "key", "kept")
        own_server.stop()
        await until_lost(link)
        call = asyncio.ensure_future(link.call("GET", "key"))
        await asyncio.sleep(0)

        own_server.start()

        assert await asyncio.wait_for(call, 10) == b"kept"


async def test_a_call_during_a_long_outage_is_not_sent(own_server: Server) -> None:
    async with await RedisLink.open(own_server.url, timeout_s=0.2) as link:
        own_server.stop()
        await until_lost(link)

        with pytest.raises(NotSent, match="no connection"):
            await link.call("GET", "key")


async def test_a_subscription_outlives_a_restart(own_server: Server, open_one: Open) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    gap = asyncio.Event()
    async with await open_one(own_server.url) as link:
        await link.subscribe(["news"], lambda _, what: heard.put_nowait(what), gap.set)

        own_server.restart()
        await asyncio.wait_for(gap.wait(), 5)
        while not await link.call("PUBLISH", "news", "again"):
            pass

        assert await asyncio.wait_for(heard.get(), 5) == b"again"


async def test_repeated_calls_are_applied_once_each_across_kills(
    own_server: Server, open_one: Open
) -> None:
    """Callers repeat on an unknown outcome while the server is killed twice under them."""
    taken: asyncio.Queue[object] = asyncio.Queue()

    async def take(first: int) -> None:
        for caller in range(first, first + 100):
            taken.put_nowait(await repeated(link, caller))

    async with await open_one(own_server.url) as link:
        callers = asyncio.gather(*(take(1000 * n) for n in range(20)))
        seen = [await taken.get() for _ in range(200)]
        await asyncio.to_thread(own_server.restart)
        seen += [await taken.get() for _ in range(800)]
        await asyncio.to_thread(own_server.restart)
        await asyncio.wait_for(callers, 60)
        seen += [taken.get_nowait() for _ in range(1000)]

        assert sorted(map(str, seen)) == sorted(map(str, range(1, 2001)))
        assert await link.call("GET", "last") == b"2000"


def test_an_address_names_no_secret() -> None:
    from workers.redis_address import read_address

    address = read_address("redis://ann:s3cr3t@example.org:7000/2")

    assert address.place == "example.org:7000"
    assert "s3cr3t" not in repr(address)


def test_scripts_are_known_by_the_sha1_of_their_file(tmp_path: Path) -> None:
    path = tmp_path / "one.lua"
    path.write_text("return 1", encoding="utf-8")

    script = Script.load(path)

    assert script.name == "one"
    assert script.sha1 == "e0e1f9fabfc9d4800c877a703b823ac0578ff8db"
