"""One turn: answered, remembered, delivered, or given up and told."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from memory.conversation import ConversationId, pair
from tests.fakes.language_model import Held as HeldAnswer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.replier import RecordingReplier
from tests.fakes.stage import ANNA, NOON, Stage, words
from workers.jobs import Command, Notice, Turn
from workers.language_model import (
    Answer,
    ContextTooLong,
    ModelRefused,
    ModelUnavailable,
    OnText,
)
from workers.local_lanes import LocalLanes
from workers.prompt import Part, PromptMessage
from workers.replier import ChatClosed, DeliveryFailed, Undeliverable


async def test_a_turn_is_answered_remembered_and_its_lane_freed() -> None:
    stage = Stage(ScriptedModel("Good morning."))
    await stage.put("Hello", language="en")

    await stage.run_one()

    (reply,) = stage.replier.replies_to("1")
    assert (reply.text, reply.language, reply.reply_to) == ("Good morning.", "en", 101)
    (exchange,) = (await stage.memory()).exchanges
    assert (exchange.number, exchange.user, exchange.assistant) == (1, "Hello", "Good morning.")
    assert exchange.sender == ANNA
    assert exchange.message_ids == (101,)
    assert exchange.reply_ids == (1001,)
    assert (exchange.asked_at, exchange.answered_at) == (NOON, NOON)
    assert (exchange.model, exchange.answer_tokens) == ("scripted", 13)
    assert not exchange.cut
    assert (await stage.lanes.lease("w2", 1)).leases == ()


async def test_the_prompt_holds_policy_memory_and_question_in_this_order() -> None:
    stage = Stage(ScriptedModel("I keep it.", "42"))
    await stage.put("My number is 42")
    await stage.run_one()
    await stage.put("What is my number?")

    await stage.run_one()

    prompt = stage.model.prompts[1]
    assert [m.part for m in prompt] == [Part.POLICY, Part.RECENT, Part.RECENT, Part.QUESTION]
    assert [m.text for m in prompt] == [
        "Be kind.",
        "My number is 42",
        "I keep it.",
        "What is my number?",
    ]


async def test_in_a_group_the_model_is_told_who_writes() -> None:
    stage = Stage()
    await stage.put("Hello", chat="-100/5")

    await stage.run_one()

    assert stage.model.questions == ["Anna: Hello"]


async def test_the_answer_is_shown_while_it_streams() -> None:
    stage = Stage(ScriptedModel("So far"))
    await stage.put("Hello")

    await stage.run_one()

    assert stage.replier.drafts["1"] == ["So far"]


async def test_a_busy_model_is_asked_again_and_order_is_kept() -> None:
    stage = Stage(ScriptedModel(ModelUnavailable("http_503"), "one", "two"))
    await stage.put("first")
    await stage.put("second")

    await stage.run_one()
    waiting = await stage.lanes.lease("w1", 1)
    stage.skip(1.0)
    await stage.run_one()
    await stage.run_one()

    assert waiting.leases == ()
    assert waiting.next_due_ms is not None
    assert stage.model.questions == ["first", "first", "second"]
    assert stage.replier.texts("1") == ["one", "two"]


async def test_the_wait_that_the_server_asked_for_is_kept() -> None:
    stage = Stage(ScriptedModel(ModelUnavailable("http_429", 9.0)))
    await stage.put("Hello")

    await stage.run_one()

    due = (await stage.lanes.lease("w1", 1)).next_due_ms
    assert due is not None
    assert 8_000 < due <= 9_050


async def test_after_its_last_attempt_a_turn_is_dead_and_the_user_told() -> None:
    stage = Stage(ScriptedModel(*[ModelUnavailable("timeout")] * 3), max_attempts=3)
    await stage.put("Hello", language="fa")

    for _ in range(3):
        await stage.run_one()
        stage.skip(100.0)

    (reply,) = stage.replier.replies_to("1")
    assert (reply.notice, reply.language, reply.reply_to) == (
        Notice.MODEL_UNAVAILABLE,
        "fa",
        101,
    )
    (letter,) = await stage.lanes.dead_letters(10)
    assert (letter.reason, letter.attempts) == ("model_unavailable:timeout", 3)
    assert [turn.text for turn in letter.turns] == ["Hello"]
    assert (await stage.memory()).exchanges == ()
    assert (await stage.lanes.lease("w1", 1)).leases == ()


@pytest.mark.parametrize(
    ("faults", "notice", "calls"),
    [
        ([ModelRefused("bad_key")], Notice.MODEL_REFUSED, 1),
        ([ContextTooLong()] * 4, Notice.TOO_LONG, 4),
    ],
)
async def test_what_the_model_will_never_answer_is_said_at_once(
    faults: list[Exception], notice: Notice, calls: int
) -> None:
    stage = Stage(ScriptedModel(*faults))
    await stage.put("Hello")

    await stage.run_one()

    assert [reply.notice for reply in stage.replier.replies_to("1")] == [notice]
    assert len(stage.model.prompts) == calls
    assert (await stage.memory()).exchanges == ()
    assert len(await stage.lanes.dead_letters(10)) == 1


async def test_a_prompt_that_is_too_long_is_asked_again_with_less_memory() -> None:
    stage = Stage(ScriptedModel("a", ContextTooLong(), ContextTooLong(), ContextTooLong(), "fits"))
    await stage.put("one two three")
    await stage.run_one()
    await stage.put("Hello")

    await stage.run_one()

    assert stage.replier.texts("1") == ["a", "fits"]
    assert [m.part for m in stage.model.prompts[1]][1] is Part.RECENT
    assert [m.part for m in stage.model.prompts[-1]] == [Part.POLICY, Part.QUESTION]


class SmallWindow(ScriptedModel):
    """A server that says no to more than 120 words, which nobody told us."""

    refused = 0

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        if sum(words(message.text) for message in prompt) > 120:
            self.refused += 1
            raise ContextTooLong
        return await super().answer(prompt, on_text)


@pytest.mark.parametrize("recipe", ["buffer", "full"])
async def test_a_small_window_is_never_full_for_good(recipe: str) -> None:
    stage = Stage(SmallWindow(), recipe=recipe)
    for number in range(40):
        await stage.put(f"message {number} about gardens and old walls")
        await stage.run_one()
    assert isinstance(stage.model, SmallWindow)
    assert stage.model.refused > 5
    assert [reply.notice for reply in stage.replier.replies_to("1")] == [None] * 40
    assert len((await stage.memory()).exchanges) == 40


async def test_turns_that_waited_for_weeks_are_answered() -> None:
    stage = Stage(retention_days=7)
    for update_id in (1, 2, 3):
        sent_at = NOON - timedelta(days=30)
        turn = Turn("1", update_id, f"question {update_id}", sent_at, message_ids=(update_id,))
        await stage.lanes.put(turn)
    for _ in range(3):
        await stage.run_one()
    assert stage.replier.texts("1") == [f"echo: question {n}" for n in (1, 2, 3)]


async def test_a_fault_of_ours_is_tried_again_then_told(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    stage = Stage(ScriptedModel(KeyError("SECRET words of the user")), max_attempts=1)
    await stage.put("SECRET words of the user")

    await stage.run_one()

    assert [r.notice for r in stage.replier.replies_to("1")] == [Notice.FAILED]
    (letter,) = await stage.lanes.dead_letters(1)
    assert letter.reason == "failed:KeyError"
    printed = capsys.readouterr()
    assert "SECRET" not in caplog.text + printed.out + printed.err


async def test_a_turn_that_was_begun_too_often_is_given_up_without_asking_the_model() -> None:
    stage = Stage(max_attempts=2)
    await stage.put("kills every worker")
    for _ in range(2):
        await stage.lease("a worker that dies")
        stage.skip(16.0)

    await stage.run_one()

    assert stage.model.prompts == []
    assert [r.notice for r in stage.replier.replies_to("1")] == [Notice.FAILED]
    (letter,) = await stage.lanes.dead_letters(1)
    assert letter.reason == "failed:BegunTooOften"


async def test_an_answer_that_takes_too_long_is_tried_again() -> None:
    slow = HeldAnswer("never", shown="some")
    stage = Stage(ScriptedModel(slow), turn_timeout_s=0.05)
    await stage.put("Hello")

    await stage.run_one()

    assert slow.closed
    assert (await stage.memory()).exchanges == ()
    assert (await stage.lanes.lease("w1", 1)).next_due_ms is not None


async def test_after_a_failed_delivery_the_same_words_go_out_and_the_model_is_not_asked() -> None:
    stage = Stage(ScriptedModel("once"), RecordingReplier(DeliveryFailed(), OSError()))
    await stage.put("first")
    await stage.put("second")

    for _ in range(3):
        await stage.run_one()
        stage.skip(60.0)
    await stage.run_one()

    assert [reply.text for _, reply in stage.replier.tried[:3]] == ["once"] * 3
    assert stage.model.questions == ["first", "second"]
    assert stage.replier.texts("1") == ["once", "echo: second"]


async def test_a_delivery_that_must_wait_leaves_its_worker_to_others_until_then() -> None:
    flooded = DeliveryFailed("a long flood", not_before_s=13_938)
    stage = Stage(ScriptedModel("once"), RecordingReplier(flooded))
    await stage.put("first")

    await stage.run_one()

    next_due_ms = (await stage.lanes.lease("w1", 1)).next_due_ms
    assert next_due_ms == pytest.approx(13_938_000, abs=1)
    stage.skip(13_938)
    await stage.run_one()
    assert stage.replier.texts("1") == ["once"]


async def test_a_reply_that_cannot_get_through_is_never_given_up() -> None:
    away = (DeliveryFailed() for _ in range(100))
    stage = Stage(ScriptedModel("once"), RecordingReplier(*away))
    await stage.put("first")

    for _ in range(101):
        await stage.run_one()
        stage.skip(60.0)

    assert stage.replier.texts("1") == ["once"]


@pytest.mark.parametrize("fault", [Undeliverable, KeyError])
async def test_a_reply_that_is_refused_again_and_again_ends_in_a_word_to_its_user(
    fault: type[Exception],
) -> None:
    stage = Stage(ScriptedModel("once"), RecordingReplier(*(fault() for _ in range(10))))
    await stage.put("first")
    await stage.put("second")

    for _ in range(11):
        await stage.run_one()
        stage.skip(60.0)

    told, second = stage.replier.replies_to("1")
    assert (told.notice, second.text) == (Notice.FAILED, "echo: second")


async def test_a_closed_chat_frees_its_lane() -> None:
    stage = Stage(replier=RecordingReplier(ChatClosed()))
    await stage.put("Hello")

    await stage.run_one()

    assert len((await stage.memory()).exchanges) == 1
    leased = await stage.lanes.lease("w1", 1)
    assert (leased.leases, leased.next_due_ms) == ((), None)


async def test_exchanges_past_retention_are_not_recalled_even_before_the_clean_up() -> None:
    stage = Stage(retention_days=30)
    store: Any = stage.store
    old, new = NOON - timedelta(days=31), NOON - timedelta(days=29)
    store.append(ConversationId("1"), pair(1, "old words", "old answer", at=old))
    store.append(ConversationId("1"), pair(2, "new words", "new answer", at=new))
    await stage.put("Hello")

    await stage.run_one()

    shown = " ".join(message.text for message in stage.model.prompts[0])
    assert "old words" not in shown
    assert "new words" in shown
    assert (await stage.memory()).exchanges[-1].number == 3
    assert (await stage.lanes.lease("w1", 1)).tending_due


async def test_no_log_line_holds_what_was_written(capsys: pytest.CaptureFixture[str]) -> None:
    script = ("SECRET answer", ModelUnavailable("http_503"), ContextTooLong(), "SECRET too")
    stage = Stage(ScriptedModel(*script), RecordingReplier(None, OSError("SECRET reply")))
    for _ in range(3):
        await stage.put("SECRET question")

    for _ in range(5):
        await stage.run_one()
        stage.skip(120)

    assert len(stage.replier.delivered) == 3
    printed = capsys.readouterr()
    assert "turn answered" in printed.out + printed.err
    assert "SECRET" not in printed.out + printed.err


async def test_turns_given_together_are_answered_as_one_and_a_command_alone() -> None:
    stage = Stage(ScriptedModel("both", "third"))
    plain: Any = stage.store
    stage.lanes = LocalLanes(plain, most_turns=10)
    for text in ("one", "two"):
        await stage.put(text)
    await stage.put("", command=Command.NEW)
    await stage.put("three")

    for _ in range(3):
        await stage.run_one()

    assert stage.model.questions == ["one\ntwo", "three"]
    first, new, last = stage.replier.replies_to("1")
    assert (first.text, first.reply_to) == ("both", 102)
    assert new.notice is Notice.NEW_STARTED
    assert (last.text, last.reply_to) == ("third", 104)
    (exchange,) = (await stage.memory()).exchanges
    assert exchange.user == "one\ntwo"
    assert exchange.message_ids == (101, 102)
    assert [message.role for message in exchange.messages] == ["user", "user", "assistant"]


@pytest.mark.parametrize(("words_said", "in_loop"), [(10, True), (1000, False)])
async def test_only_short_texts_are_counted_on_the_event_loop(
    words_said: int, in_loop: bool
) -> None:
    counted_on: set[int] = set()

    def count(text: str) -> int:
        counted_on.add(threading.get_ident())
        return words(text)

    stage = Stage(ScriptedModel(*["word " * words_said] * 4), recipe="summary")
    for _ in range(4):
        await stage.put("Hello")
        await replace(stage.answer, count=count).run(await stage.lease())

    assert (threading.get_ident() in counted_on) == in_loop
    assert len((await stage.memory()).exchanges) == 4
