"""The Stop button from end to end: the model's stream is closed, what was seen stays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.polling import new_bot, poll
from bot.replies import TelegramReplier
from tests.bot.conftest import QUICKLY, allowing
from tests.fakes.language_model import Held, ScriptedModel
from tests.fakes.stage import Stage
from tests.telegram.server import TOKEN, FakeTelegram


class Chat:
    def __init__(self, telegram: FakeTelegram, stage: Stage) -> None:
        self.telegram = telegram
        self.stage = stage

    async def memory(self) -> list[tuple[str, bool]]:
        exchanges = (await self.stage.memory("7")).exchanges
        return [(exchange.assistant, exchange.cut) for exchange in exchanges]


@asynccontextmanager
async def chatting(model: ScriptedModel) -> AsyncIterator[Chat]:
    async with FakeTelegram() as telegram, new_bot(TOKEN, telegram.url) as bot:
        stage = Stage(model, replier=TelegramReplier(bot))  # type: ignore[arg-type]  # the real one
        worker = stage.worker()
        async with asyncio.TaskGroup() as group:
            working = group.create_task(worker.run())
            polling = group.create_task(
                poll(bot, stage.lanes, allowing(), polling_timeout_s=5, backoff=QUICKLY)
            )
            try:
                yield Chat(telegram, stage)
            finally:
                polling.cancel()
                worker.drain()
                await asyncio.wait({working})


async def test_the_text_so_far_is_delivered_marked_and_remembered() -> None:
    answer = Held("half of it and the rest", shown="half of it")
    async with chatting(ScriptedModel(answer, "another answer")) as chat:
        chat.telegram.say("tell me all")
        await answer.reached.wait()
        await chat.telegram.until(lambda: chat.telegram.chats.drafts.at((7, 0)) is not None)
        chat.telegram.people.stop()
        await chat.telegram.until(lambda: chat.telegram.texts() == ["half of it …"])
        assert answer.closed
        assert chat.telegram.chats.drafts.at((7, 0)) is None
        chat.telegram.say("and now?")
        await chat.telegram.until(lambda: len(chat.telegram.sent) == 2)
        assert await chat.memory() == [("half of it", True), ("another answer", False)]


async def test_before_anything_was_shown_nothing_is_said_or_stored() -> None:
    answer = Held("the answer")
    async with chatting(ScriptedModel(answer, "another answer")) as chat:
        chat.telegram.say("tell me all")
        await answer.reached.wait()
        await chat.telegram.until(lambda: chat.telegram.chats.drafts.at((7, 0)) is not None)
        chat.telegram.people.stop()
        await answer.ended.wait()
        chat.telegram.say("and now?")
        await chat.telegram.until(lambda: chat.telegram.sent)
        assert chat.telegram.texts() == ["another answer"]
        assert await chat.memory() == [("another answer", False)]


async def test_a_press_that_comes_late_does_not_stop_the_next_answer() -> None:
    first, second = Held("one", shown="on"), Held("two, all of it", shown="two")
    async with chatting(ScriptedModel(first, second)) as chat:
        chat.telegram.say("first")
        await chat.telegram.until(lambda: chat.telegram.chats.drafts.at((7, 0)) is not None)
        late = chat.telegram.chats.drafts.at((7, 0))
        assert late is not None
        await first.reached.wait()
        first.go_on.set()
        await chat.telegram.until(lambda: chat.telegram.texts() == ["one"])
        chat.telegram.say("second")
        await second.reached.wait()
        stopped = {"chat": {"id": 7, "type": "private"}, "draft_id": late.draft_id}
        last = chat.telegram.updates.add({"stopped_message_generation": stopped})
        await chat.telegram.until(lambda: last in chat.telegram.updates.confirmed)
        second.go_on.set()
        await chat.telegram.until(lambda: len(chat.telegram.sent) == 2)
        assert chat.telegram.texts() == ["one", "two, all of it"]
