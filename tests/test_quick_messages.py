"""Messages that a person sends as one act, from Telegram to the model, by a clock that only the
tests move: a lane that is leased before it moved has added no time at all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiogram.utils.backoff import BackoffConfig

from bot.polling import new_bot, poll
from memory.store import DictStore
from tests.bot.conftest import allowing
from tests.fakes.language_model import Held, ScriptedModel
from tests.fakes.stage import Stage
from tests.telegram.server import TOKEN, FakeTelegram
from tests.telegram.updates import message
from workers.joining import MOST_JOINED
from workers.local_lanes import LocalLanes

QUICKLY = BackoffConfig(min_delay=0.01, max_delay=0.05, factor=1.5, jitter=0.001)
ORIGIN = {"type": "hidden_user", "sender_user_name": "somebody", "date": 1}
PHOTO = [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]
CHAT = "7"


class Quick:
    """A person at Telegram, the bot, and a worker that takes one turn when told to."""

    def __init__(self, telegram: FakeTelegram) -> None:
        self.telegram = telegram
        self.now_s = 1_000.0
        store = DictStore()
        self.lanes = LocalLanes(store, clock=lambda: self.now_s, most_turns=MOST_JOINED)
        self.stage = Stage(ScriptedModel(*"abcd"), lanes=self.lanes, store=store)

    async def say(self, text: str | None, **details: Any) -> None:
        """Returns when the bot has stored it."""
        update_id = self.telegram.say(text, **details)
        await self.telegram.until(lambda: update_id in self.telegram.updates.confirmed)

    async def is_held(self) -> bool:
        return (await self.lanes.lease("w", 1)).leases == ()

    async def answered(self) -> list[str]:
        """What the model was asked in all, once one more turn was answered."""
        await self.stage.run_one()
        return self.stage.model.questions


@pytest.fixture
async def quick() -> AsyncIterator[Quick]:
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(FakeTelegram())
        bot = await stack.enter_async_context(new_bot(TOKEN, telegram.url))
        quick = Quick(telegram)
        polling = poll(bot, quick.lanes, allowing(), polling_timeout_s=5, backoff=QUICKLY)
        task = asyncio.create_task(polling)
        yield quick
        task.cancel()
        await asyncio.wait({task})


async def test_two_halves_56_ms_apart_are_one_prompt_with_nothing_between(quick: Quick) -> None:
    first = "word " * 818 + "unfin"
    await quick.say(first)
    assert await quick.is_held()
    quick.now_s += 0.056
    await quick.say("ished. What is it about?")
    assert await quick.answered() == [first + "ished. What is it about?"]
    (exchange,) = (await quick.stage.memory(CHAT)).exchanges
    assert [message.role for message in exchange.messages] == ["user", "assistant"]
    assert exchange.message_ids == (1, 2)


async def test_a_long_text_alone_is_answered_after_a_second(quick: Quick) -> None:
    await quick.say("a" * 4_000)
    quick.now_s += 0.99
    assert await quick.is_held()
    quick.now_s += 0.01
    assert await quick.answered() == ["a" * 4_000]


async def test_a_forward_and_its_comment_are_one_turn_and_the_comment_is_answered(
    quick: Quick,
) -> None:
    await quick.say("a long story", forward_origin=ORIGIN)
    assert await quick.is_held()
    quick.now_s += 0.08
    await quick.say("summarise this")
    assert await quick.answered() == ["[forwarded from somebody]\na long story\nsummarise this"]
    (reply,) = quick.stage.replier.replies_to(CHAT)
    assert reply.reply_to == 2


async def test_a_comment_that_comes_before_its_forward_is_read_in_the_order_of_writing(
    quick: Quick,
) -> None:
    await quick.say("a story", forward_origin=ORIGIN, update_id=2_002)
    await quick.say("summarise this", update_id=2_001)
    assert await quick.answered() == ["[forwarded from somebody]\na story\nsummarise this"]


async def test_a_text_right_after_a_photo_is_read_after_it(quick: Quick) -> None:
    await quick.say(None, caption="these are my plants", photo=PHOTO)
    await quick.say("which one is it?")
    assert await quick.answered() == ["these are my plants\nwhich one is it?"]
    (exchange,) = (await quick.stage.memory(CHAT)).exchanges
    assert exchange.message_ids == (1, 2)


@pytest.mark.parametrize(("chat_id", "shown"), [(7, ""), (7, "Please send"), (-100, "")])
async def test_a_comment_that_is_being_answered_is_answered_anew_with_its_forward(
    quick: Quick, chat_id: int, shown: str
) -> None:
    thinking = Held("Please send it.", shown=shown)
    quick.stage.model = ScriptedModel(thinking, "It is about a king.")
    await quick.say("@hafez_test_bot summarise", chat_id=chat_id)
    held = await quick.stage.lease()
    quick.lanes.on_rejoin(lambda chat, fence: held.rejoin())
    answering = asyncio.create_task(quick.stage.answer.run(held))
    await thinking.reached.wait()
    await quick.say("a long story", chat_id=chat_id, forward_origin=ORIGIN)
    await answering
    assert thinking.closed
    assert await quick.is_held(), "another forward may follow"
    quick.now_s += 0.5
    (*_, together) = await quick.answered()
    assert together.endswith("bot summarise\n[forwarded from somebody]\na long story")
    assert quick.stage.replier.texts(str(chat_id)) == ["It is about a king."]
    (exchange,) = (await quick.stage.memory(str(chat_id))).exchanges
    assert exchange.message_ids == (1, 2)


async def test_text_then_text_waits_for_nothing(quick: Quick) -> None:
    await quick.say("first")
    assert await quick.answered() == ["first"]
    await quick.say("second")
    assert await quick.answered() == ["first", "second"]
    assert quick.now_s == 1_000.0


async def test_all_captions_of_an_album_are_one_turn(quick: Quick) -> None:
    album = {"photo": PHOTO, "media_group_id": "9"}
    await quick.say(None, caption="the front", **album)
    await quick.say(None, **album)
    quick.now_s += 0.05
    await quick.say(None, caption="the back", **album)
    assert await quick.is_held()
    quick.now_s += 0.5
    assert await quick.answered() == ["the front\nthe back"]
    (exchange,) = (await quick.stage.memory(CHAT)).exchanges
    assert exchange.message_ids == (1, 3)
    assert [message.text for message in exchange.messages][:2] == ["the front", "the back"]


async def test_an_album_s_only_caption_is_kept(quick: Quick) -> None:
    album = {"photo": PHOTO, "media_group_id": "9"}
    for caption in ({"caption": "which is best?"}, {}, {}):
        await quick.say(None, **caption, **album)
    quick.now_s += 0.5
    assert await quick.answered() == ["which is best?"]


async def test_what_comes_while_the_model_works_waits_for_the_next_turn_together(
    quick: Quick,
) -> None:
    await quick.say("one")
    held = await quick.stage.lease()
    await quick.lanes.open(held.lease)
    for text in ("two", "three", "/new", "four"):
        await quick.say(text)
    await quick.stage.answer.run(held)
    assert await quick.answered() == ["one", "two\nthree"]
    await quick.stage.run_one()
    assert await quick.answered() == ["one", "two\nthree", "four"]


async def test_in_a_group_nobody_s_words_become_another_s(quick: Quick) -> None:
    for user, name in ((7, "Sara"), (8, "Omid"), (8, "Omid")):
        text = f"@hafez_test_bot says {name}"
        await quick.say(text, chat_id=-100, user_id=user, name=name)
    for _ in range(2):
        await quick.stage.run_one()
    exchanges = (await quick.stage.memory("-100")).exchanges
    assert [(e.sender.name, len(e.message_ids)) for e in exchanges] == [("Sara", 1), ("Omid", 2)]


async def test_in_a_group_a_forward_is_joined_with_the_comment_that_mentions_the_bot(
    quick: Quick,
) -> None:
    await quick.say("a long story", chat_id=-100, forward_origin=ORIGIN)
    await quick.say("@hafez_test_bot summarise this", chat_id=-100)
    asked = "Sara: [forwarded from somebody]\na long story\n@hafez_test_bot summarise this"
    assert await quick.answered() == [asked]


async def test_in_a_group_a_long_text_may_mention_the_bot_in_its_second_half(quick: Quick) -> None:
    first = "word " * 818 + "unfin"
    await quick.say(first, chat_id=-100)
    await quick.say("ished. @hafez_test_bot what is it about?", chat_id=-100)
    (asked,) = await quick.answered()
    assert asked == f"Sara: {first}ished. @hafez_test_bot what is it about?"
    await edited(quick, 1, "It is unfin", chat_id=-100)
    (*_, asked) = await quick.answered()
    assert asked == "Sara: It is unfinished. @hafez_test_bot what is it about?"


async def edited(quick: Quick, message_id: int, text: str, **details: Any) -> None:
    """Returns when the bot has stored what the message says now."""
    said = message(text, message_id, edit_date=int(time.time()), **details)
    update_id = quick.telegram.updates.add({"edited_message": said})
    await quick.telegram.until(lambda: update_id in quick.telegram.updates.confirmed)
