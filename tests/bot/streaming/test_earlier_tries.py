"""A message that an earlier try began, or another worker, is found, taken over or taken back."""

from __future__ import annotations

import pytest

from tests.bot.streaming.chat import GROUP, QUESTION, Chat, begin_in_group, outbox, turn, unmarked
from tests.telegram.faults import dropped
from workers.jobs import Notice, Outbox, Reply
from workers.lanes import LeaseLost
from workers.link import OutcomeUnknown
from workers.placeholders import DictPlaceholders, Placeholder, Placeholders
from workers.replier import DeliveryFailed


async def test_another_process_puts_the_end_into_the_message_that_was_begun(chat: Chat) -> None:
    await begin_in_group(chat)
    chat.replier = chat.new_replier()
    for _ in range(2):  # the second time because it ended before the lane was free
        await chat.pass_time(8)
        await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.texts() == ["the end"]


async def test_another_try_goes_on_in_the_message_that_the_first_began(chat: Chat) -> None:
    await begin_in_group(chat, "first try")
    chat.replier = chat.new_replier()
    async with chat.working(GROUP) as draft:
        await draft.show("second try")
        await chat.pass_time(4)
    assert chat.telegram.texts() == ["second try"]
    notice = Outbox(Reply(notice=Notice.MODEL_UNAVAILABLE, reply_to=QUESTION))
    await chat.pass_time(4)
    await chat.deliver(GROUP, notice)
    assert len(chat.telegram.sent) == 1
    assert "model" in chat.telegram.texts()[0]


@pytest.mark.parametrize("streamed", [True, False])
async def test_what_a_turn_began_and_nobody_ends_is_gone_with_the_next_answer(
    chat: Chat, streamed: bool
) -> None:
    await begin_in_group(chat, "half of what was dropped")
    chat.replier = chat.new_replier()
    later = chat.telegram.chats.new_message_id(-100)
    await chat.pass_time(8)
    if streamed:
        async with chat.working(GROUP, message_id=later) as draft:
            await draft.show("an")
            await chat.pass_time(4)
        assert chat.telegram.texts() == ["an"]
        await chat.pass_time(4)
    await chat.deliver(GROUP, outbox("another", reply_to=later))
    assert chat.telegram.texts() == ["another"]


class Lease:
    def __init__(self) -> None:
        self.lost = False

    def still_ours(self) -> None:
        if self.lost:
            raise LeaseLost


@pytest.mark.parametrize(("where", "method"), [("7", "drafts"), (GROUP, "edits")])
async def test_who_lost_the_lease_shows_nothing_any_more(
    chat: Chat, where: str, method: str
) -> None:
    lease = Lease()
    async with chat.replier.working(turn(where), lease.still_ours) as draft:
        await draft.show("half")
        await chat.pass_time(4)
        lease.lost = True
        shown = len(getattr(chat, method)())
        await chat.new_replier().deliver(where, outbox("the end, by another"), unmarked)
        await draft.show("half and a little more")
        await chat.pass_time(8)
    assert len(getattr(chat, method)()) == shown + (where == GROUP)
    assert chat.telegram.texts() == ["the end, by another"]
    assert chat.telegram.chats.drafts.at((7, 0)) is None


async def test_who_lost_the_lease_while_it_began_a_message_takes_it_back(chat: Chat) -> None:
    lease = Lease()

    def lost_when_asked_again() -> None:
        lease.still_ours()
        lease.lost = True

    async with chat.replier.working(turn(GROUP), lost_when_asked_again) as draft:
        await draft.show("half")
        await chat.pass_time(4)
    assert len(chat.telegram.calls("sendMessage")) == 1
    assert chat.telegram.sent == []


async def test_who_began_a_message_later_than_another_try_takes_it_back(chat: Chat) -> None:
    async with chat.working(GROUP) as draft:
        await chat.until(lambda: chat.telegram.calls("sendChatAction"))
        await chat.placeholders.keep(GROUP, Placeholder(10**6, QUESTION))
        await draft.show("half")
        await chat.pass_time(4)
    assert len(chat.telegram.calls("sendMessage")) == 1
    assert chat.telegram.sent == []


async def test_who_delivers_into_a_message_of_an_earlier_try_finds_the_later_one(
    chat: Chat,
) -> None:
    await begin_in_group(chat)
    later = chat.new_replier()
    await chat.placeholders.keep(GROUP, Placeholder())
    async with later.working(turn(GROUP)) as draft:
        await draft.show("half, by another")
        await chat.pass_time(4)
    with pytest.raises(LeaseLost):
        await chat.deliver(GROUP, outbox("half and half"))
    await chat.pass_time(4)
    await chat.deliver(GROUP, outbox("half and half"))
    assert chat.telegram.texts() == ["half", "half and half"]


async def test_who_gets_a_lane_again_finds_the_message_that_another_began_meanwhile(
    chat: Chat,
) -> None:
    before, again = Lease(), Lease()
    async with chat.replier.working(turn(GROUP), before.still_ours) as draft:
        await draft.show("over before it is begun")
        await chat.pass_time(1)
    other = chat.new_replier()
    async with other.working(turn(GROUP), Lease().still_ours) as draft:
        await draft.show("half, by another")
        await chat.pass_time(4)
    await chat.pass_time(4)
    await chat.replier.deliver(GROUP, outbox("the end"), unmarked, again.still_ours)
    assert chat.telegram.texts() == ["the end"]


class NeverAsked(DictPlaceholders):
    async def of(self, chat: str) -> Placeholder:
        raise AssertionError


async def test_a_reply_of_which_nothing_was_begun_is_delivered_without_asking(chat: Chat) -> None:
    chat.placeholders, lease = NeverAsked(), Lease()
    chat.replier = chat.new_replier()
    async with chat.replier.working(turn("7"), lease.still_ours) as draft:
        await draft.show("half")
        await chat.pass_time(1)
    await chat.replier.deliver("7", outbox("the end"), unmarked, lease.still_ours)
    assert chat.telegram.texts() == ["the end"]


class AwayAtFirst:
    """Takes nothing so many times."""

    def __init__(self, kept: Placeholders) -> None:
        self.kept = kept
        self.away = 0

    async def of(self, chat: str) -> Placeholder:
        self._come_back()
        return await self.kept.of(chat)

    async def keep(self, chat: str, placeholder: Placeholder) -> bool:
        self._come_back()
        return await self.kept.keep(chat, placeholder)

    def _come_back(self) -> None:
        if self.away:
            self.away -= 1
            raise OutcomeUnknown("down")


async def test_a_server_that_is_away_as_a_message_begins_is_told_of_it_later(chat: Chat) -> None:
    chat.placeholders = away = AwayAtFirst(chat.placeholders)
    chat.replier = chat.new_replier()
    async with chat.working(GROUP) as draft:
        await chat.pass_time(1)
        away.away = 1
        await draft.show("half")
        await chat.pass_time(2.5)
        assert await chat.placeholders.of(GROUP) == Placeholder()
        await draft.show("half and")
        await chat.pass_time(4)
    await chat.new_replier().deliver(GROUP, outbox("half and half"), unmarked)
    assert chat.telegram.texts() == ["half and half"]


async def test_no_message_is_begun_while_that_of_an_earlier_try_is_not_known(chat: Chat) -> None:
    await begin_in_group(chat, "first try")
    chat.placeholders = away = AwayAtFirst(chat.placeholders)
    away.away = 2
    chat.replier = chat.new_replier()
    async with chat.working(GROUP) as draft:
        await draft.show("second try")
        await chat.pass_time(3.5)
        assert chat.telegram.texts() == ["first try"]
        await chat.pass_time(8)
    assert chat.telegram.texts() == ["second try"]


async def test_a_server_that_is_away_at_the_end_leaves_one_bubble(chat: Chat) -> None:
    chat.placeholders = away = AwayAtFirst(chat.placeholders)
    chat.replier = chat.new_replier()
    await begin_in_group(chat)
    away.away = 1
    with pytest.raises(DeliveryFailed):
        await chat.deliver(GROUP, outbox("half and half"))
    await chat.deliver(GROUP, outbox("half and half"))
    assert chat.telegram.texts() == ["half and half"]


async def test_a_begin_that_was_not_answered_is_not_tried_again(chat: Chat) -> None:
    chat.telegram.script.add("sendMessage", dropped())
    async with chat.working(GROUP) as draft:
        await draft.show("half")
        await chat.pass_time(4)
        await draft.show("half and more")
        await chat.pass_time(8)
    assert len(chat.telegram.calls("sendMessage")) == 1
    await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.texts() == ["the end"]


class Unreachable(DictPlaceholders):
    async def of(self, chat: str) -> Placeholder:
        raise OutcomeUnknown("down")


async def test_while_it_is_not_known_whether_a_message_was_begun_none_is_sent(chat: Chat) -> None:
    chat.placeholders = Unreachable()
    chat.replier = chat.new_replier()
    with pytest.raises(DeliveryFailed):
        await chat.deliver(GROUP, outbox("the end"))
    assert chat.telegram.sent == []
