"""How a recipe's kinds share one budget."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation import ConversationId, Exchange, pair
from memory.kind import Kind, State
from memory.kinds.buffer import Buffer
from memory.kinds.nearest import Nearest
from memory.kinds.window import Window
from memory.log import READ_AHEAD, Log, Unread, log_of
from memory.rebuilding import state_for
from memory.recall import Context, Recall, past_watermark, recall
from memory.recipes import Recipe
from memory.store import ChatMemory
from tests.memory.chats import NOW, chat, numbers, question, room
from tests.memory.kinds_for_tests import Everything, Ledger, Prose, prose_states

CHAT = ConversationId("123")
SIZE = room().cost(chat(1)[0])


def recipe(*kinds: Kind) -> Recipe:
    return Recipe("test", kinds)


def memory(
    exchanges: Sequence[Exchange],
    watermark: int = 0,
    states: Mapping[str, Mapping[str, Any]] | None = None,
) -> ChatMemory:
    last = exchanges[-1].number if exchanges else 0
    kept = exchanges if isinstance(exchanges, Log) else tuple(exchanges)
    return ChatMemory(CHAT, kept, last, watermark, 1, states or {})


def recalled_numbers(shown: Recall) -> list[int]:
    return [pick.exchange.number for pick in shown.recalled]


def test_everything_past_the_watermark_is_shown_and_the_window_is_only_the_least() -> None:
    told = memory(chat(9), watermark=4, states=prose_states("so far"))
    shown = recall(told, recipe(Prose(), Window(2)), question(), room())
    assert numbers(shown.recent) == [5, 6, 7, 8, 9]

    told = memory(chat(9), watermark=8, states=prose_states("so far"))
    shown = recall(told, recipe(Prose(), Window(7)), question(), room())
    assert numbers(shown.recent) == [3, 4, 5, 6, 7, 8, 9]


def test_what_the_window_showed_when_the_watermark_moved_stays_until_it_moves_again() -> None:
    kinds = Recipe("test", (Prose(), Window(5)), keep_recent=2)
    for length in range(9, 15):
        told = memory(chat(length), watermark=7, states=prose_states("so far"))
        shown = recall(told, kinds, question(), room())
        assert numbers(shown.recent) == list(range(5, length + 1))
    told = memory(chat(15), watermark=12, states=prose_states("farther"))
    shown = recall(told, kinds, question(), room())
    assert numbers(shown.recent) == list(range(10, 16))


def test_without_a_recent_kind_exactly_what_is_past_the_watermark_is_shown() -> None:
    told = memory(chat(9), watermark=7, states=prose_states("so far"))
    shown = recall(told, recipe(Ledger(), Prose()), question(), room())
    assert numbers(shown.recent) == [8, 9]
    assert shown.context == (Context("ledger", "1 2 3 4 5 6 7"), Context("prose", "so far"))


@pytest.mark.parametrize(
    "states", [prose_states("old", version=2), {}], ids=["other version", "none"]
)
def test_a_summary_that_cannot_be_read_covers_nothing(states: Any) -> None:
    told = memory(chat(9), watermark=7, states=states)
    shown = recall(told, recipe(Prose(), Window(2)), question(), room())
    assert (numbers(shown.recent), shown.context) == ([1, 2, 3, 4, 5, 6, 7, 8, 9], ())


def test_a_watermark_past_the_end_hides_nothing() -> None:
    told = memory(chat(9), watermark=50, states=prose_states("so far"))
    assert len(past_watermark(told, recipe(Prose()))) == 9
    assert len(recall(told, recipe(Prose()), question(), room()).recent) == 9


def test_recipes_without_a_summary_ignore_the_watermark() -> None:
    told = memory(chat(9), watermark=2, states=prose_states("so far"))
    assert numbers(recall(told, recipe(Window(3)), question(), room()).recent) == [7, 8, 9]


def test_a_window_of_none_leaves_all_to_be_recalled() -> None:
    shown = recall(memory(chat(4)), recipe(Everything(), Window(0)), question(), room())
    assert (shown.recent, recalled_numbers(shown)) == ((), [1, 2, 3, 4])


def test_what_is_recalled_comes_oldest_first_and_is_not_among_the_recent() -> None:
    said = ("my order", "tea", "my order no", "my order number")
    told = memory(
        tuple(pair(n, text, "a", at=NOW + timedelta(days=n)) for n, text in enumerate(said, 1))
    )
    shown = recall(told, recipe(Nearest(3), Window(1)), question("my order number"), room())
    assert (recalled_numbers(shown), numbers(shown.recent)) == ([1, 3], [4])


def test_an_exchange_is_injected_once_however_many_kinds_recall_it() -> None:
    kinds = recipe(Nearest(2), Everything(), Window(1))
    shown = recall(memory(chat(6)), kinds, question("question 002"), room())
    assert recalled_numbers(shown) == [1, 2, 3, 4, 5]
    assert shown.tokens == 6 * SIZE


def test_newest_first_when_what_is_past_the_watermark_does_not_fit() -> None:
    shown = recall(memory(chat(9)), recipe(Prose(), Window(2)), question(), room(3 * SIZE + 1))
    assert numbers(shown.recent) == [7, 8, 9]


def test_room_that_the_others_do_not_need_goes_to_the_recent_part() -> None:
    kinds = recipe(Ledger(), Prose(), Nearest(0), Buffer())
    shown = recall(memory(chat(9), states=prose_states("")), kinds, question(), room(9 * SIZE))
    assert (len(shown.recent), shown.tokens) == (9, 9 * SIZE)


def test_the_ledger_is_never_squeezed_out_by_prose_or_by_recent_talk() -> None:
    told = memory(chat(40), watermark=20, states=prose_states("p" * 55))
    shown = recall(told, recipe(Ledger(), Prose(), Window(5)), question(), room(400))
    assert shown.context[0].kind == "ledger"
    assert shown.context[0].text.startswith("1 2 3 4 5 6 7 8 9 10")
    assert shown.context[1].text == "p" * 55
    assert shown.tokens <= 400


def test_prose_that_does_not_fit_is_left_out_and_the_rest_shown() -> None:
    told = memory(chat(9), watermark=7, states=prose_states("p" * 5000))
    shown = recall(told, recipe(Ledger(), Prose()), question(), room(400))
    assert [context.kind for context in shown.context] == ["ledger"]
    assert numbers(shown.recent) == [8, 9]


def test_room_left_by_one_kind_goes_to_the_next() -> None:
    told = memory(chat(9), watermark=7, states=prose_states("p" * 300))
    shown = recall(told, recipe(Ledger(), Prose()), question(), room(400))
    assert [context.kind for context in shown.context] == ["ledger", "prose"]


def test_an_exchange_larger_than_the_budget_is_passed_over_without_an_error() -> None:
    told = memory((*chat(3), pair(4, "x" * 9000, "y")))
    shown = recall(told, recipe(Ledger(), Everything(), Window(3)), question(), room(500))
    assert shown.recent == ()
    assert recalled_numbers(shown) == [1, 2, 3]
    assert shown.context == (Context("ledger", "1 2 3 4"),)


@pytest.mark.parametrize("tokens", [0, 1, -5])
def test_no_budget_shows_nothing(tokens: int) -> None:
    told = memory(chat(5), watermark=2, states=prose_states("so far"))
    kinds = recipe(Ledger(), Prose(), Nearest(2), Window(2))
    shown = recall(told, kinds, question(), room(tokens))
    assert (shown.recent, shown.recalled) == ((), ())
    assert 0 <= shown.tokens <= max(tokens, 0)


def test_an_empty_memory_recalls_nothing() -> None:
    kinds = recipe(Ledger(), Prose(), Nearest(2), Everything(), Window(2), Buffer())
    assert recall(memory(()), kinds, question(), room()) == Recall()


def test_a_state_of_another_version_is_rebuilt_from_the_log() -> None:
    old = {"ledger": {"version": 1, "state": {"numbers": [99]}}}
    assert state_for(memory(chat(3), states=old), Ledger()) == {"numbers": [1, 2, 3]}


def test_a_stored_state_of_this_version_is_used_as_it_is() -> None:
    stored = {"ledger": {"version": 2, "state": {"numbers": [2]}}}
    assert state_for(memory(chat(3), states=stored), Ledger()) == {"numbers": [2]}


@pytest.mark.parametrize(("noted", "numbers"), [(2, [2, 3, 4, 5]), (9, [1, 2, 3, 4, 5])])
def test_a_stored_state_goes_on_from_where_it_is_noted_to_end_unless_that_is_lost(
    noted: int, numbers: list[int]
) -> None:
    entry = {"version": 2, "state": {"numbers": [2]}, "absorbed": noted}
    told = memory(blind(chat(5), *range(1 if noted > 5 else 3, 6)), states={"ledger": entry})
    assert state_for(told, Ledger()) == {"numbers": numbers}


def test_the_published_summary_case_holds() -> None:
    path = Path(__file__).parents[1] / "cases" / "running_summary.json"
    case = json.loads(path.read_text(encoding="utf-8"))
    trace, context = case["trace"], case["context"]
    said = [pair(n, text, "…") for n, text in enumerate(trace["messages"], start=1)]
    covered = len(trace["summarised_and_dropped_from_context"])
    told = memory(said, watermark=covered, states=prose_states(context["summary"]))

    shown = recall(told, recipe(Prose()), question(), room())

    assert [each.user for each in shown.recent] == trace["kept"]
    assert [each.text for each in shown.context] == [context["summary"]]


def blind(exchanges: Sequence[Exchange], *read: int) -> Log:
    """A log of which these bodies alone are read."""
    log = log_of(exchanges)
    return Log(log.numbers, {each.number: each for each in log.bodies(read)}, log.cards)


def touched(told: ChatMemory, *kinds: Kind) -> list[tuple[int, ...]]:
    """What had to be read, step by step, until the recall could be made."""
    steps = []
    whole = {each.number: each for each in told.exchanges}
    memory = replace(told, exchanges=blind(told.exchanges))
    while True:
        try:
            shown = recall(memory, recipe(*kinds), question("question 002"), room(40 * SIZE))
        except Unread as unread:
            steps.append(unread.numbers)
            memory.exchanges.read(whole[n] for n in unread.numbers)  # type: ignore[attr-defined]  # a Log
        else:
            assert shown == recall(told, recipe(*kinds), question("question 002"), room(40 * SIZE))
            return steps


def test_only_what_is_shown_is_read() -> None:
    told = memory(chat(900), watermark=890, states=prose_states("so far"))
    (step,) = touched(told, Prose(), Window(5))
    assert len(step) == READ_AHEAD
    assert step[-1] == 900


def test_a_kind_that_looks_at_everything_has_everything_read_at_once() -> None:
    told = memory(chat(900), watermark=890, states=prose_states("so far"))
    first, rest = touched(told, Prose(), Everything(), Window(5))
    assert len(first) == READ_AHEAD
    assert len(rest) == 900 - READ_AHEAD


def test_states_that_no_store_has_are_rebuilt_once_and_go_on_from_there() -> None:
    absorbed: list[int] = []

    class Noting(Ledger):
        def absorb(self, state: State, exchange: Exchange) -> State:
            absorbed.append(exchange.number)
            return super().absorb(state, exchange)

    ledger = Noting()
    log = log_of(chat(8))
    assert [state_for(memory(log[:n]), ledger)["numbers"][-1] for n in (5, 5, 8, 3)] == [5, 5, 8, 3]
    assert absorbed == [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3]


KINDS: list[Kind] = [
    Ledger(), Prose(), Nearest(2), Nearest(5), Everything(), Window(0), Window(2), Buffer(),
]  # fmt: skip
RECIPES = st.lists(st.sampled_from(KINDS), max_size=5, unique_by=lambda kind: kind.name)
LENGTHS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=10)


@settings(max_examples=150, deadline=None)
@given(
    kinds=RECIPES,
    lengths=LENGTHS,
    watermark=st.integers(0, 12),
    prose=st.integers(0, 120),
    tokens=st.integers(0, 300),
)
def test_the_budget_is_kept_and_the_recent_part_is_a_suffix(
    kinds: list[Kind], lengths: list[tuple[int, int]], watermark: int, prose: int, tokens: int
) -> None:
    said = [pair(n, "a " * u, "b " * a) for n, (u, a) in enumerate(lengths, start=1)]
    told = memory(said, watermark, prose_states("p" * prose))

    shown = recall(told, recipe(*kinds), question("a"), room(tokens))

    cost = sum(map(room().cost, shown.recent)) + sum(len(each.text) for each in shown.context)
    cost += sum(room().cost(pick.exchange) for pick in shown.recalled)
    assert shown.tokens == cost <= tokens
    assert shown.recent == tuple(said[len(said) - len(shown.recent) :])
    found = recalled_numbers(shown)
    assert found == sorted(set(found) - set(numbers(shown.recent)))
    assert all(said[n - 1] is pick.exchange for n, pick in zip(found, shown.recalled, strict=True))


@settings(max_examples=60, deadline=None)
@given(kinds=RECIPES, length=st.integers(0, 12), watermark=st.integers(0, 12))
def test_with_room_enough_nothing_past_the_watermark_is_hidden(
    kinds: list[Kind], length: int, watermark: int
) -> None:
    told = memory(chat(length), watermark, prose_states("so far"))
    with_prose = recipe(*[kind for kind in kinds if kind.name != "prose"], Prose())

    shown = recall(told, with_prose, question(), room())

    assert set(numbers(past_watermark(told, with_prose))) <= set(numbers(shown.recent))
