"""What every caller may rely on, whichever driver makes the link and however many servers."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

import pytest

from tests.workers.drivers_at_hand import DRIVERS, AnyLink, Driver, driver_at_hand
from workers.link import Argument, Link, NotSent, OutcomeUnknown, Script, ServerSaidNo

ADD = Script("add", "return redis.call('INCRBY', KEYS[1], ARGV[1])")
REFUSE = Script("refuse", "return redis.error_reply('NOPE ' .. ARGV[1])")
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
# Where the keys lie is all the same to one server; on a cluster these are in three slots.
SPREAD = ("{a}wake", "{b}wake", "{c}wake")
PATIENCE_S = 10.0


@pytest.fixture(params=DRIVERS)
def driver(request: pytest.FixtureRequest) -> Driver:
    return driver_at_hand(request.param, request)


@pytest.fixture
async def link(driver: Driver) -> AsyncIterator[AnyLink]:
    await driver.ask_all("FLUSHALL")
    async with await driver.link() as link:
        yield link


async def test_it_keeps_the_port_s_promise(link: AnyLink) -> None:
    port: Link = link
    assert await port.run(ADD, ["n"], [1]) == 1


async def test_a_script_answers(link: AnyLink) -> None:
    assert await link.run(ADD, ["n"], [2]) == 2
    assert await link.run(ADD, ["n"], ["3"]) == 5
    assert await link.run(ADD, ["n"], [b"-5"]) == 0


async def test_a_script_gets_what_each_call_gave_it(link: AnyLink) -> None:
    given = Script("given", "return {#KEYS, KEYS[1], KEYS[#KEYS], ARGV[1], ARGV[#ARGV]}")
    calls: tuple[tuple[list[str], list[Argument]], ...] = (
        (["{x}a"], ["1", 2]),
        (["{x}a"], [b"\xff\r\n", "سلام"]),
        (["{x}a", "{x}b"], [2**53 - 1]),
        (["{x}a"], ["{x}b"]),
    )
    for keys, args in calls:
        texts = [arg if isinstance(arg, bytes) else str(arg).encode() for arg in args]
        expected = [len(keys), keys[0].encode(), keys[-1].encode(), texts[0], texts[-1]]
        assert await link.run(given, keys, args) == expected


async def test_scripts_run_where_their_keys_lie(link: AnyLink) -> None:
    keys = [f"{{{n}}}n" for n in range(200)]
    await asyncio.gather(*(link.run(ADD, [key], [7]) for key in keys))
    assert await asyncio.gather(*(link.call("GET", key) for key in keys)) == [b"7"] * 200


async def test_answers_keep_their_shape(link: AnyLink) -> None:
    shapes = Script("shapes", "return {1, 'سلام', {}, {false, {'a'}}, redis.status_reply('OK')}")
    assert await link.run(shapes, []) == [1, "سلام".encode(), [], [None, [b"a"]], b"OK"]
    assert await link.run(shapes, ["k"]) == [1, "سلام".encode(), [], [None, [b"a"]], b"OK"]


async def test_bytes_of_every_value_and_megabytes_pass_unchanged(link: AnyLink) -> None:
    payload = bytes(range(256)) * 20_000
    await link.call("SET", "big", payload)
    assert await link.call("GET", "big") == payload


async def test_a_script_the_server_forgot_is_sent_again(link: AnyLink, driver: Driver) -> None:
    await link.run(ADD, ["n"], [1])
    await driver.ask_all("SCRIPT", "FLUSH")
    assert await link.run(ADD, ["n"], [1]) == 2


async def test_an_error_of_a_script_keeps_its_text(link: AnyLink) -> None:
    with pytest.raises(ServerSaidNo, match="NOPE because") as refusal:
        await link.run(REFUSE, [], ["because"])
    assert refusal.value.code == "NOPE"


async def test_an_error_never_quotes_the_arguments(link: AnyLink) -> None:
    with pytest.raises(ServerSaidNo) as refusal:
        await link.call("NOSUCHCOMMAND", "what a user wrote")
    assert "user wrote" not in str(refusal.value)


async def test_an_error_inside_an_array_is_that_error(link: AnyLink) -> None:
    nested = Script("nested", "return {1, {redis.error_reply('NOPE inside')}, 2}")
    with pytest.raises(ServerSaidNo, match="NOPE inside"):
        await link.run(nested, [])
    assert await link.call("ECHO", "next") == b"next"


@pytest.mark.parametrize("text", ["خطای سرور", "错误", "x" * 70_000])
async def test_an_error_that_is_long_or_not_ascii_leaves_the_link_usable(
    link: AnyLink, text: str
) -> None:
    with pytest.raises(ServerSaidNo, match=text[:20]):
        await link.run(REFUSE, [], [text])
    assert await link.call("ECHO", "next") == b"next"


async def test_cancelled_calls_whose_replies_are_errors_leave_the_others_right(
    link: AnyLink,
) -> None:
    calls = [asyncio.ensure_future(link.run(REFUSE, [], [n])) for n in range(500)]
    await asyncio.sleep(0)
    for call in calls[::2]:
        call.cancel()
    ends = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends[::2])
    assert [str(end) for end in ends[1::2]] == [f"NOPE {n}" for n in range(1, 500, 2)]


async def test_cancelled_calls_never_shift_the_answers_of_others(link: AnyLink) -> None:
    chance = random.Random(7)

    async def echo(n: int) -> None:
        assert await link.call("ECHO", n) == str(n).encode()

    calls = [asyncio.ensure_future(echo(n)) for n in range(1000)]
    for call in chance.sample(calls, 300):
        await asyncio.sleep(0)
        call.cancel()
    ends = await asyncio.gather(*calls, return_exceptions=True)
    assert not [end for end in ends if isinstance(end, Exception)]
    assert await link.call("ECHO", "last") == b"last"


async def test_a_blocking_wait_holds_up_no_call(link: AnyLink, driver: Driver) -> None:
    waiting = asyncio.ensure_future(link.wait(["wake"], 30))
    await driver.until_blocked(1)
    async with asyncio.timeout(PATIENCE_S):
        assert await link.call("PING") == b"PONG"
    await link.call("LPUSH", "wake", "token")
    assert await waiting == "token"


async def test_a_wait_gives_the_token_of_the_list_that_had_one(link: AnyLink) -> None:
    await link.call("LPUSH", "{t}second", "token")
    assert await link.wait(["{t}first", "{t}second"], 30) == "token"
    assert await link.call("LLEN", "{t}second") == 0


@pytest.mark.parametrize("key", SPREAD)
async def test_a_token_in_any_shard_ends_the_wait_and_the_others_are_forgotten(
    link: AnyLink, driver: Driver, key: str
) -> None:
    waiting = asyncio.ensure_future(link.wait(SPREAD, 30))
    await driver.until_blocked(3 if len(driver.servers) > 1 else 1)
    await link.call("LPUSH", key, "token")
    assert await waiting == "token"
    await driver.until_blocked(0)
    for other in SPREAD:
        await link.call("LPUSH", other, "token")
    lengths = [await link.call("LLEN", other) for other in SPREAD]
    assert lengths == [1, 1, 1]


async def test_a_wait_ends_when_its_time_is_up(link: AnyLink) -> None:
    assert await link.wait(SPREAD, 0) is None
    assert await link.wait(SPREAD, 0.02) is None


async def test_a_cancelled_wait_eats_no_token(link: AnyLink, driver: Driver) -> None:
    waiting = asyncio.ensure_future(link.wait(["wake"], 30))
    await driver.until_blocked(1)
    waiting.cancel()
    await driver.until_blocked(0)
    await link.call("LPUSH", "wake", "token")
    assert await link.call("LLEN", "wake") == 1


async def test_cancelled_waits_use_up_no_connection(link: AnyLink, driver: Driver) -> None:
    for _ in range(10):
        waiting = asyncio.ensure_future(link.wait(SPREAD, 30))
        await driver.until_blocked(3 if len(driver.servers) > 1 else 1)
        waiting.cancel()
        await driver.until_blocked(0)
    await link.call("LPUSH", "{b}wake", "token")
    assert await link.wait(SPREAD, 30) == "token"
    clients = sum(
        int(said["connected_clients"]) for said in await driver.ask_all("INFO", "clients")
    )
    assert clients < 25


async def test_waits_may_overlap(link: AnyLink, driver: Driver) -> None:
    both = asyncio.gather(link.wait(["a"], 30), link.wait(["b"], 30))
    await driver.until_blocked(2)
    await link.call("LPUSH", "b", "for b")
    await link.call("LPUSH", "a", "for a")
    assert list(await both) == ["for a", "for b"]


async def test_what_is_wrong_with_a_wait_is_said(link: AnyLink) -> None:
    await link.call("SET", "text", "no list")
    with pytest.raises(ServerSaidNo, match="WRONGTYPE"):
        await link.wait(["text"], 30)


async def test_messages_arrive_in_order(link: AnyLink) -> None:
    heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
    await link.subscribe(["one", "two"], lambda *what: heard.put_nowait(what), lambda: None)
    for n in range(3):
        await link.call("PUBLISH", "two", n)
    await link.call("PUBLISH", "one", "سلام")
    got = [await asyncio.wait_for(heard.get(), PATIENCE_S) for _ in range(4)]
    assert got == [("two", b"0"), ("two", b"1"), ("two", b"2"), ("one", "سلام".encode())]


@pytest.mark.parametrize("key", SPREAD)
async def test_a_script_on_any_server_reaches_the_listener(link: AnyLink, key: str) -> None:
    """As the script that stops a turn does, from whichever server has the chat."""
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    tell = Script("tell", "return redis.call('PUBLISH', ARGV[1], KEYS[1])")
    await link.subscribe(["news"], lambda _, what: heard.put_nowait(what), lambda: None)
    await link.run(tell, [key], ["news"])
    assert await asyncio.wait_for(heard.get(), PATIENCE_S) == key.encode()


async def test_a_subscription_comes_back_after_a_drop_and_tells_the_gap(
    link: AnyLink, driver: Driver
) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    gap = asyncio.Event()
    await link.subscribe(["news"], lambda _, what: heard.put_nowait(what), gap.set)
    assert not gap.is_set()
    await driver.ask_all("CLIENT", "KILL", "TYPE", "pubsub")
    await asyncio.wait_for(gap.wait(), PATIENCE_S)
    await link.call("PUBLISH", "news", "again")
    assert await asyncio.wait_for(heard.get(), PATIENCE_S) == b"again"


async def test_a_listener_that_fails_hears_the_next_message(link: AnyLink) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    def listen(_channel: str, what: bytes) -> None:
        heard.put_nowait(what)
        raise RuntimeError("a fault of the listener")

    await link.subscribe(["news"], listen, lambda: None)
    await link.call("PUBLISH", "news", "a")
    await link.call("PUBLISH", "news", "b")
    assert [await asyncio.wait_for(heard.get(), PATIENCE_S) for _ in range(2)] == [b"a", b"b"]


async def test_calls_work_again_after_every_connection_was_cut(
    link: AnyLink, driver: Driver
) -> None:
    await link.call("SET", "key", "kept")
    waiting = asyncio.ensure_future(link.wait(["wake"], 30))
    await driver.until_blocked(1)

    await driver.ask_all("CLIENT", "KILL", "TYPE", "normal")

    assert await asyncio.wait_for(waiting, PATIENCE_S) is None
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with contextlib.suppress(OutcomeUnknown):
                assert await link.call("GET", "key") == b"kept"
                break


async def test_repeated_calls_are_applied_once_each_while_connections_are_cut(
    link: AnyLink, driver: Driver
) -> None:
    taken: asyncio.Queue[object] = asyncio.Queue()

    async def take(caller: int) -> None:
        for n in range(50):
            async with asyncio.timeout(PATIENCE_S):
                taken.put_nowait(await _repeated(link, f"{caller} {n}"))

    callers = asyncio.gather(*(take(caller) for caller in range(20)))
    numbers = []
    for _ in range(3):
        numbers += [await taken.get() for _ in range(200)]
        await driver.ask_all("CLIENT", "KILL", "TYPE", "normal")
    await callers
    numbers += [taken.get_nowait() for _ in range(400)]

    assert sorted(map(str, numbers)) == sorted(map(str, range(1, 1001)))
    assert await link.call("GET", "{t}last") == b"1000"


async def _repeated(link: Link, caller: str) -> object:
    while True:
        with contextlib.suppress(OutcomeUnknown):
            return await link.run(TAKE_A_NUMBER, ["{t}taken", "{t}last"], [caller])


async def test_a_closed_link_says_so_and_leaves_no_task(driver: Driver) -> None:
    link = await driver.link()
    await link.subscribe(["news"], lambda *_: None, lambda: None)
    waiting = asyncio.ensure_future(link.wait(SPREAD, 30))
    await driver.until_blocked(3 if len(driver.servers) > 1 else 1)

    await link.close()

    with pytest.raises(NotSent):
        await waiting
    with pytest.raises(NotSent):
        await link.call("PING")
    with pytest.raises(NotSent):
        await link.wait(["wake"], 30)
    assert asyncio.all_tasks() == {asyncio.current_task()}
