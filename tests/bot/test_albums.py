"""An album is answered by its words, and asked for some only when it has none."""

from __future__ import annotations

from aiogram import Bot, Dispatcher

from bot.albums import Albums
from bot.at_once import AtOnce
from bot.handlers.messages import Intake, messages_router
from bot.holding import COMPANY_MS
from bot.sending import Sending
from bot.storing import Storing
from bot.texts import Texts
from tests.bot.conftest import FakeQueue, FakeSleep
from tests.telegram.clock import MovedClock
from tests.telegram.server import FakeTelegram

PHOTO = [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]


async def test_an_album_of_which_the_last_item_has_words_is_not_called_wordless(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    clock = MovedClock()
    async with AtOnce(Sending(bot)) as at_once:
        dispatcher = Dispatcher(disable_fsm=True)
        intake = Intake(Storing(queue), at_once, Texts())
        dispatcher.include_router(messages_router(intake, Albums(clock.sleep)))
        for album, captions in (("8", (None, None)), ("9", (None, None, "the back"))):
            for caption in captions:
                words = {} if caption is None else {"caption": caption}
                telegram.say(None, photo=PHOTO, media_group_id=album, **words)
        for update in await bot.get_updates():
            await dispatcher.feed_update(bot, update)
        assert queue.texts() == ["the back"]
        while clock.asleep < 2:
            await FakeSleep()(0)
        assert telegram.sent == []
        clock.advance(COMPANY_MS / 1000)
        await telegram.until(lambda: telegram.sent)
    assert telegram.texts() == [Texts().say("not_understood", "en")]


async def test_only_the_newest_albums_are_remembered(sleep: FakeSleep) -> None:
    albums = Albums(sleep, most=1)
    assert albums.begun("1")
    assert not albums.begun("1")
    albums.captioned("2")
    assert albums.begun("1")
    assert not albums.begun("1")
    assert sleep.slept == []
    assert await albums.stays_wordless("1")
    assert sleep.slept == [COMPANY_MS / 1000]
