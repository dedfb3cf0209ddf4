"""Whoever started the bot becomes its first owner with the code it printed."""

from __future__ import annotations

import pytest
from aiogram import Bot

from bot.access import Access
from bot.pairing import (
    ALPHABET,
    invitation,
    looks_like_code,
    new_code,
    offer_pairing,
    shown_code,
    typed_code,
)
from bot.texts import Texts
from tests.bot.conftest import FakeQueue, Polling
from tests.bot.test_access import Talk
from tests.telegram.server import FakeTelegram
from workers.access import AccessRules, Entry, Standing
from workers.local_access import MOST_GUESSES, LocalAccess

SAY = Texts().say
OMID, EVE = 7, 66
CODE = "K7QM2XWD"


@pytest.fixture
def talk(telegram: FakeTelegram, queue: FakeQueue) -> Talk:
    return Talk(telegram, queue)


@pytest.fixture
async def access() -> Access:
    """A code is in force already, so that this is the one that is offered."""
    access = Access(LocalAccess(), fresh_s=0)
    await access.offer(CODE)
    return access


@pytest.mark.parametrize("typed", ["/pair K7QM-2XWD", "/pair k7qm 2xwd", f"/start {CODE}"])
async def test_the_code_makes_its_sender_the_owner(
    talk: Talk, polling: Polling, access: Access, typed: str
) -> None:
    async with polling(access=access):
        await talk.say(typed, OMID, name="Omid")
        await talk.told(1)
        await talk.say("now answer me", OMID)
        sentences = await talk.told(1)
    assert sentences == [SAY("pair_paired", "en", name="Omid")]
    assert talk.taken() == ["now answer me"]
    assert (await access.who_may()).entries == {OMID: Entry(Standing.OWNER, "Omid")}


async def test_it_works_once(talk: Talk, polling: Polling, access: Access) -> None:
    async with polling(access=access):
        await talk.say(f"/pair {CODE}", OMID)
        await talk.say(f"/pair {CODE}", EVE)
        await talk.say(f"/pair {CODE}", OMID)
        sentences = await talk.told(3)
    assert sorted(sentences) == sorted(
        [
            SAY("pair_paired", "en", name="Sara"),
            SAY("refused", "en", id="66"),
            SAY("pair_over", "en"),
        ]
    )


async def test_guesses_are_few_and_the_owner_still_gets_in(
    talk: Talk, polling: Polling, access: Access
) -> None:
    async with polling(access=access):
        for guess in range(MOST_GUESSES + 3):
            await talk.say(f"/pair GUESS{guess:03}", EVE)
        await talk.say(f"/pair {CODE}", EVE)
        await talk.told(2)
        await talk.say(f"/pair {CODE}", OMID)
        sentences = await talk.told(3)
    # Each sentence is said to a person once in ten minutes.
    assert sorted(sentences[:2]) == sorted([SAY("pair_wrong", "en"), SAY("pair_too_many", "en")])
    assert (await access.who_may()).owners == {OMID}


async def test_in_a_group_the_code_is_not_looked_at(
    talk: Talk, polling: Polling, access: Access
) -> None:
    async with polling(access=access):
        await talk.say(f"/pair {CODE}", OMID, -1001)
        assert await talk.told(1) == [SAY("pair_in_private", "en")]
    assert (await access.who_may()).owners == frozenset()


async def test_without_an_owner_people_are_told_how_to_become_one(
    talk: Talk, polling: Polling, access: Access
) -> None:
    async with polling(access=access):
        await talk.say("/start", OMID, language="fa")
        assert await talk.told(1) == [SAY("refused_ownerless", "fa", id="7")]
    assert talk.taken() == []


async def test_a_code_is_shown_only_while_there_is_no_owner(bot: Bot) -> None:
    shown: list[str] = []
    named = Access(LocalAccess(), AccessRules(owners=frozenset({OMID})))
    await offer_pairing(bot, named, shown.append)
    assert shown == []

    access = Access(LocalAccess(), fresh_s=0)
    await offer_pairing(bot, access, shown.append)
    await offer_pairing(bot, access, shown.append)
    assert shown[0] == shown[1]
    assert "https://t.me/hafez_test_bot?start=" in shown[0]

    await access.enter(OMID, Entry(Standing.OWNER))
    await offer_pairing(bot, access, shown.append)
    assert len(shown) == 2


def test_codes_can_be_typed_as_they_are_shown() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    for code in codes:
        assert set(code) <= set(ALPHABET)
        assert shown_code(code) in invitation(code, "a_bot")
        assert typed_code(shown_code(code).lower()) == code
        assert looks_like_code(code)
    assert not looks_like_code("ref-12")
    assert not looks_like_code("")
