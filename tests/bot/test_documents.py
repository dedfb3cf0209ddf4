"""/export in Telegram: the files come as documents, once."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from aiogram import Bot

from bot.polling import new_bot
from bot.replies import TelegramReplier
from bot.texts import Texts
from bot.texts.export_page import export_page
from memory.conversation import ConversationId, pair
from memory.store import DictStore
from tests.bot.conftest import FakeSleep
from tests.telegram.clock import MovedClock
from tests.telegram.faults import dropped, flood
from tests.telegram.server import TOKEN, FakeTelegram
from tests.workers.test_worker_on_server import KEYS
from workers.export import Export
from workers.jobs import Notice, Outbox, Reply
from workers.link import OutcomeUnknown
from workers.local_lanes import LocalLanes
from workers.redis_link import RedisLink
from workers.redis_sent_files import RedisSentFiles
from workers.replier import DeliveryFailed
from workers.sent_files import DictSentFiles, SentFiles

SAY = Texts().say

EXPORTED = Reply(notice=Notice.EXPORTED, language="en")


def replier(bot: Bot, sent: SentFiles | None = None) -> TelegramReplier:
    store = DictStore()
    store.append(ConversationId("7"), pair(1, "My id is <A-1>", "Noted."))
    export = Export(store, LocalLanes(store), export_page, sent=sent or DictSentFiles())
    return TelegramReplier(bot, FakeSleep(), export=export)


async def unmarked(part: int, message_ids: Sequence[int]) -> None:
    """Nobody asks."""


def forgotten(notice: Notice = Notice.FORGOTTEN_ALL) -> Outbox:
    return Outbox(Reply(notice=notice, values={"exchanges": 1, "conversations": 1}, language="en"))


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


async def test_the_page_is_in_the_language_of_whom_it_is_sent_to(
    telegram: FakeTelegram, bot: Bot
) -> None:
    persian = Reply(notice=Notice.EXPORTED, language="fa-IR")
    await replier(bot).deliver("7", Outbox(persian), unmarked)
    assert 'lang="fa" dir="rtl"' in telegram.documents[0][2].decode()


async def test_when_all_is_forgotten_the_files_sent_before_are_deleted_and_it_is_said(
    telegram: FakeTelegram, bot: Bot
) -> None:
    sent = DictSentFiles()
    replies = replier(bot, sent)
    await replies.deliver("7", Outbox(EXPORTED), unmarked)
    files = list(await sent.of("7"))

    await replies.deliver("7", forgotten(), unmarked)

    assert len(files) == 2
    assert not {message["message_id"] for message in telegram.sent} & set(files)
    assert SAY("forgotten_files_deleted", "en", files_deleted=2) in telegram.texts()[-1]
    assert await sent.of("7") == ()
    await replies.deliver("7", forgotten(), unmarked)
    assert "export" not in telegram.texts()[-1]


async def test_of_files_that_telegram_does_not_delete_any_more_a_person_is_told() -> None:
    clock = MovedClock()
    async with FakeTelegram(clock=clock) as telegram, new_bot(TOKEN, telegram.url) as bot:
        sent = DictSentFiles()
        replies = replier(bot, sent)
        await replies.deliver("7", Outbox(EXPORTED), unmarked)
        clock.advance(49 * 3600)
        await replies.deliver("7", Outbox(EXPORTED), unmarked)

        await replies.deliver("7", forgotten(), unmarked)

        said = telegram.texts()[-1]
        assert SAY("forgotten_files_deleted", "en", files_deleted=2) in said
        assert SAY("forgotten_files_left", "en", files_left=2) in said
        assert telegram.texts().count("(a document)") == 2


async def test_a_file_that_the_person_deleted_is_not_spoken_of(
    telegram: FakeTelegram, bot: Bot
) -> None:
    sent = DictSentFiles()
    await sent.note("7", 999)
    await replier(bot, sent).deliver("7", forgotten(), unmarked)
    assert "export" not in telegram.texts()[-1]


async def test_floods_are_waited_out_and_after_a_fault_all_of_it_is_tried_again(
    telegram: FakeTelegram, bot: Bot
) -> None:
    sent = DictSentFiles()
    replies = replier(bot, sent)
    await replies.deliver("7", Outbox(EXPORTED), unmarked)
    telegram.script.add("deleteMessage", flood(3))
    telegram.script.add("deleteMessage", dropped())
    with pytest.raises(DeliveryFailed):
        await replies.deliver("7", forgotten(), unmarked)
    before = len(telegram.sent)
    await replies.deliver("7", forgotten(), unmarked)
    assert len(telegram.sent) == before - 1  # two files less, one word more
    assert SAY("forgotten_files_deleted", "en", files_deleted=2) in telegram.texts()[-1]


async def test_who_forgets_one_thing_is_told_of_files_that_may_still_hold_it(
    telegram: FakeTelegram, bot: Bot
) -> None:
    sent = DictSentFiles()
    replies = replier(bot, sent)
    await replies.deliver("7", Outbox(EXPORTED), unmarked)
    await replies.deliver("7", forgotten(Notice.FORGOTTEN), unmarked)
    assert SAY("forgotten_in_files", "en", files_left=2) in telegram.texts()[-1]
    assert len(await sent.of("7")) == 2


async def test_the_server_keeps_which_messages_hold_files(link: RedisLink) -> None:
    sent = RedisSentFiles(link, KEYS)
    for message_id in (5, 6, 6):
        await sent.note("7", message_id)
    assert (await sent.of("7"), await sent.of("8")) == ((6, 5), ())
    await sent.forget("7")
    assert await sent.of("7") == ()


class Away(DictSentFiles):
    """Does not answer at first, although it took what it was told."""

    async def note(self, chat: str, message_id: int) -> None:
        first = message_id not in await self.of(chat)
        await super().note(chat, message_id)
        if first:
            raise OutcomeUnknown


async def test_a_file_is_not_sent_again_because_the_server_was_away_for_a_moment(
    telegram: FakeTelegram, bot: Bot
) -> None:
    sent = Away()
    await replier(bot, sent).deliver("7", Outbox(EXPORTED), unmarked)
    assert len(telegram.documents) == 2
    assert set(await sent.of("7")) == {1, 2}
