"""Only those may talk to the bot whom its owners or the settings let in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from aiogram import Bot

from bot.access import FRESH_S, Access
from bot.polling import poll
from bot.texts import Texts
from bot.texts.access import MOST_SHOWN, who_page
from memory.store import DictStore
from tests.bot.conftest import QUICKLY, FakeQueue, FakeSleep, Polling
from tests.telegram.server import FakeTelegram
from workers.access import AccessRules, Entry, Standing, WhoMay
from workers.link import OutcomeUnknown
from workers.local_access import LocalAccess
from workers.local_lanes import LocalLanes

SAY = Texts().say
OWNER, SARA, EVE = 1, 7, 66
GROUP = -1001
ASKING = "@hafez_test_bot hello"


@dataclass
class Talk:
    telegram: FakeTelegram
    queue: FakeQueue

    async def say(self, text: str | None, user_id: int, chat_id: int = 0, **more: Any) -> None:
        """Returns when it was handled, and what was answered at once has arrived."""
        update_id = self.telegram.say(text, user_id=user_id, chat_id=chat_id or user_id, **more)
        await self.telegram.until(lambda: update_id in self.telegram.updates.confirmed)

    async def told(self, count: int) -> list[str]:
        await self.telegram.until(lambda: len(self.telegram.sent) >= count)
        return self.telegram.texts()

    def taken(self) -> Sequence[str]:
        return self.queue.texts()


@pytest.fixture
def talk(telegram: FakeTelegram, queue: FakeQueue) -> Talk:
    return Talk(telegram, queue)


def owned(**more: Any) -> Access:
    """Nothing is cached, so that what one says holds for the next."""
    rules = AccessRules(owners=frozenset({OWNER}), **more)
    return Access(LocalAccess(), rules, fresh_s=0)


async def test_an_owner_lets_a_person_in_by_id_and_shuts_them_out_again(
    talk: Talk, polling: Polling
) -> None:
    async with polling(access=owned()):
        await talk.say("hello", SARA)
        await talk.told(1)
        await talk.say(f"/allow {SARA}", OWNER)
        await talk.told(2)
        await talk.say("hello again", SARA)
        await talk.say("/deny ۷, -100۷۷۷", OWNER)
        await talk.told(3)
        await talk.say("still there?", SARA)
        sentences = await talk.told(4)
    assert sentences == [
        SAY("refused", "en", id="7"),
        SAY("allow_done", "en", who="7"),
        SAY("deny_done", "en", who="7, -100777"),
        SAY("refused", "en", id="7"),
    ]
    assert talk.taken() == ["hello again"]
    assert [chat for chat, _ in talk.queue.stops] == ["7", "-100777"]


async def test_what_waits_of_somebody_who_is_shut_out_is_not_answered(
    telegram: FakeTelegram, bot: Bot
) -> None:
    lanes, access = LocalLanes(DictStore()), owned(allowed=frozenset({SARA}))
    for person, text in ((SARA, "hello"), (OWNER, f"/deny {SARA}")):
        telegram.say(text, user_id=person, chat_id=person)
    polling = asyncio.create_task(poll(bot, lanes, access, polling_timeout_s=5, backoff=QUICKLY))
    await telegram.until(lambda: SAY("deny_done", "en", who="7") in telegram.texts())
    polling.cancel()
    await asyncio.wait({polling})
    leased = await lanes.lease("w1", 1)
    opened = [await lanes.open(lease) for lease in leased.leases]
    assert [one.turns for one in opened if one.turns] == []


async def test_who_writes_a_message_is_let_in_by_a_reply_to_it(
    talk: Talk, polling: Polling
) -> None:
    access = owned()
    sara = {"id": SARA, "is_bot": False, "first_name": "Sara", "last_name": "Rad"}
    said = {"message_id": 5, "date": 1, "chat": {"id": GROUP, "type": "supergroup"}, "text": "hi"}
    async with polling(access=access):
        await talk.say("/allow", OWNER, GROUP, reply_to_message={**said, "from": sara})
        await talk.say(ASKING, SARA, GROUP)
        assert await talk.told(1) == [SAY("allow_done", "en", who="Sara Rad (7)")]
    assert talk.taken() == [ASKING]
    assert (await access.who_may()).entries == {SARA: Entry(Standing.ALLOWED, "Sara Rad")}


async def test_a_forwarded_message_names_who_wrote_it_first(talk: Talk, polling: Polling) -> None:
    access = owned()
    sara = {"id": SARA, "is_bot": False, "first_name": "Sara"}
    origin = {"type": "user", "date": 1, "sender_user": sara}
    owner = {"id": OWNER, "is_bot": False, "first_name": "Omid"}
    said = {"message_id": 5, "date": 1, "chat": {"id": OWNER, "type": "private"}, "from": owner}
    hidden = {"type": "hidden_user", "date": 1, "sender_user_name": "Nobody"}
    async with polling(access=access):
        await talk.say("/allow", OWNER, reply_to_message={**said, "forward_origin": origin})
        await talk.say("/allow", OWNER, reply_to_message={**said, "forward_origin": hidden})
        sentences = await talk.told(2)
    assert sentences == [SAY("allow_done", "en", who="Sara (7)"), SAY("allow_help", "en")]
    assert (await access.who_may()).allowed == {SARA}


async def test_a_group_opens_by_allow_in_it_while_its_members_private_chats_stay_closed(
    talk: Talk, polling: Polling
) -> None:
    begun = {"message_id": 3, "date": 1, "chat": {"id": GROUP, "type": "supergroup"}}
    topic = {**begun, "forum_topic_created": {"name": "t", "icon_color": 1}}
    talk.telegram.standings[GROUP] = {"status": "creator", "is_anonymous": False}
    async with polling(access=owned()):
        await talk.say(ASKING, SARA, GROUP)
        await talk.told(1)
        in_topic = {"message_thread_id": 3, "is_topic_message": True, "reply_to_message": topic}
        await talk.say("/allow@hafez_test_bot", OWNER, GROUP, **in_topic)
        await talk.told(2)
        await talk.say(ASKING, SARA, GROUP)
        await talk.say("and here?", SARA)
        await talk.told(3)
        await talk.say("/who", OWNER, GROUP)
        await talk.told(4)
        await talk.say("/deny", OWNER, GROUP)
        await talk.told(5)
        await talk.say("@hafez_test_bot and now?", SARA, GROUP)
        sentences = await talk.told(6)
    refused = SAY("refused_group", "en", id="7", group=str(GROUP))
    assert sentences == [
        refused,
        SAY("allow_done", "en", who=f"a group ({GROUP})"),
        SAY("refused", "en", id="7"),
        SAY("who_group_yes", "en"),
        SAY("deny_done", "en", who=f"a group ({GROUP})"),
        refused,
    ]
    assert talk.taken() == [ASKING]


async def test_only_owners_change_or_see_the_lists(talk: Talk, polling: Polling) -> None:
    access = owned(allowed=frozenset({SARA}))
    async with polling(access=access):
        for command in (f"/allow {EVE}", f"/deny {EVE}", "/who"):
            await talk.say(command, SARA)
        await talk.say(f"/allow {EVE}", EVE)
        sentences = await talk.told(4)
    refused = SAY("refused", "en", id="66")
    assert sorted(sentences) == sorted([SAY("access_owner_only", "en")] * 3 + [refused])
    assert (await access.who_may()).entries == {}
    assert talk.taken() == []


async def test_owners_cannot_shut_out_themselves_or_those_of_the_settings(
    talk: Talk, polling: Polling
) -> None:
    access = owned()
    await access.enter(777, Entry(Standing.OWNER, "Omid"))
    async with polling(access=access):
        await talk.say("/deny 777", 777)
        await talk.say("/deny 001", 777)
        await talk.say("/allow 777", OWNER)  # changes nothing: an owner stays one
        await talk.told(3)
        assert (await access.who_may()).owners == {OWNER, 777}
        await talk.say("/deny 777", OWNER)
        sentences = await talk.told(4)
    assert sentences[:2] == [SAY("deny_owner", "en")] * 2
    assert (await access.who_may()).owners == {OWNER}


async def test_a_command_that_names_nobody_says_how(talk: Talk, polling: Polling) -> None:
    async with polling(access=owned()):
        for command in ("/allow", "/allow @sara", "/deny"):
            await talk.say(command, OWNER, language="fa")
        sentences = await talk.told(3)
    assert sorted(sentences) == sorted([SAY("allow_help", "fa")] * 2 + [SAY("deny_help", "fa")])


async def test_open_to_everybody_but_those_who_are_denied(talk: Talk, polling: Polling) -> None:
    access = owned(public=True)
    await access.enter(EVE, Entry(Standing.DENIED))
    async with polling(access=access):
        await talk.say("hello", SARA)
        await talk.say("hello from Eve", EVE)
        assert await talk.told(1) == [SAY("refused", "en", id="66")]
    assert talk.taken() == ["hello"]


async def test_nothing_of_a_refused_person_goes_anywhere(talk: Talk, polling: Polling) -> None:
    """faults.md 110: unknown people's texts and commands cost nothing."""
    async with polling(access=owned()):
        for text in ("hello", "/new", "/stop", "/memory", "/forget all yes", "/start", "/help"):
            await talk.say(text, EVE)
        assert await talk.told(1) == [SAY("refused", "en", id="66")]
    assert (talk.queue.puts, talk.queue.stops) == (0, [])


async def test_a_denial_by_another_process_works_once_the_lists_are_read_again() -> None:
    store, now = LocalAccess(), [0.0]
    await store.enter(SARA, Entry(Standing.ALLOWED))
    here = Access(store, now=lambda: now[0])
    assert (await here.who_may()).may_speak(SARA, SARA)
    await store.enter(SARA, Entry(Standing.DENIED))
    assert (await here.who_may()).may_speak(SARA, SARA)
    now[0] += FRESH_S
    assert not (await here.who_may()).may_speak(SARA, SARA)


async def test_nobody_slips_in_while_the_server_is_away(sleep: FakeSleep) -> None:
    class Away(LocalAccess):
        faults = 3

        async def entries(self) -> dict[int, Entry]:
            if self.faults:
                self.faults -= 1
                raise OutcomeUnknown("x")
            return {SARA: Entry(Standing.DENIED)}

    access = Access(Away(), AccessRules(allowed=frozenset({SARA})), sleep=sleep)
    assert not (await access.who_may()).may_speak(SARA, SARA)
    assert len(sleep.slept) == 3


@pytest.mark.parametrize("language", ["en", "fa", "zh"])
def test_the_list_names_owners_people_groups_and_the_denied(language: str) -> None:
    many = {1000 + n: Entry(Standing.ALLOWED) for n in range(MOST_SHOWN)}
    entries = {
        OWNER: Entry(Standing.OWNER, "Omid"),
        SARA: Entry(Standing.ALLOWED, "Sara\nRad " + "x" * 5000),
        GROUP: Entry(Standing.ALLOWED, "Our shop"),
        EVE: Entry(Standing.DENIED, "Eve"),
    }
    page = who_page(WhoMay(entries={**entries, **many}), language)
    for shown in ("Omid", "Sara Rad", "Our shop", "Eve", "1", "7", "66", str(GROUP)):
        assert shown in page
    assert SAY("who_more", language, more=1) in page
    assert len(page) < 4000


async def test_help_tells_owners_of_their_commands_and_nobody_else(
    talk: Talk, polling: Polling
) -> None:
    async with polling(access=owned(allowed=frozenset({SARA}))):
        await talk.say("/help", SARA)
        (plain,) = await talk.told(1)
        await talk.say("/help", OWNER)
        sentences = await talk.told(2)
    told = next(each for each in sentences if each != plain)
    for name in ("allow", "deny", "who"):
        line = f"/{name} – {SAY(f'command_{name}', 'en')}"
        assert (line in told, line in plain) == (True, False)


HIDDEN = SAY("privacy_mode", "en", username="hafez_test_bot")


async def test_a_group_that_is_let_in_is_told_once_what_is_hidden_there(
    talk: Talk, polling: Polling
) -> None:
    async with polling(access=owned()):
        await talk.say("/allow@hafez_test_bot", OWNER, GROUP)
        await talk.told(2)
        await talk.say("/allow@hafez_test_bot", OWNER, GROUP)
        assert (await talk.told(3)).count(HIDDEN) == 1


@pytest.mark.parametrize("standing", ["creator", None])
async def test_nothing_is_hidden_where_it_is_more_than_a_member_or_that_is_not_told(
    talk: Talk, polling: Polling, standing: str | None
) -> None:
    if standing is None:
        talk.telegram.missing_methods.add("getchatmember")
    else:
        talk.telegram.standings[GROUP] = {"status": standing, "is_anonymous": False}
    async with polling(access=owned()):
        await talk.say("/allow@hafez_test_bot", OWNER, GROUP)
        await talk.say("/allow@hafez_test_bot 7", OWNER, GROUP)
        assert HIDDEN not in await talk.told(2)
