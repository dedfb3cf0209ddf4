"""How much of a prompt the model's server knows from the one before it: a long talk with the real
recall and the real prompt, tended as a worker tends it. Servers cache a prompt's beginning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise, takewhile
from zoneinfo import ZoneInfo

import pytest

from memory.conversation import ConversationId, pair
from memory.kind import MemoryOptions, Question
from memory.log import log_of
from memory.recall import recall
from memory.recipes import build_recipe
from memory.store import ChatMemory
from memory.tending import finish, plan_tending
from workers.prompt import Part, PromptMessage, build_prompt, merged, recall_budget

HERE = ConversationId("1")
START = datetime(2026, 11, 29, 8, tzinfo=UTC)
OPTIONS = MemoryOptions(threshold_tokens=300, summary_tokens=120)
MANY_FACTS = replace(OPTIONS, facts_tokens=300)
"""They soon do not fit, and then are chosen for each question."""
PLACES = ("Shiraz", "Oslo", "Kyoto", "Lima", "Porto", "Cairo", "Tabriz", "Lyon")
THINGS = ("kettle", "carpet", "lantern", "bicycle", "teapot", "notebook", "blanket")
TURNS = 60
PROMPT_TOKENS = 4_000
LATELY = "They go through a list of purchases, one after the other, and note what each one costs."


def tokens(text: str) -> int:
    return len(text) // 4


@dataclass(frozen=True)
class Asked:
    """One turn's prompt, and the watermark at that time."""

    prompt: Sequence[PromptMessage]
    watermark: int

    @property
    def stable(self) -> str:
        """What the next prompt should begin with: all before recalled and question."""
        changing = (Part.RECALLED, Part.QUESTION)
        return sent([message for message in self.prompt if message.part not in changing])

    @property
    def whole(self) -> str:
        return sent(self.prompt)


def sent(prompt: Sequence[PromptMessage]) -> str:
    return "".join(f"<{role}>{text}" for role, text in merged(prompt))


def talk(recipe: str, options: MemoryOptions = OPTIONS) -> Iterator[Asked]:
    """What the model is asked turn by turn. A question looks back now and then."""
    memory = ChatMemory(HERE, log_of(()))
    for number in range(1, TURNS + 1):
        thing, place = THINGS[number % 7], PLACES[number % 8]
        text = f"The {thing} from {place}, order HX-{number * 1009}, costs {number * 7} euro."
        if number % 5 == 0:
            text = f"How much was the {THINGS[number % 3]} from {place}?"
        at = START + timedelta(minutes=9 * number)
        question = Question(text, at)
        budget = recall_budget(PROMPT_TOKENS, "Be kind.", text, tokens)
        shown = recall(memory, build_recipe(recipe, options), question, budget)
        prompt = build_prompt("Be kind.", shown, question, zone=ZoneInfo("UTC"))
        yield Asked(prompt, memory.watermark)
        said = pair(number, text, f"Noted: the {thing} of {place} is on the list now.", at=at)
        exchanges = log_of(memory.exchanges).with_next(said)
        memory = tended(replace(memory, exchanges=exchanges, last_number=number), recipe, options)


def tended(memory: ChatMemory, recipe: str, options: MemoryOptions) -> ChatMemory:
    plan = plan_tending(memory, recipe, options, tokens)
    if plan is None:
        return memory
    state = plan.state
    for chunk in plan.chunks:
        state = plan.kind.learn(chunk, state, LATELY, plan.budget)
    found = finish(memory, plan, state)
    return replace(memory, watermark=found.watermark, states={**memory.states, **found.states})


def shared(earlier: Asked, later: Asked) -> float:
    """Share of the earlier prompt with which the later one begins."""
    both = zip(earlier.whole, later.whole, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
    return same / len(earlier.whole)


@pytest.mark.parametrize("recipe", ["full", "summary_buffer", "summary"])
@pytest.mark.parametrize("options", [OPTIONS, MANY_FACTS], ids=["all facts", "some facts"])
def test_between_compactions_a_prompt_begins_with_the_stable_part_of_the_one_before(
    recipe: str, options: MemoryOptions
) -> None:
    turns = list(talk(recipe, options))
    compactions = {turn.watermark for turn in turns} - {0}
    assert len(compactions) >= 4
    for earlier, later in pairwise(turns):
        if earlier.watermark == later.watermark:
            assert later.whole.startswith(earlier.stable)


def test_most_of_a_prompt_is_known_from_the_one_before() -> None:
    turns = list(talk("full"))
    kept = [shared(a, b) for a, b in pairwise(turns) if a.watermark == b.watermark]
    assert sum(kept) / len(kept) > 0.85
    in_all = [shared(a, b) for a, b in pairwise(turns)]
    assert sum(in_all) / len(in_all) > 0.75


def test_facts_that_are_chosen_for_each_question_leave_the_rest_known() -> None:
    turns = list(talk("full", MANY_FACTS))
    kept = [shared(a, b) for a, b in pairwise(turns) if a.watermark == b.watermark]
    assert any(message.kind == "facts" for message in turns[-1].prompt if message.role == "user")
    assert sum(kept) / len(kept) > 0.5


def test_the_policy_is_known_at_a_compaction_too() -> None:
    for earlier, later in pairwise(talk("full")):
        assert later.whole.startswith("<system>Be kind.")
        assert earlier.whole.startswith("<system>Be kind.")
