"""/export in Telegram: the files come as documents, once."""

from __future__ import annotations

import json
from collections.abc import Sequence

from aiogram import Bot

from bot.replies import TelegramReplier
from bot.texts import Texts
from memory.conversation import ConversationId, pair
from memory.store import DictStore
from tests.bot.conftest import FakeSleep
from tests.telegram.faults import dropped
from tests.telegram.server import FakeTelegram
from workers.export import Export
from workers.jobs import Notice, Outbox, Reply
from workers.local_lanes import LocalLanes

EXPORTED = Reply(notice=Notice.EXPORTED, language="en")


def replier(bot: Bot) -> TelegramReplier:
    store = DictStore()
    store.append(ConversationId("7"), pair(1, "My id is <A-1>", "Noted."))
    return TelegramReplier(bot, FakeSleep(), export=Export(store, LocalLanes(store)))


async def test_the_page_and_the_json_file_come_as_documents_before_the_word(
    telegram: FakeTelegram, bot: Bot
) -> None:
    marked: dict[int, Sequence[int]] = {}

    async def mark(part: int, message_ids: Sequence[int]) -> None:
        marked[part] = message_ids

    await replier(bot).deliver("7", Outbox(EXPORTED), mark)

    (page, held) = telegram.documents
    assert (page[0], page[1]) == (7, "hafez-7.html")
    assert "My id is &lt;A-1&gt;" in page[2].decode()
    (conversation,) = json.loads(held[2])["conversations"]
    assert conversation["exchanges"][0]["messages"][0]["text"] == "My id is <A-1>"
    assert telegram.texts()[-1] == Texts().say("notice_exported", "en")
    assert len(marked) == 2


async def test_what_was_sent_is_not_sent_again(telegram: FakeTelegram, bot: Bot) -> None:
    telegram.script.add("sendDocument", dropped())
    marked: dict[int, Sequence[int]] = {}

    async def mark(part: int, message_ids: Sequence[int]) -> None:
        marked[part] = message_ids

    await replier(bot).deliver("7", Outbox(EXPORTED, sent={1_000: (5,)}), mark)
    assert [name for _, name, _ in telegram.documents] == ["hafez-7.json"]
