"""A user blocks the bot while it answers: Telegram says 403, and the chat's lane is closed."""

from __future__ import annotations

from aiogram import Bot

from bot.replies import TelegramReplier
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from tests.telegram.faults import blocked
from tests.telegram.server import FakeTelegram

SARA, OMID = "7", "8"


async def test_one_who_blocks_costs_nothing_more_and_others_are_answered(
    telegram: FakeTelegram, bot: Bot
) -> None:
    stage = Stage(ScriptedModel("to nobody", "to Omid", "welcome back"))
    stage.replier = TelegramReplier(bot)  # type: ignore[assignment]  # the real one
    telegram.script.add("sendMessage", blocked())
    for text in ("first", "second"):
        await stage.put(text, chat=SARA)
    await stage.run_one()
    await stage.put("hello", chat=OMID)
    await stage.run_one()

    assert telegram.texts(int(OMID)) == ["to Omid"]
    assert await stage.lanes.closed_chats() == {SARA}
    assert (await stage.lanes.lease("w", 9)).leases == ()

    await stage.put("unblocked", chat=SARA)
    await stage.run_one()
    assert telegram.texts(int(SARA)) == ["welcome back"]
    assert stage.model.questions == ["first", "hello", "unblocked"]
