"""Calls of the model are charged to whom they are for, and not begun where a limit is reached."""

from __future__ import annotations

import asyncio

import pytest

from bot.texts.notices import notice_text
from memory.conversation import ConversationId
from tests.fakes.language_model import Held as HeldAnswer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import ANNA, Stage, words
from workers.jobs import Notice
from workers.language_model import Answer, LanguageModel, ModelUnavailable
from workers.limits import Limits, Most, Reached, Used
from workers.link import OutcomeUnknown
from workers.local_limits import LocalAccounts
from workers.metering import ANSWER_TOKENS, LimitReached, Meter
from workers.prompt import Part, PromptMessage

NOON_S = 1_795_953_600.0  # the stage's noon, 2026-11-29 12:00 UTC
ROOM = ANSWER_TOKENS + 100
PROMPT = (PromptMessage(Part.QUESTION, "user", "how are you"),)


def meter(limits: Limits | None = None, accounts: LocalAccounts | None = None) -> Meter:
    accounts = accounts or LocalAccounts(clock=lambda: NOON_S)
    return Meter(accounts=accounts, limits=limits or Limits(), count=words, hold_s=60)


async def ignored(_: str) -> None:
    """Nobody watches."""


async def test_what_the_provider_says_is_charged_to_the_person_and_the_chat() -> None:
    stage = Stage(ScriptedModel("one two three"))
    stage.meter = meter()
    await stage.put("Hello", chat="-100/5")

    await stage.run_one()

    (exchange,) = (await stage.memory("-100/5")).exchanges
    used = Used(exchange.prompt_tokens + exchange.answer_tokens, messages=1)
    assert used.tokens > 0
    for holder in (ANNA.id, "-100"):
        assert (await stage.meter.accounts.usage(holder)).day == used


async def test_a_private_chat_is_charged_once() -> None:
    stage = Stage(ScriptedModel("one two three"))
    stage.meter = meter()
    await stage.put("Hello", chat=ANNA.id)
    await stage.run_one()
    assert (await stage.meter.accounts.usage(ANNA.id)).month.messages == 1


async def test_whoever_writes_to_a_business_account_spends_of_its_owner_s_tokens_too() -> None:
    stage = Stage(ScriptedModel("one two three", "never said"))
    stage.meter = meter(Limits(of_person=Most(day=ROOM)))
    await stage.put("Hello", chat="7@999")
    await stage.run_one()
    for holder in (ANNA.id, "999"):
        assert (await stage.meter.accounts.usage(holder)).day.messages == 1
    await stage.meter.accounts.settle("999", "", Used(ROOM))
    await stage.put("Hello again", chat="7@999")
    await stage.run_one()
    assert len(stage.model.prompts) == 1


async def test_at_the_limit_the_person_is_told_once_and_the_model_is_not_asked() -> None:
    stage = Stage(ScriptedModel("never", "said"))
    stage.meter = meter(Limits(of_person=Most(day=ROOM)))
    await stage.meter.accounts.settle(ANNA.id, "", Used(ROOM))
    for text in ("first", "second"):
        await stage.put(text, language="en")
        await stage.run_one()

    (reply,) = stage.replier.replies_to("1")
    assert (reply.notice, reply.reply_to) == (Notice.LIMIT_DAY, 101)
    assert dict(reply.values) == {"most": ROOM, "anew": "2026-11-30 00:00"}
    assert "2026-11-30 00:00" in notice_text(reply)
    assert stage.model.prompts == []
    assert (await stage.memory()).exchanges == ()
    assert (await stage.lanes.lease("w", 1)).leases == ()
    assert await stage.lanes.dead_letters(9) == ()


async def test_a_group_s_limit_leaves_its_members_what_they_have() -> None:
    stage = Stage()
    stage.meter = meter(Limits(of_person=Most(day=ROOM), of_chat=Most(month=10)))
    await stage.put("Hello", chat="-100", language="fa")

    await stage.run_one()

    (reply,) = stage.replier.replies_to("-100")
    assert reply.notice is Notice.LIMIT_MONTH
    assert reply.values["anew"] == "2026-12-01 00:00"
    assert "\u2068۲۰۲۶-۱۲-۰۱ ۰۰:۰۰\u2069" in notice_text(reply)
    accounts = stage.meter.accounts
    assert await accounts.reserve(ANNA.id, "other", ROOM, Most(day=ROOM), 1000) is None


async def test_two_chats_of_one_person_cannot_spend_the_same_tokens() -> None:
    held = HeldAnswer("a long answer")
    stage = Stage(ScriptedModel(held))
    stage.meter = meter(Limits(of_person=Most(day=ROOM)))
    await stage.put("Hello", chat="-100")
    await stage.put("Hello", chat="-200")
    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        group.create_task(stage.run_one())
        await held.reached.wait()
        await stage.run_one()
        held.go_on.set()
    assert [reply.notice for reply in stage.replier.replies_to("-200")] == [Notice.LIMIT_DAY]
    assert [reply.text for reply in stage.replier.replies_to("-100")] == ["a long answer"]


async def charged(model: LanguageModel, by: Meter) -> LanguageModel:
    return by.for_answer(model, person="7", chat="7", call="7:1", messages=1)


async def test_a_refused_call_costs_nothing_and_holds_nothing() -> None:
    by = meter(Limits(of_person=Most(day=ROOM)))
    model = await charged(ScriptedModel(ModelUnavailable("http_503"), "fine"), by)
    with pytest.raises(ModelUnavailable):
        await model.answer(PROMPT, ignored)
    assert (await by.accounts.usage("7")).day == Used()
    assert (await model.answer(PROMPT, ignored)).text == "fine"


async def test_a_stopped_answer_costs_its_prompt_and_what_was_heard() -> None:
    by, held = meter(Limits(of_person=Most(day=9999))), HeldAnswer("x", shown="so far heard")
    model = await charged(ScriptedModel(held), by)
    task = asyncio.create_task(model.answer(PROMPT, ignored))
    await held.reached.wait()
    task.cancel()
    await asyncio.wait({task})
    used = (await by.accounts.usage("7")).day
    assert used == Used(await by.tokens_of(PROMPT) + 3)


class Faulty(LocalAccounts):
    """Its first call is never answered, whether it was applied or not."""

    def __init__(self, *, applied: bool) -> None:
        super().__init__(clock=lambda: NOON_S)
        self.applied = applied
        self.faults = {"reserve", "settle"}

    async def reserve(
        self, holder: str, call: str, tokens: int, most: Most, hold_ms: int
    ) -> Reached | None:
        reached = None
        if self.applied or "reserve" not in self.faults:
            reached = await super().reserve(holder, call, tokens, most, hold_ms)
        self._fail("reserve")
        return reached

    async def settle(self, holder: str, call: str, used: Used) -> None:
        if self.applied or "settle" not in self.faults:
            await super().settle(holder, call, used)
        self._fail("settle")

    def _fail(self, what: str) -> None:
        if what in self.faults:
            self.faults.remove(what)
            raise OutcomeUnknown("x")


@pytest.mark.parametrize("applied", [True, False])
async def test_a_lost_answer_of_the_server_charges_once(
    monkeypatch: pytest.MonkeyPatch, *, applied: bool
) -> None:
    monkeypatch.setattr("workers.metering.PAUSE_S", 0)
    by = meter(Limits(of_person=Most(day=ROOM)), Faulty(applied=applied))
    model = await charged(ScriptedModel("fine"), by)
    answer = await model.answer(PROMPT, ignored)
    used = (await by.accounts.usage("7")).day
    assert used == Used(answer.prompt_tokens + answer.answer_tokens, 1)


async def test_what_cannot_be_noted_fails_no_turn() -> None:
    by = meter(accounts=Faulty(applied=False))
    model = await charged(ScriptedModel("fine"), by)
    assert (await model.answer(PROMPT, ignored)).text == "fine"


async def test_summaries_are_charged_to_their_chat_and_never_refused() -> None:
    by = meter(Limits(of_chat=Most(day=1)))
    await by.accounts.settle("-100", "", Used(5))
    model = by.for_summary(ScriptedModel("a summary"), str(ConversationId("-100/5", 1).chat))
    answer: Answer = await model.answer(PROMPT, ignored)
    tokens = answer.prompt_tokens + answer.answer_tokens
    assert (await by.accounts.usage("-100")).day == Used(5 + tokens, 0, tokens)


async def test_a_prompt_that_does_not_fit_what_is_left_is_not_sent() -> None:
    by = meter(Limits(of_person=Most(day=ANSWER_TOKENS)))
    scripted = ScriptedModel("never")
    with pytest.raises(LimitReached):
        await (await charged(scripted, by)).answer(PROMPT, ignored)
    assert scripted.prompts == []
