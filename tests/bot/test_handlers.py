"""What people write becomes turns on the queue, whatever happens on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import pytest
from aiogram import Bot

from bot.handlers.commands import MENU
from bot.texts import Texts
from tests.bot.conftest import FakeQueue, Polling
from tests.telegram.faults import Fault, dropped, flood, stalled
from tests.telegram.server import FakeTelegram
from workers.jobs import Command
from workers.lanes import Put, Stopped
from workers.link import ServerSaidNo
from workers.redis_link import OutcomeUnknown

SAY = Texts().say


def grown(things: Sequence[object], beyond: int) -> bool:
    return len(things) > beyond


def asked_again(telegram: FakeTelegram, asked: int) -> bool:
    return len(telegram.calls("getUpdates")) > asked


def confirmed(telegram: FakeTelegram, update_id: int) -> bool:
    return update_id in telegram.updates.confirmed


async def test_a_message_becomes_a_turn(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    update_id = telegram.say("سلام، حالت چطوره؟", name="Sara", language="fa")
    async with polling():
        await queue.until(lambda: queue.turns)
    turn = queue.turns[0]
    assert (turn.chat, turn.update_id, turn.text) == ("7", update_id, "سلام، حالت چطوره؟")
    assert (turn.sender.id, turn.sender.name, turn.language) == ("7", "Sara", "fa")
    assert turn.message_ids == (1,)
    assert turn.command is None
    assert turn.sent_at.tzinfo is not None


async def test_a_caption_is_a_message_too(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    photo = [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]
    telegram.say(None, photo=photo, caption="what is this?")
    async with polling():
        await queue.until(lambda: queue.turns)
    assert queue.texts() == ["what is this?"]


@pytest.mark.parametrize(
    "sent",
    [
        {"photo": [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]},
        {"voice": {"file_id": "f", "file_unique_id": "u", "duration": 3}},
        {"location": {"latitude": 35.7, "longitude": 51.4}},
        {"audio": {"file_id": "f", "file_unique_id": "u", "duration": 900, "file_size": 24 << 20}},
    ],
)
async def test_what_is_not_understood_yet_gets_a_friendly_sentence(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, sent: dict[str, object]
) -> None:
    telegram.say(None, language="fa", **sent)
    async with polling():
        await telegram.until(lambda: telegram.sent)
    assert telegram.texts() == [SAY("not_understood", "fa")]
    assert telegram.calls("getFile") == []
    assert queue.puts == 0


async def test_an_album_is_answered_once(telegram: FakeTelegram, polling: Polling) -> None:
    photo = [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]
    last = [telegram.say(None, photo=photo, media_group_id="9") for _ in range(3)][-1]
    async with polling():
        await telegram.until(lambda: confirmed(telegram, last) and telegram.sent)
    assert telegram.texts() == [SAY("not_understood", "en")]


async def test_joins_pins_bots_and_channels_are_ignored(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    user = {"id": 9, "is_bot": False, "first_name": "New"}
    telegram.say(None, chat_id=-100, new_chat_members=[user])
    telegram.say(None, group_chat_created=True, chat_id=-100)
    robot = {"id": 7, "is_bot": True, "first_name": "Robot"}
    telegram.say("from a robot", **{"from": robot})
    last = telegram.say("from a person")
    async with polling():
        await telegram.until(lambda: confirmed(telegram, last))
    assert queue.texts() == ["from a person"]
    assert telegram.sent == []


async def test_unknown_people_are_refused_before_anything_is_queued(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.say("let me in", chat_id=66, user_id=66)
    telegram.say("/new", chat_id=66, user_id=66)
    last = telegram.say("please", chat_id=66, user_id=66)
    async with polling():
        await telegram.until(lambda: confirmed(telegram, last))
        await telegram.until(lambda: telegram.sent)
    assert telegram.texts() == [SAY("refused", "en", id="66")]
    assert "66" in telegram.texts()[0]
    assert "HAFEZ_ALLOWED_USERS" in telegram.texts()[0]
    assert queue.puts == 0


async def test_with_nobody_allowed_everybody_is_refused(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.say("hello")
    async with polling(allowed=frozenset()):
        await telegram.until(lambda: telegram.sent)
    assert telegram.texts() == [SAY("refused_ownerless", "en", id="7")]
    assert queue.puts == 0


async def test_nothing_is_lost_or_confirmed_while_the_queue_is_away(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    queue.faults.extend([OutcomeUnknown("x"), ServerSaidNo("LOADING"), OutcomeUnknown("x")])
    first, second = telegram.say("one"), telegram.say("two")
    async with polling():
        await queue.until(lambda: queue.puts == 3)
        assert not confirmed(telegram, first)
        await telegram.until(lambda: confirmed(telegram, second))
    assert queue.texts() == ["one", "two"]
    assert telegram.sent == []


async def test_stopping_while_the_queue_is_away_leaves_the_update_for_the_next_start(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    queue.faults.extend([OutcomeUnknown("x")] * 1000)
    update_id = telegram.say("do not lose me")
    async with polling():
        await queue.until(lambda: queue.puts)
    assert not confirmed(telegram, update_id)
    queue.faults.clear()
    async with polling():
        await telegram.until(lambda: confirmed(telegram, update_id))
    assert queue.texts() == ["do not lose me"]


async def test_a_message_sent_while_the_bot_was_down_is_taken_once_over_restarts(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    said = ["while", "you were", "away"]
    last = [telegram.say(text) for text in said][-1]
    for _ in range(5):
        asked = len(telegram.calls("getUpdates"))
        async with polling():
            await telegram.until(partial(asked_again, telegram, asked))
            await telegram.until(lambda: confirmed(telegram, last))
    assert queue.texts() == said
    assert queue.puts == 3


async def test_a_redelivered_update_is_dropped_without_a_word(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.say("once", update_id=50)
    async with polling():
        await queue.until(lambda: queue.turns)
        telegram.say("once", update_id=50)
        await telegram.until(lambda: telegram.updates.confirmed)
        last = telegram.say("twice", update_id=51)
        await telegram.until(lambda: confirmed(telegram, last))
    assert queue.texts() == ["once", "twice"]
    assert telegram.sent == []


async def test_a_full_chat_is_told_once_until_it_is_taken_again(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    full, stored = Put.CHAT_FULL, Put.STORED
    queue.answers.extend([full, full, stored, full, full])
    last = [telegram.say(f"message {n}") for n in range(5)][-1]
    async with polling():
        await telegram.until(lambda: confirmed(telegram, last))
        await telegram.until(lambda: len(telegram.sent) == 2)
    assert telegram.texts() == [SAY("chat_full", "en")] * 2


async def test_a_busy_deployment_says_so(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    queue.answers.append(Put.BUSY)
    telegram.say("hello", language="zh-hans")
    async with polling():
        await telegram.until(lambda: telegram.sent)
    assert telegram.texts() == [SAY("busy", "zh")]


async def test_a_slow_answer_holds_up_nobody(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.script.add("sendMessage", stalled())
    telegram.say("/help")
    last = telegram.say("what I really want to ask")
    async with polling():
        await telegram.until(lambda: confirmed(telegram, last))
        assert queue.texts() == ["what I really want to ask"]
        assert telegram.sent == []
        telegram.release_stalled()


async def test_leaving_does_not_wait_for_a_stalled_answer(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.script.add("sendMessage", stalled())
    telegram.say("/help")
    async with asyncio.timeout(9):
        async with polling() as task:
            await telegram.until(lambda: telegram.calls("sendMessage"))
    assert task.cancelled()


async def test_commands_about_the_conversation_go_through_its_lane(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.say("/new")
    telegram.say("/mode@hafez_test_bot  window")
    telegram.say("/memory")
    async with polling():
        await queue.until(lambda: len(queue.turns) == 3)
    assert [(t.command, t.text) for t in queue.turns] == [
        (Command.NEW, ""),
        (Command.MODE, "window"),
        (Command.MEMORY, ""),
    ]


async def test_start_help_and_unknown_commands_are_answered_at_once(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    async with polling():
        for command in ("/start", "/help", "/dance"):
            answered = len(telegram.sent)
            telegram.say(command, name="Sara")
            await telegram.until(partial(grown, telegram.sent, answered))
    start, help_text, unknown = telegram.texts()
    assert start == SAY("start", "en", name="Sara")
    assert "/memory" in help_text
    assert unknown.startswith(SAY("unknown_command", "en", commands="").strip())
    assert queue.puts == 0


@pytest.mark.parametrize(
    ("stopped", "sentence"),
    [
        (Stopped(True, 2), SAY("stopped_both", "fa", dropped=2)),
        (Stopped(True, 0), SAY("stopped_running", "fa")),
        (Stopped(False, 3), SAY("stopped_waiting", "fa", dropped=3)),
        (Stopped(False, 0), SAY("stopped_nothing", "fa")),
    ],
)
async def test_stop_says_what_happened(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, stopped: Stopped, sentence: str
) -> None:
    queue.stopped = stopped
    update_id = telegram.say("/stop", language="fa")
    async with polling():
        await telegram.until(lambda: telegram.sent)
    assert queue.stops == [("7", update_id)]
    assert telegram.texts() == [sentence]


async def test_in_groups_only_what_is_addressed_to_us_is_taken(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    ours = {
        "message_id": 900,
        "date": 1,
        "chat": {"id": -100, "type": "supergroup", "title": "g"},
        "from": {"id": 123456, "is_bot": True, "first_name": "Hafez"},
        "text": "an answer",
    }
    telegram.say("chatter", chat_id=-100)
    telegram.say("hey @hafez_test_bot, when?", chat_id=-100)
    telegram.say("@other_bot do it", chat_id=-100)
    telegram.say("/new@other_bot", chat_id=-100)
    telegram.say("and you?", chat_id=-100, reply_to_message=ours)
    last = telegram.say("/memory", chat_id=-100)
    async with polling():
        await telegram.until(lambda: confirmed(telegram, last))
    assert queue.texts() == ["hey @hafez_test_bot, when?", "and you?", ""]


@pytest.mark.parametrize("kind", ["group", "supergroup"])
async def test_groups_of_both_kinds_are_heard(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, kind: str
) -> None:
    telegram.say("@hafez_test_bot hello", chat={"id": -100, "type": kind, "title": "g"})
    async with polling():
        await queue.until(lambda: queue.turns)
    assert (queue.turns[0].chat, queue.turns[0].text) == ("-100", "@hafez_test_bot hello")


async def test_topics_have_lanes_of_their_own_and_general_is_the_chat_itself(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    for thread in ({}, {"message_thread_id": 1}, {"message_thread_id": 42}):
        telegram.say("/memory", chat_id=-100, is_topic_message=bool(thread), **thread)
    last = telegram.say("/memory", chat_id=-100, message_thread_id=77)  # a thread, no topic
    async with polling():
        await telegram.until(lambda: confirmed(telegram, last))
    assert [turn.chat for turn in queue.turns] == ["-100", "-100", "-100/42", "-100"]


async def test_a_forwarded_command_is_only_a_text(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    origin = {"type": "hidden_user", "sender_user_name": "somebody", "date": 1}
    telegram.say("/new", forward_origin=origin)
    async with polling():
        await queue.until(lambda: queue.turns)
    assert (queue.turns[0].command, queue.turns[0].text) == (None, "/new")


async def test_a_fault_in_a_handler_is_owned_up_to(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    queue.faults.append(RuntimeError("a fault of ours"))
    telegram.say("hello")
    last = telegram.say("and again")
    async with polling():
        await telegram.until(lambda: confirmed(telegram, last) and telegram.sent)
    assert telegram.texts() == [SAY("not_taken", "en")]
    assert queue.texts() == ["and again"]


async def test_polling_outlives_faults_floods_and_other_pollers(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.script.add("getUpdates", Fault(status=502, description="Bad Gateway"))
    telegram.script.add("getUpdates", dropped())
    telegram.script.add("getUpdates", flood(1))
    telegram.script.add("getUpdates", Fault(status=409, description="Conflict: terminated"))
    telegram.say("still there?")
    async with polling():
        await queue.until(lambda: queue.turns)
    assert queue.texts() == ["still there?"]


async def test_a_stalled_poll_is_given_up(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue, polling: Polling
) -> None:
    bot.session.timeout = 1
    telegram.script.add("getUpdates", stalled())
    telegram.say("hello?")
    async with polling(timeout_s=1):
        await queue.until(lambda: queue.turns)
    assert queue.texts() == ["hello?"]


async def test_an_unreadable_update_does_not_stop_those_behind_it(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.updates.add({"message": {"message_id": "not a number"}})
    telegram.say("behind it")
    async with polling():
        await queue.until(lambda: queue.turns)
        telegram.updates.add({"message": {"chat": "alone and unreadable"}})
        last = telegram.say("and behind that")
        await telegram.until(lambda: confirmed(telegram, last))
    assert queue.texts() == ["behind it", "and behind that"]


async def test_the_command_menu_is_set_in_every_language(
    telegram: FakeTelegram, polling: Polling
) -> None:
    async with polling():
        await telegram.until(lambda: len(telegram.calls("setMyCommands")) == 5)
    codes = [call.params.get("language_code", "") for call in telegram.calls("setMyCommands")]
    assert codes == ["", "fa", "zh", "ru", "ar"]
    for call in telegram.calls("setMyCommands"):
        menu = call.params["commands"]
        code = call.params.get("language_code", "en")
        say = Texts().say
        assert [row["description"] for row in menu] == [
            say(f"command_{name}", code) for name in MENU
        ]


async def test_a_menu_that_is_refused_costs_the_other_languages_nothing(
    telegram: FakeTelegram, polling: Polling
) -> None:
    telegram.script.add("setMyCommands", Fault())
    async with polling():
        await telegram.until(lambda: len(telegram.calls("setMyCommands")) == 5)
        await telegram.until(lambda: telegram.calls("setMyCommands")[-1].applied)
    assert [call.applied for call in telegram.calls("setMyCommands")] == [False, *[True] * 4]


async def test_the_bot_works_without_its_command_menu(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.script.add("setMyCommands", Fault(), times=3)
    telegram.say("hello")
    async with polling():
        await queue.until(lambda: queue.turns)
    assert queue.texts() == ["hello"]
