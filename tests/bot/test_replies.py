"""Replies reach the chat once, whole and in order, whatever Telegram answers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import pytest
import structlog
from aiogram import Bot
from structlog.testing import capture_logs

from bot.chats import parse_chat
from bot.polling import new_bot
from bot.replies import TelegramReplier, parts_of
from bot.sending import QUICK_RETRIES_S, UNKNOWN_WAIT_S
from bot.texts import Texts
from tests.bot.conftest import FakeSleep
from tests.fakes.stage import Stage
from tests.telegram import judge
from tests.telegram.faults import Fault, bad_request, blocked, dropped, flood, stalled
from tests.telegram.server import TOKEN, FakeTelegram
from tests.workers.test_openai_model import fails, model_at, server
from workers.jobs import Notice, Outbox, Reply
from workers.lanes import LeaseLost
from workers.replier import ChatClosed, DeliveryFailed

SAY = Texts().say
judged = pytest.mark.skipif(not judge.available(), reason=judge.MISSING)


class Sent:
    """Notes what was marked sent."""

    def __init__(self) -> None:
        self.marked: list[tuple[int, tuple[int, ...]]] = []

    async def __call__(self, part: int, message_ids: Sequence[int]) -> None:
        self.marked.append((part, tuple(message_ids)))


@pytest.fixture
def replier(bot: Bot, sleep: FakeSleep) -> TelegramReplier:
    return TelegramReplier(bot, sleep)


@pytest.fixture
def mark() -> Sent:
    return Sent()


def outbox(text: str, **details: object) -> Outbox:
    return Outbox(Reply.from_json({"text": text, **details}))


LONG = "\n\n".join(f"Paragraph {n}: " + "words and more words " * 20 for n in range(30))


async def test_an_answer_arrives_formatted_and_quotes_its_question(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    question = telegram.say("why?") and 1
    box = outbox("It is **bold** and `code`", reply_to=question)
    assert await replier.deliver("7", box, mark) == (2,)
    sent = telegram.calls("sendMessage")[0].params
    assert sent["text"] == "It is bold and code"
    assert [entity["type"] for entity in sent["entities"]] == ["bold", "code"]
    assert sent["reply_parameters"] == {"message_id": 1, "allow_sending_without_reply": True}
    assert sent["link_preview_options"] == {"is_disabled": True}
    assert mark.marked == []


async def test_a_question_that_was_deleted_is_answered_all_the_same(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    await replier.deliver("7", outbox("here", reply_to=999), mark)
    assert telegram.texts() == ["here"]


async def test_a_long_answer_comes_in_parts_in_order_and_only_the_first_quotes(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    last = await replier.deliver("-100/42", outbox(LONG, reply_to=1), mark)
    calls = telegram.calls("sendMessage")
    assert len(calls) > 2
    assert ["reply_parameters" in call.params for call in calls] == [True] + [False] * (
        len(calls) - 1
    )
    assert {call.params["message_thread_id"] for call in calls} == {42}
    ids = [message["message_id"] for message in telegram.sent]
    assert mark.marked == [(part, (id_,)) for part, id_ in enumerate(ids[:-1])]
    assert last == (ids[-1],)
    assert " ".join(telegram.texts()).split() == LONG.split()


@pytest.mark.parametrize("chat", ["7", "7/3", "-100", "-100/42"])
async def test_every_kind_of_chat_gets_the_same_parts(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent, chat: str
) -> None:
    text = LONG[:6_000]
    await replier.deliver(chat, outbox(text), mark)
    assert telegram.texts() == [part.text for part in parts_of(Reply(text=text))]
    assert " ".join(telegram.texts()).split() == text.split()
    threads = {call.params.get("message_thread_id") for call in telegram.calls("sendMessage")}
    assert threads == {parse_chat(chat)[1]}


async def test_a_long_answer_of_code_arrives_whole(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    code = "\n".join(f"    value[{n}] = '<b> & _x_ *{n}*'" for n in range(200))
    assert len(code) > 6_000
    await replier.deliver("7", outbox(f"```py\n{code}\n```"), mark)
    assert "\n".join(telegram.texts()) == code
    for message in telegram.sent:
        (entity,) = message["entities"]
        assert (entity["type"], entity["language"]) == ("pre", "py")


async def test_parts_that_were_marked_sent_are_not_sent_again(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    reply = Reply(text=LONG, reply_to=1)
    await replier.deliver("7", Outbox(reply, {0: (5,), 1: ()}), mark)
    parts = parts_of(reply)
    assert telegram.texts() == [part.text for part in parts[2:]]
    assert "reply_parameters" not in telegram.calls("sendMessage")[0].params


async def test_a_last_part_that_was_marked_sent_is_not_told_again(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    reply = Reply(text=LONG)
    last = len(parts_of(reply)) - 1
    assert await replier.deliver("7", Outbox(reply, {last: (9,)}), mark) == ()
    assert [part for part, _ in mark.marked] == list(range(last))


async def test_a_flood_limit_is_waited_out_as_told(
    telegram: FakeTelegram, replier: TelegramReplier, sleep: FakeSleep, mark: Sent
) -> None:
    telegram.script.add("sendMessage", flood(41))
    await replier.deliver("7", outbox("**finally**"), mark)
    assert sleep.slept == [pytest.approx(41, abs=1)]
    assert telegram.texts() == ["finally"]
    assert telegram.sent[0]["entities"][0]["type"] == "bold"


@pytest.mark.parametrize("seconds", [222, 13_938])
async def test_a_long_flood_is_left_to_the_lane_and_no_earlier_than_told(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent, seconds: int
) -> None:
    telegram.script.add("sendMessage", flood(seconds))
    with pytest.raises(DeliveryFailed) as failed:
        await replier.deliver("7", outbox("later"), mark)
    assert failed.value.not_before_s == seconds
    await replier.deliver("7", outbox("later"), mark)
    assert telegram.texts() == ["later"]


async def test_who_runs_the_bot_is_told_of_a_flood(
    telegram: FakeTelegram,
    replier: TelegramReplier,
    mark: Sent,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.sending.log", structlog.get_logger())
    telegram.script.add("sendMessage", flood(13_938))
    with capture_logs() as lines, pytest.raises(DeliveryFailed):
        await replier.deliver("7", outbox("later"), mark)
    assert [(line["log_level"], line["seconds"]) for line in lines] == [("warning", 13_938)]
    assert "later" not in str(lines)


async def test_a_flood_in_one_topic_holds_its_whole_group(
    telegram: FakeTelegram, replier: TelegramReplier, sleep: FakeSleep, mark: Sent
) -> None:
    telegram.script.add("sendMessage", flood(300))
    with pytest.raises(DeliveryFailed):
        await replier.deliver("-100/42", outbox("one"), mark)
    await replier.deliver("-100/43", outbox("two"), mark)
    assert sleep.slept == [pytest.approx(300, abs=1)]


async def test_a_reply_that_went_to_another_worker_during_a_wait_is_not_sent(
    telegram: FakeTelegram, replier: TelegramReplier, sleep: FakeSleep, mark: Sent
) -> None:
    def still_ours() -> None:
        if sleep.slept:
            raise LeaseLost

    telegram.script.add("sendMessage", flood(30))
    with pytest.raises(LeaseLost):
        await replier.deliver("7", outbox("once"), mark, still_ours)
    assert len(telegram.calls("sendMessage")) == 1
    assert telegram.texts() == []


async def test_waiting_out_a_flood_can_be_cancelled(
    telegram: FakeTelegram, bot: Bot, mark: Sent
) -> None:
    telegram.script.add("sendMessage", flood(50))
    delivery = asyncio.create_task(TelegramReplier(bot).deliver("7", outbox("later"), mark))
    await telegram.until(lambda: any(c.answer != "pending" for c in telegram.log))
    delivery.cancel()
    with pytest.raises(asyncio.CancelledError):
        await delivery
    assert mark.marked == []


async def test_refused_formatting_never_loses_the_answer(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    telegram.script.add("sendMessage", bad_request("can't parse entities: whatever"))
    await replier.deliver("7", outbox("some **bold** words"), mark)
    assert telegram.texts() == ["some bold words"]
    assert telegram.sent[0]["entities"] == []


async def test_a_plain_text_that_telegram_refuses_fails_without_its_text(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    telegram.script.add("sendMessage", bad_request("something new"))
    with pytest.raises(DeliveryFailed) as failed:
        await replier.deliver("7", outbox("a secret"), mark)
    assert "secret" not in str(failed.value)


async def test_too_long_is_a_cue_to_split_smaller(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    telegram.script.add("sendMessage", bad_request("message is too long"))
    text = "words and more words " * 150
    ids = await replier.deliver("7", outbox(text, reply_to=3), mark)
    assert len(telegram.sent) == 2
    assert " ".join(telegram.texts()).split() == text.split()
    assert (len(ids), mark.marked) == (2, [])


async def test_always_too_long_gives_up_in_the_end(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    telegram.script.add("sendMessage", bad_request("message is too long"), times=1000)
    with pytest.raises(DeliveryFailed):
        await replier.deliver("7", outbox("word " * 900), mark)


async def test_server_faults_are_tried_again_and_then_left_to_the_outbox(
    telegram: FakeTelegram, replier: TelegramReplier, sleep: FakeSleep, mark: Sent
) -> None:
    telegram.script.add("sendMessage", Fault(status=502, description="Bad Gateway"), times=3)
    await replier.deliver("7", outbox("hello"), mark)
    assert telegram.texts() == ["hello"]
    assert tuple(sleep.slept) == QUICK_RETRIES_S
    telegram.script.add("sendMessage", Fault(status=500), times=4)
    with pytest.raises(DeliveryFailed):
        await replier.deliver("7", outbox("hello again"), mark)


async def test_a_server_that_cannot_be_reached_fails_delivery(
    telegram: FakeTelegram, replier: TelegramReplier, sleep: FakeSleep, mark: Sent
) -> None:
    await telegram.stop()
    with pytest.raises(DeliveryFailed):
        await replier.deliver("7", outbox("hello"), mark)
    assert tuple(sleep.slept) == QUICK_RETRIES_S


async def test_a_broken_connection_is_tried_again_soon(
    telegram: FakeTelegram, replier: TelegramReplier, sleep: FakeSleep, mark: Sent
) -> None:
    telegram.script.add("sendMessage", dropped())
    await replier.deliver("7", outbox("hello"), mark)
    assert telegram.texts() == ["hello"]
    assert sleep.slept == [QUICK_RETRIES_S[0]]
    telegram.script.add("sendMessage", dropped(), times=4)
    with pytest.raises(DeliveryFailed):
        await replier.deliver("7", outbox("again"), mark)


async def test_an_answer_lost_on_its_way_is_never_a_lost_message(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    telegram.script.add("sendMessage", dropped(applied=True))
    ids = await replier.deliver("7", outbox("hello"), mark)
    assert set(telegram.texts()) == {"hello"}
    assert len(ids) == 1


async def test_an_answer_that_never_comes_means_unknown(
    telegram: FakeTelegram,
    replier: TelegramReplier,
    sleep: FakeSleep,
    mark: Sent,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.sending.ANSWER_TIMEOUT_S", 1)
    telegram.script.add("sendMessage", stalled())
    await replier.deliver("7", outbox("hello"), mark)
    assert telegram.texts() == ["hello"]
    assert sleep.slept == [UNKNOWN_WAIT_S]


async def test_two_answers_that_never_come_leave_the_third_try_to_the_lane(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.sending.ANSWER_TIMEOUT_S", 0.2)
    telegram.script.add("sendMessage", stalled(), times=2)
    with pytest.raises(DeliveryFailed) as failed:
        await replier.deliver("7", outbox("hello"), mark)
    assert failed.value.not_before_s == UNKNOWN_WAIT_S


async def test_what_found_no_connection_was_not_taken_and_is_tried_again_soon(
    sleep: FakeSleep, mark: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.sending.CONNECTED_WITHIN_S", 0.1)
    with full_house() as url:
        async with new_bot(TOKEN, url) as bot:
            with pytest.raises(DeliveryFailed):
                await TelegramReplier(bot, sleep).deliver("7", outbox("hello"), mark)
    assert tuple(sleep.slept) == QUICK_RETRIES_S


@contextmanager
def full_house() -> Iterator[str]:
    """An address where nobody is let in any more: connections are neither taken nor refused."""
    with ExitStack() as stack:
        door = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            guest = stack.enter_context(socket.socket())
            guest.setblocking(False)
            guest.connect_ex(door.getsockname())
        yield f"http://127.0.0.1:{door.getsockname()[1]}"


@pytest.mark.parametrize(
    "fault",
    [
        blocked(),
        Fault(status=403, description="Forbidden: bot was kicked from the supergroup chat"),
        bad_request("chat not found"),
        bad_request("not enough rights to send text messages to the chat"),
    ],
)
async def test_a_closed_chat_is_closed_and_not_tried_again(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent, fault: Fault
) -> None:
    telegram.script.add("sendMessage", fault)
    with pytest.raises(ChatClosed):
        await replier.deliver("7", outbox("**hello**"), mark)
    assert len(telegram.calls("sendMessage")) == 1


async def test_a_lost_topic_in_a_private_chat_falls_back_to_the_chat(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    telegram.missing_threads.add(42)
    await replier.deliver("7/42", outbox("hello"), mark)
    assert telegram.texts() == ["hello"]


async def test_a_question_that_telegram_does_not_find_costs_the_quote_not_the_answer(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    telegram.script.add("sendMessage", bad_request("message to be replied not found"))
    await replier.deliver("-100/42", outbox("hello", reply_to=3), mark)
    assert telegram.texts() == ["hello"]
    assert "reply_parameters" not in telegram.calls("sendMessage")[-1].params


async def test_a_lost_topic_in_a_group_is_never_answered_elsewhere(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    telegram.missing_threads.add(42)
    with pytest.raises(ChatClosed):
        await replier.deliver("-100/42", outbox("hello"), mark)
    assert telegram.sent == []


async def test_a_group_that_became_a_supergroup_gets_its_answer_there(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    moved = Fault(
        status=400,
        description="Bad Request: group chat was upgraded to a supergroup chat",
        parameters={"migrate_to_chat_id": -1009},
    )
    telegram.script.add("sendMessage", moved)
    await replier.deliver("-9", outbox("hello"), mark)
    assert [message["chat"]["id"] for message in telegram.sent] == [-1009]


async def test_a_lost_lease_ends_delivery(telegram: FakeTelegram, replier: TelegramReplier) -> None:
    async def lost(part: int, message_ids: Sequence[int]) -> None:
        raise LeaseLost

    with pytest.raises(LeaseLost):
        await replier.deliver("7", outbox(LONG), lost)
    assert len(telegram.sent) == 1


@pytest.mark.parametrize("text", ["", "   \n ", "\u200b", "\u2800\n"])
async def test_an_answer_with_nothing_to_see_says_so(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent, text: str
) -> None:
    await replier.deliver("7", outbox(text, language="fa-IR"), mark)
    assert telegram.texts() == [SAY("empty_answer", "fa")]


async def test_what_a_model_s_server_says_in_an_error_is_never_shown(
    telegram: FakeTelegram, replier: TelegramReplier
) -> None:
    error = {"message": "invalid_request: `model_[x*y` is **not** _valid", "code": "_[*"}
    async with server(fails(400, error)) as url, model_at(url) as model:
        stage = Stage(model, replier)  # type: ignore[arg-type]  # the real ones
        await stage.put("why?", chat="7", language="fa")
        await stage.run_one()
    assert telegram.texts() == [SAY("notice_model_refused", "fa")]
    assert telegram.calls("sendMessage")[0].answer == "ok"


async def test_a_notice_is_worded_in_the_chats_language(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    box = Outbox(Reply(notice=Notice.NEW_STARTED, values={"conversation": 2}, language="fa"))
    await replier.deliver("7", box, mark)
    assert telegram.texts() == [SAY("notice_new_started", "fa", conversation=2)]
    assert "۲" in telegram.texts()[0]


def test_a_stopped_reply_ends_in_an_ellipsis() -> None:
    assert [part.text for part in parts_of(Reply(text="half of\n", cut=True))] == ["half of …"]


def test_the_same_reply_gives_the_same_parts() -> None:
    text = LONG + "\n```py\nx = 1\n```\n[a](./b) <b> 2*3*4"
    assert parts_of(Reply(text=text)) == parts_of(Reply(text=text))


@judged
async def test_every_part_of_a_dense_answer_is_accepted(
    telegram: FakeTelegram, replier: TelegramReplier, mark: Sent
) -> None:
    await replier.deliver("7", outbox("**b** `c` " * 700), mark)
    assert all(call.answer == "ok" for call in telegram.calls("sendMessage"))
    assert all(len(message["entities"]) <= judge.MOST_ENTITIES for message in telegram.sent)
