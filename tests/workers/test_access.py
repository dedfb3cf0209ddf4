"""Who may talk to the bot: the rule, and both versions of the lists under one contract."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from workers.access import AccessRules, AccessStore, Entry, Paired, Standing, WhoMay
from workers.keys import Keys
from workers.local_access import CODE_LASTS_S, GUESSES_LAST_S, MOST_GUESSES, LocalAccess
from workers.redis_access import RedisAccess
from workers.redis_link import RedisLink

OWNER, SARA, EVE = 1, 7, 66
GROUP = -100123
CODE = "K7QM2XWD"


@dataclass
class AtHand:
    store: AccessStore
    another: AccessStore
    """The same lists, seen by another process."""
    pass_time: Callable[[float], Awaitable[None]]


@pytest.fixture(params=["in process", "on the server"])
def lists(request: pytest.FixtureRequest) -> AtHand:
    if request.param == "in process":
        return in_process()
    return on_server(request.getfixturevalue("link"))


def in_process() -> AtHand:
    now = [1000.0]

    async def pass_time(seconds: float) -> None:
        now[0] += seconds

    store = LocalAccess(clock=lambda: now[0])
    return AtHand(store, store, pass_time)


def on_server(link: RedisLink) -> AtHand:
    keys = Keys("test", "1", shards=3)

    async def pass_time(seconds: float) -> None:
        """The server's clock cannot be moved, so what expires is brought nearer to its end."""
        for name in ("pairing", "guesses"):
            left = await link.call("PTTL", keys.name(name))
            assert isinstance(left, int)
            await link.call("PEXPIRE", keys.name(name), left - round(seconds * 1000))

    return AtHand(RedisAccess(link, keys), RedisAccess(link, keys), pass_time)


async def test_at_first_nobody_is_on_the_lists(lists: AtHand) -> None:
    assert dict(await lists.store.entries()) == {}


async def test_what_was_entered_last_holds_for_every_process(lists: AtHand) -> None:
    await lists.store.enter(SARA, Entry(Standing.ALLOWED, "Sara ‌بهار\nowner"))
    await lists.store.enter(GROUP, Entry(Standing.ALLOWED, "Our shop"))
    await lists.store.enter(GROUP, Entry(Standing.DENIED))
    assert dict(await lists.another.entries()) == {
        SARA: Entry(Standing.ALLOWED, "Sara ‌بهار\nowner"),
        GROUP: Entry(Standing.DENIED),
    }


async def test_the_right_code_makes_the_first_owner_and_is_used_up(lists: AtHand) -> None:
    assert await lists.store.offer(CODE) == CODE
    assert await lists.another.pair(OWNER, "Omid", CODE) is Paired.PAIRED
    assert await lists.store.pair(EVE, "Eve", CODE) is Paired.OVER
    assert dict(await lists.store.entries()) == {OWNER: Entry(Standing.OWNER, "Omid")}


async def test_pairing_may_be_repeated_when_its_answer_was_lost(lists: AtHand) -> None:
    await lists.store.offer(CODE)
    for _ in range(2):
        assert await lists.store.pair(OWNER, "Omid", CODE) is Paired.PAIRED


async def test_processes_that_start_together_offer_one_code(lists: AtHand) -> None:
    assert await lists.store.offer(CODE) == CODE
    assert await lists.another.offer("ANOTHER1") == CODE


async def test_without_a_code_nobody_pairs(lists: AtHand) -> None:
    assert await lists.store.pair(EVE, "Eve", "") is Paired.OVER


async def test_a_code_lapses_after_a_day(lists: AtHand) -> None:
    await lists.store.offer(CODE)
    await lists.pass_time(CODE_LASTS_S + 1)
    assert await lists.store.pair(OWNER, "Omid", CODE) is Paired.OVER
    assert await lists.store.offer("ANOTHER1") == "ANOTHER1"


async def test_who_guesses_too_often_is_not_listened_to_for_an_hour(lists: AtHand) -> None:
    await lists.store.offer(CODE)
    for guess in range(MOST_GUESSES):
        assert await lists.store.pair(EVE, "Eve", f"GUESS{guess}") is Paired.WRONG
    assert await lists.store.pair(EVE, "Eve", CODE) is Paired.TOO_MANY
    await lists.pass_time(GUESSES_LAST_S + 1)
    assert await lists.store.pair(EVE, "Eve", "GUESS") is Paired.WRONG


async def test_another_person_s_guesses_do_not_keep_the_owner_out(lists: AtHand) -> None:
    await lists.store.offer(CODE)
    for _ in range(MOST_GUESSES + 1):
        await lists.store.pair(EVE, "Eve", "GUESS")
    assert await lists.store.pair(OWNER, "Omid", CODE) is Paired.PAIRED


async def test_an_entry_of_another_version_opens_nothing(link: RedisLink) -> None:
    keys = Keys("test", "1")
    await link.call("HSET", keys.name("access"), str(EVE), "emperor Eve")
    assert dict(await RedisAccess(link, keys).entries()) == {}


def entered(**standings: Standing) -> dict[int, Entry]:
    ids = {"owner": OWNER, "sara": SARA, "eve": EVE, "group": GROUP}
    return {ids[name]: Entry(standing) for name, standing in standings.items()}


ALLOWED, DENIED = Standing.ALLOWED, Standing.DENIED


@pytest.mark.parametrize(
    ("who", "person", "chat", "may"),
    [
        (WhoMay(), SARA, SARA, False),
        (WhoMay(AccessRules(owners=frozenset({OWNER}))), OWNER, OWNER, True),
        (WhoMay(AccessRules(allowed=frozenset({SARA}))), SARA, SARA, True),
        (WhoMay(AccessRules(allowed=frozenset({SARA}))), SARA, GROUP, True),
        (WhoMay(AccessRules(allowed=frozenset({SARA}))), EVE, GROUP, False),
        (WhoMay(AccessRules(allowed=frozenset({GROUP}))), EVE, GROUP, True),
        (WhoMay(AccessRules(allowed=frozenset({GROUP}))), EVE, EVE, False),
        (WhoMay(entries=entered(group=ALLOWED)), EVE, GROUP, True),
        (WhoMay(entries=entered(group=ALLOWED)), EVE, EVE, False),
        (WhoMay(entries=entered(group=ALLOWED, eve=DENIED)), EVE, GROUP, False),
        (WhoMay(entries=entered(group=DENIED, sara=ALLOWED)), SARA, GROUP, False),
        (WhoMay(entries=entered(group=DENIED, owner=Standing.OWNER)), OWNER, GROUP, True),
        (WhoMay(AccessRules(allowed=frozenset({SARA})), entered(sara=DENIED)), SARA, SARA, False),
        (WhoMay(AccessRules(owners=frozenset({SARA})), entered(sara=DENIED)), SARA, SARA, True),
        (WhoMay(AccessRules(public=True)), EVE, EVE, True),
        (WhoMay(AccessRules(public=True), entered(eve=DENIED)), EVE, EVE, False),
    ],
)
def test_who_may_speak_where(who: WhoMay, person: int, chat: int, *, may: bool) -> None:
    assert who.may_speak(person, chat) is may


def test_the_lists_name_everybody_once() -> None:
    rules = AccessRules(owners=frozenset({OWNER}), allowed=frozenset({OWNER, SARA, EVE}))
    who = WhoMay(rules, entered(eve=DENIED, group=ALLOWED))
    assert who.owners == {OWNER}
    assert who.allowed == {SARA, GROUP}
    assert who.denied == {EVE}
