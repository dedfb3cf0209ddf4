"""One turn: from the open lane to the delivered reply."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial

import structlog

from memory.conversation import ConversationId, Exchange
from memory.derived import derived_before
from memory.store import ChatMemory, MemoryStore
from memory.tending import characters_to_count
from workers.asking import Asked, AskModel, Rejoined, Said, answered_message
from workers.commands import RunCommand
from workers.delivery import DeliverReply
from workers.edit_finishing import again_exchange, again_outcome, as_it_is, corrected_outcome
from workers.edited import Edit, Edited, before, correction, edited
from workers.finishing import limit_notice, outcome_of
from workers.forget_deleted import ForgetDeleted
from workers.forgetting import ForgetCommand
from workers.heard import NOTHING_SAID, heard_again, heard_outcome
from workers.jobs import Command, Outbox, Outcome, Reply, Turn
from workers.joining import by_message
from workers.lanes import Committed, DeadLetters, Failed, LeasedLane, LeaseLost, Opened
from workers.language_model import LanguageModel
from workers.leases import Held
from workers.limits import Reached
from workers.meaning import Meaning
from workers.metering import LimitReached, Meter
from workers.replier import Replier
from workers.retention import retained
from workers.retries import Random, Verdict, judge
from workers.retrying import Retried, given_up, nothing_to_retry, retried
from workers.telemetry import where
from workers.turn_options import TurnOptions, utc_now
from workers.unread import Read, with_bodies

log = structlog.get_logger()

COMMIT_TRIES = 5
MOST_LETTERS = 1_000
"""Newest dead letters among which a question that is asked again is looked for."""
MOST_CHARACTERS_IN_LOOP = 4_000
"""Counting their tokens takes about a millisecond at most."""
MOST_OF_A_CARD_IN_LOOP = 500
"""So does making the card of an exchange of so many."""


@dataclass(frozen=True, kw_only=True)
class AnswerTurn:
    """Answers what is at the head of a leased lane. `count` tells a text's tokens. Without
    `meaning` recall goes by words alone, without `meter` nobody is charged, without `dead` no dead
    letters are forgotten."""

    lane: LeasedLane
    store: MemoryStore
    model: LanguageModel
    replier: Replier
    options: TurnOptions
    count: Callable[[str], int]
    meaning: Meaning | None = None
    meter: Meter | None = None
    dead: DeadLetters | None = None
    random: Random = random.random
    now: Callable[[], datetime] = utc_now

    async def run(self, held: Held) -> None:
        """Do what the lane needs next. Ends without a word when the lease is lost. Being
        cancelled leaves the lane as it is, for whoever holds it next."""
        try:
            opened, held.opened = held.opened, None  # whoever keeps the lease keeps no memory
            if opened is None or held.over:
                opened = await held.surely(lambda: self.lane.open(held.lease))
            if opened.outbox is None and not opened.turns:
                await held.leave(lambda: self.lane.release(held.lease))
                return
            outbox = opened.outbox or await self._work(held, opened)
            if outbox is not None:
                await self._deliver.run(held, outbox)
        except LeaseLost:
            log.info("lease lost")

    async def _work(self, held: Held, opened: Opened) -> Outbox | None:
        """What is to be delivered now; None when the lane was left without a reply."""
        turns = _spoken_to(by_message(opened.turns), opened)
        attempts = held.lease.attempts if opened.attempts is None else opened.attempts
        try:
            if attempts >= self.options.max_attempts:
                raise BegunTooOften
            return await self._answer(held, turns, opened)
        except LeaseLost:
            raise
        except Rejoined:
            log.info("turn begun anew", why="more was sent together with it")
            await held.leave(lambda: self.lane.release(held.lease))
            return None
        except LimitReached as over:
            return await self._limited(held, turns, opened, over.reached)
        except Exception as error:  # noqa: BLE001  # edge of a job; its text may quote the user
            verdict = judge(error, attempts, self.options.max_attempts, random=self.random)
            log.warning(
                "turn failed",
                error=where(type(error), error.__traceback__),
                reason=verdict.reason,
                attempts=attempts + 1,
                retry_in_ms=verdict.retry_in_ms,
            )
        return await self._fail(held, turns, verdict)

    async def _answer(self, held: Held, turns: tuple[Turn, ...], opened: Opened) -> Outbox | None:
        settings = opened.settings
        if turns[0].deleted:
            await self._forget_deleted.run(turns[0], settings, self._read(held))
            await self._done(held, turns)
            return None
        if turns[0].command not in (None, Command.RETRY):
            load, read = partial(self._kept_memory, held, opened), self._read(held)
            outcome = await self._commands.outcome(turns[0], settings, load, read)
            return await self._finish(held, turns, outcome)
        conversation = ConversationId(turns[0].chat, settings.conversation)
        recipe = settings.recipe or self.options.recipe
        asked = Asked(turns, conversation, recipe, settings.persona, settings.model)
        memory = await self._opened_memory(held, opened, conversation)
        if turns[0].command is Command.RETRY:
            return await self._answer_retry(held, asked, memory)
        if turns[0].edited:
            return await self._answer_edit(held, asked, memory)
        if turns[0].heard:
            return await self._keep(held, asked, memory, NOTHING_SAID, heard_outcome)
        return await self._answer_new(held, asked, memory)

    async def _answer_new(self, held: Held, asked: Asked, memory: ChatMemory) -> Outbox | None:
        said = await self._ask.run(held, asked, self._kept(memory), self._read(held))
        return await self._keep(held, asked, memory, said)

    async def _answer_edit(self, held: Held, asked: Asked, memory: ChatMemory) -> Outbox | None:
        """Edits are alone in their answer."""
        (turn,) = asked.turns

        async def look(memory: ChatMemory) -> Edited:
            return edited(turn, memory)

        found = await with_bodies(memory, look, self._read(held))
        log.info("message edited", what=found.what)
        if turn.heard:
            return await self._hear_edit(held, asked, memory, found)
        match found.what:
            case Edit.AGAIN if found.exchange is not None:
                again = replace(asked, turns=found.turns)
                return await self._answer_again(held, again, memory, found.exchange)
            case Edit.ANSWERED if found.exchange is not None:
                outcome = again_outcome(asked, found.exchange)
                return await self._finish(held, asked.turns, outcome)
            case Edit.ANEW:
                return await self._answer_new(held, asked, memory)
            case Edit.CORRECTION:
                corrected = replace(asked, turns=(correction(turn),))
                return await self._keep(held, corrected, memory, Said("", ""), corrected_outcome)
        await self._drop(held, asked.turns)
        return None

    async def _hear_edit(
        self, held: Held, asked: Asked, memory: ChatMemory, found: Edited
    ) -> Outbox | None:
        (turn,) = asked.turns
        if found.what in (Edit.ANEW, Edit.CORRECTION):
            said = turn if found.what is Edit.ANEW else correction(turn)
            heard = replace(asked, turns=(said,))
            return await self._keep(held, heard, memory, NOTHING_SAID, heard_outcome)
        if found.what is Edit.AGAIN and found.exchange is not None:
            new = heard_again(found.exchange, found.turns)
            kept = derived_before(memory, new.number)
            await held.surely(lambda: self.store.replace(asked.conversation, new, kept))
        await self._done(held, asked.turns)
        return None

    async def _answer_retry(self, held: Held, asked: Asked, memory: ChatMemory) -> Outbox | None:
        """A new exchange, beside the old one: replacing that would cost all that was derived."""
        (turn,) = asked.turns
        lost = await self._given_up(turn)

        async def look(memory: ChatMemory) -> Retried | None:
            return retried(turn, memory, lost)

        found = await with_bodies(self._kept(memory), look, self._read(held))
        if found is None:
            return await self._finish(held, asked.turns, nothing_to_retry(asked))
        again = replace(asked, turns=found.turns)
        said = await self._ask.run(held, again, found.memory, self._read(held))
        return await self._keep(held, again, memory, said)

    async def _given_up(self, turn: Turn) -> tuple[Turn, ...]:
        """The question under whose failure a button was pressed."""
        if turn.quoted is None or self.dead is None:
            return ()
        return given_up(turn, await self.dead.dead_letters(MOST_LETTERS))

    async def _answer_again(
        self, held: Held, asked: Asked, memory: ChatMemory, old: Exchange
    ) -> Outbox | None:
        """The exchange is replaced before the lane is told: begun again after a crash, it is
        found as it was answered then."""
        said = await self._ask.run(held, asked, self._kept(before(memory, old)), self._read(held))
        if said is not None:
            new = again_exchange(asked, old, said, self.now())
            kept = derived_before(memory, new.number)
            if await held.surely(lambda: self.store.replace(asked.conversation, new, kept)):
                outcome = again_outcome(asked, new)
                return await self._finish(held, asked.turns[:1], outcome)
        await self._drop(held, asked.turns[:1])
        return None

    async def _memory(self, held: Held, conversation: ConversationId) -> ChatMemory:
        return await held.surely(lambda: self.store.load(conversation))

    def _read(self, held: Held) -> Read:
        async def read(memory: ChatMemory, numbers: Sequence[int]) -> ChatMemory:
            return await held.surely(lambda: self.store.read(memory, numbers))

        return read

    async def _opened_memory(
        self, held: Held, opened: Opened, conversation: ConversationId
    ) -> ChatMemory:
        """As it came along with the lane, if it did."""
        memory = opened.memory
        if memory is not None and memory.conversation == conversation:
            return memory
        return await self._memory(held, conversation)

    async def _kept_memory(
        self, held: Held, opened: Opened, conversation: ConversationId
    ) -> ChatMemory:
        return self._kept(await self._opened_memory(held, opened, conversation))

    def _kept(self, memory: ChatMemory) -> ChatMemory:
        return retained(memory, self.options.retention_days, self.now())

    async def _keep(
        self,
        held: Held,
        asked: Asked,
        memory: ChatMemory,
        said: Said | None,
        as_what: Callable[[Outcome], Outcome] = as_it_is,
    ) -> Outbox | None:
        """Commit what was said; when somebody else used the exchange's number, with the next
        one. The model is not asked again for it."""
        for _ in range(COMMIT_TRIES):
            if said is None:
                await self._drop(held, _taken(asked.turns))
                return None
            outcome = as_what(await self._outcome(held, asked, memory, said))
            committed = await self._commit(held, _taken(asked.turns), outcome)
            if committed is Committed.CONFLICT:
                memory = await self._memory(held, asked.conversation)
            elif committed is Committed.CANCELLED:
                said = said.cut_off()
            else:
                return await self._committed(held, committed, outcome)
        raise NotCommitted

    async def _outcome(self, held: Held, asked: Asked, memory: ChatMemory, said: Said) -> Outcome:
        """Long texts are counted off the event loop. Going there costs more than a short one."""
        now, own = self.now(), len(asked.text) + len(said.text)

        async def outcome(memory: ChatMemory) -> Outcome:
            work = partial(
                outcome_of, asked, memory, said, now=now, options=self.options, count=self.count
            )
            count = own + characters_to_count(memory, asked.recipe, MOST_CHARACTERS_IN_LOOP)
            if own <= MOST_OF_A_CARD_IN_LOOP and count <= MOST_CHARACTERS_IN_LOOP:
                return work()
            return await asyncio.to_thread(work)

        return await with_bodies(memory, outcome, self._read(held))

    async def _finish(self, held: Held, turns: tuple[Turn, ...], outcome: Outcome) -> Outbox | None:
        committed = await self._commit(held, turns, outcome)
        if committed is Committed.CANCELLED:
            await self._drop(held, turns)
            return None
        return await self._committed(held, committed, outcome)

    async def _commit(self, held: Held, turns: tuple[Turn, ...], outcome: Outcome) -> Committed:
        return await held.surely(lambda: self.lane.commit(held.lease, turns, outcome))

    async def _committed(self, held: Held, committed: Committed, outcome: Outcome) -> Outbox:
        reply, followed = outcome.reply, committed is Committed.FOLLOWED
        if followed or committed is Committed.OK:
            log.info("turn answered", notice=reply.notice, cut=reply.cut)
            return Outbox(reply, apart=followed or outcome.apart or held.apart)
        if committed is not Committed.ALREADY:
            raise LeaseLost
        opened = await held.surely(lambda: self.lane.open(held.lease))
        return opened.outbox or Outbox(reply)

    async def _limited(
        self, held: Held, turns: tuple[Turn, ...], opened: Opened, reached: Reached
    ) -> Outbox | None:
        """Said once; what comes after it in the same period is dropped without a word."""
        log.info("limit reached", period=reached.period, told=reached.tell)
        if not reached.tell:
            await held.leave(lambda: self.lane.drop(held.lease, turns))
            return None
        notice = limit_notice(turns, reached, now=self.now(), zone=self.options.zone)
        conversation = ConversationId(turns[0].chat, opened.settings.conversation)
        return await self._finish(held, turns, Outcome(reply=notice, conversation=conversation))

    async def _drop(self, held: Held, turns: tuple[Turn, ...]) -> None:
        log.info("turn stopped before anything was shown")
        await held.leave(lambda: self.lane.drop(held.lease, turns))

    async def _done(self, held: Held, turns: tuple[Turn, ...]) -> None:
        """There is nothing to say."""
        await held.leave(lambda: self.lane.drop(held.lease, turns))

    async def _fail(self, held: Held, turns: tuple[Turn, ...], verdict: Verdict) -> Outbox | None:
        notice = Reply(
            notice=verdict.notice, language=turns[-1].language, reply_to=answered_message(turns)
        )
        if turns[0].heard or turns[0].deleted:  # nobody waits for an answer
            notice = Reply()
        call = held.surely if verdict.retry_in_ms is None else held.leave
        failed = await call(
            lambda: self.lane.fail(held.lease, turns, verdict.reason, verdict.retry_in_ms, notice)
        )
        if failed is Failed.STALE:
            raise LeaseLost
        return Outbox(notice) if failed is Failed.DEAD else None

    @cached_property
    def _ask(self) -> AskModel:
        return AskModel(
            model=self.model,
            replier=self.replier,
            options=self.options,
            count=self.count,
            meaning=self.meaning,
            meter=self.meter,
        )

    @cached_property
    def _forget_deleted(self) -> ForgetDeleted:
        return ForgetDeleted(store=self.store, dead=self.dead)

    @cached_property
    def _deliver(self) -> DeliverReply:
        return DeliverReply(lane=self.lane, replier=self.replier, random=self.random)

    @cached_property
    def _commands(self) -> RunCommand:
        forget = ForgetCommand(store=self.store, dead=self.dead)
        return RunCommand(options=self.options, count=self.count, forget=forget)


def _taken(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Those on the lane: a question that is asked again may be of several, for one turn there."""
    return tuple({turn.update_id: turn for turn in turns}.values())


def _spoken_to(turns: tuple[Turn, ...], opened: Opened) -> tuple[Turn, ...]:
    """In the chat's language, if it chose one. Who chooses one is answered in the new one."""
    language = opened.settings.language
    if not language or not turns or turns[0].command is Command.LANG:
        return turns
    return tuple(replace(turn, language=language) for turn in turns)


class BegunTooOften(Exception):
    """Nobody came to the end of this turn, most likely because it ends its workers."""


class NotCommitted(Exception):
    """The conversation's number moved on at every try to commit."""
