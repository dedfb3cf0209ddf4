"""The comment on a forward is found again as the forward comes."""

from __future__ import annotations

from bot.companions import Companions
from tests.bot.conftest import FakeQueue, Polling
from tests.bot.test_addressing import LONG, ORIGIN, said
from tests.telegram.server import FakeTelegram

STORY = said("a story", date=101, forward_origin=ORIGIN)


def test_the_text_that_the_same_person_sent_a_second_before_is_its_comment() -> None:
    companions = Companions(most=1)
    assert companions.comment_on(STORY, 1) is None
    assert companions.comment_on(said("summarise this", date=100), 2) is None
    assert companions.comment_on(STORY, 3) == 2
    assert companions.comment_on(STORY, 4) == 2
    late = said("late", date=102, forward_origin=ORIGIN)
    another_s = said("another's", date=100, forward_origin=ORIGIN, user_id=8)
    for message in (late, another_s, said(LONG, date=100)):
        assert companions.comment_on(message, 5) is None
    companions.comment_on(said("theirs", date=100, user_id=8), 6)
    assert companions.comment_on(STORY, 7) is None


async def test_whoever_answers_it_is_told(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    comment = telegram.say("summarise this")
    forward = telegram.say("a story", forward_origin=ORIGIN)
    async with polling():
        await queue.until(lambda: len(queue.turns) == 2)
    assert queue.rejoined == [("7", comment, forward)]
