"""States of recipes without a summary are stored when much of a long log is in none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory.conversation import ConversationId
from memory.facts.known_ledger import absorb_all
from memory.kept_states import kept_states, states_lag
from memory.kind import MemoryOptions, state_from
from memory.log import Log
from memory.rebuilding import state_for
from memory.recipes import build_recipe
from memory.store import ChatMemory
from memory.tending import needs_tending, plan_tending
from tests.memory.chats import chat

RECIPE = "facts,graph,profile,sequence,adaptive,window"
OPTIONS = MemoryOptions()


def talk(length: int) -> ChatMemory:
    return ChatMemory(ConversationId("1"), chat(length), length)


@pytest.mark.parametrize(
    ("recipe", "length", "lags"),
    [
        ("graph,window", 499, False),
        ("graph,window", 500, True),
        ("facts,window", 500, True),
        ("facts,summary,graph,window", 500, False),
        ("knn", 500, False),
        ("no_such_kind,window", 500, False),
    ],
)
def test_long_logs_lag_where_a_kind_keeps_a_state_and_no_summary_stores_it(
    recipe: str, length: int, lags: bool
) -> None:
    assert states_lag(talk(length), recipe) is lags


def test_what_is_stored_goes_on_where_it_ends_and_is_not_wanted_again_for_a_quarter() -> None:
    before, after = talk(600), talk(1101)
    assert needs_tending(before, RECIPE, OPTIONS, len)
    assert plan_tending(before, RECIPE, OPTIONS, len) is None

    kept = kept_states(before, RECIPE, OPTIONS)

    assert kept is not None
    assert kept.watermark == 0
    assert kept_states(replace(talk(1099), states=kept.states), RECIPE, OPTIONS) is None
    assert states_lag(replace(after, states=kept.states), RECIPE)
    newest = {each.number: each for each in after.exchanges[600:]}
    later = replace(after, exchanges=Log(range(1, 1102), newest), states=kept.states)
    for kind in build_recipe(RECIPE, OPTIONS).kinds[1:]:
        assert state_for(later, kind) == state_from(kind, after.exchanges)
    facts = absorb_all(kept.states["facts"]["state"], later.exchanges)
    assert facts == absorb_all({}, after.exchanges)
