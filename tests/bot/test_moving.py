"""A group becomes a supergroup: its memory and what was allowed stay, and answers find it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from aiogram import Bot
from aiogram.enums import ChatAction

from bot.moving import FRESH_S, Moved
from bot.polling import new_bot, poll
from bot.replies import TelegramReplier
from tests.bot.conftest import QUICKLY, FakeQueue, FakeSleep, Polling, allowing
from tests.bot.test_replies import Sent
from tests.telegram.server import TOKEN, FakeTelegram
from workers.access import Entry, Standing
from workers.jobs import Outbox, Reply
from workers.link import ServerSaidNo
from workers.moves import DictMoves

GROUP, SUPERGROUP = -55, -1_001_234_567_890
HELLO = "@hafez_test_bot hello"
IN_GROUP = {"chat": {"id": GROUP, "type": "group", "title": "a group"}}


@pytest.fixture
def mark() -> Sent:
    return Sent()


def tell_of_the_move(telegram: FakeTelegram) -> None:
    telegram.say(None, **IN_GROUP, migrate_to_chat_id=SUPERGROUP)
    telegram.say(None, chat_id=SUPERGROUP, migrate_from_chat_id=GROUP)


async def test_the_lane_keeps_its_name(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.say(HELLO, **IN_GROUP)
    tell_of_the_move(telegram)
    telegram.say(HELLO, chat_id=SUPERGROUP)
    topic = {"message_thread_id": 42, "is_topic_message": True}
    telegram.say(HELLO, chat_id=SUPERGROUP, **topic)
    telegram.say("/stop", chat_id=SUPERGROUP)
    async with polling():
        await queue.until(lambda: queue.stops)
    assert [turn.chat for turn in queue.turns] == ["-55", "-55", "-55/42"]
    assert queue.stops[0][0] == "-55"


async def test_a_process_that_did_not_see_the_move_knows_it(queue: FakeQueue) -> None:
    moved = Moved(DictMoves({SUPERGROUP: GROUP}))
    assert await moved.lane(str(SUPERGROUP)) == "-55"
    assert await moved.lane(f"{SUPERGROUP}/9") == "-55/9"
    assert await moved.lane("-1001234567899/9") == "-1001234567899/9"
    assert await moved.lane("7/5") == "7/5"


async def test_the_server_is_asked_once_and_until_it_answers(sleep: FakeSleep) -> None:
    class Failing(DictMoves):
        asked = 0

        async def former(self, chat_id: int) -> int | None:
            Failing.asked += 1
            if Failing.asked == 1:
                raise ServerSaidNo("LOADING")
            return await super().former(chat_id)

    moved = Moved(Failing(), sleep)
    for _ in range(3):
        assert await moved.lane(str(SUPERGROUP)) == str(SUPERGROUP)
    assert Failing.asked == 2


async def test_a_move_that_another_process_learns_of_late_is_heard(sleep: FakeSleep) -> None:
    now, moves = [0.0], DictMoves()
    moved = Moved(moves, sleep, clock=lambda: now[0])
    assert await moved.lane(f"{SUPERGROUP}/9") == f"{SUPERGROUP}/9"
    await moves.moved(GROUP, SUPERGROUP)
    assert await moved.lane(f"{SUPERGROUP}/9") == f"{SUPERGROUP}/9"
    now[0] += FRESH_S
    assert await moved.lane(f"{SUPERGROUP}/9") == "-55/9"


async def test_a_refused_send_tells_every_process_of_the_move(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, mark: Sent
) -> None:
    telegram.chats.migrated[GROUP] = SUPERGROUP
    access, moves = allowing(frozenset()), DictMoves()
    await access.enter(GROUP, Entry(Standing.ALLOWED, "friends"))
    async with new_bot(TOKEN, telegram.url, moves) as bot:
        await TelegramReplier(bot).deliver(str(GROUP), Outbox(Reply("one")), mark)
    telegram.say(HELLO, chat_id=SUPERGROUP)
    async with polling(access=access, moves=moves):
        await queue.until(lambda: queue.turns)
    assert [turn.chat for turn in queue.turns] == ["-55"]
    assert (await access.who_may()).entries[SUPERGROUP] == Entry(Standing.ALLOWED, "friends")


async def test_a_move_that_could_not_be_noted_is_noted_with_the_next(
    telegram: FakeTelegram, mark: Sent
) -> None:
    class Failing(DictMoves):
        faults = 1

        async def moved(self, group: int, supergroup: int) -> None:
            if Failing.faults:
                Failing.faults -= 1
                raise ServerSaidNo("LOADING")
            await super().moved(group, supergroup)

    telegram.chats.migrated.update({GROUP: SUPERGROUP, GROUP - 1: SUPERGROUP - 1})
    moves = Failing()
    async with new_bot(TOKEN, telegram.url, moves) as bot:
        for group in (GROUP, GROUP - 1):
            await TelegramReplier(bot).deliver(str(group), Outbox(Reply("one")), mark)
    assert telegram.texts(SUPERGROUP) == ["one"]
    assert moves.known == {SUPERGROUP: GROUP, SUPERGROUP - 1: GROUP - 1}


async def test_a_supergroup_whose_move_nobody_heard_of_is_known_by_its_title(
    telegram: FakeTelegram, queue: FakeQueue
) -> None:
    moves = DictMoves()
    await moves.seen(GROUP - 1, "another group")
    telegram.say(HELLO, **IN_GROUP)
    async with new_bot(TOKEN, telegram.url, moves) as bot:
        access = allowing(frozenset({7}))
        polling = poll(bot, queue, access, moves=moves, polling_timeout_s=5, backoff=QUICKLY)
        task = asyncio.create_task(polling)
        await queue.until(lambda: queue.turns)
        assert moves.titles[GROUP] == "a group"
        telegram.chats.migrated[GROUP] = SUPERGROUP
        for _ in range(2):
            telegram.say(HELLO, chat_id=SUPERGROUP)
        telegram.say(HELLO, chat_id=SUPERGROUP - 1)
        await queue.until(lambda: len(queue.turns) == 4)
        task.cancel()
        await asyncio.wait({task})
    assert [turn.chat for turn in queue.turns] == ["-55", "-55", "-55", str(SUPERGROUP - 1)]
    calls = [int(call.params["chat_id"]) for call in telegram.calls("sendChatAction")]
    assert calls == [GROUP, SUPERGROUP], "asked once, and followed"


async def test_who_might_speak_in_the_group_may_in_the_supergroup(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    access = allowing(frozenset())
    await access.enter(GROUP, Entry(Standing.ALLOWED, "friends"))
    tell_of_the_move(telegram)
    telegram.say(HELLO, chat_id=SUPERGROUP)
    async with polling(access=access):
        await queue.until(lambda: queue.turns)
    assert (await access.who_may()).entries[SUPERGROUP] == Entry(Standing.ALLOWED, "friends")


async def test_an_entry_of_the_supergroup_s_own_is_left(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    access = allowing(frozenset({7}))
    await access.enter(GROUP, Entry(Standing.ALLOWED))
    await access.enter(SUPERGROUP, Entry(Standing.DENIED))
    tell_of_the_move(telegram)
    telegram.say("hello")
    async with polling(access=access):
        await queue.until(lambda: queue.turns)
    assert (await access.who_may()).entries[SUPERGROUP] == Entry(Standing.DENIED)


async def test_an_answer_to_the_group_is_sent_to_the_supergroup(
    telegram: FakeTelegram, bot: Bot
) -> None:
    telegram.chats.migrated[GROUP] = SUPERGROUP
    sent: list[Any] = []

    async def mark_sent(index: int, ids: Sequence[int]) -> None:
        sent.append((index, ids))

    for text in ("one", "two"):
        await TelegramReplier(bot).deliver(str(GROUP), Outbox(Reply(text, reply_to=3)), mark_sent)
    assert telegram.texts(SUPERGROUP) == ["one", "two"]
    assert len(telegram.calls("sendMessage")) == 3, "the second knows of the move"
    await bot.send_chat_action(GROUP, ChatAction.TYPING)
    assert telegram.calls("sendChatAction")[-1].answer == "ok"
