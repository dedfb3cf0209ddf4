"""Recipes: ordered kinds by name."""

from __future__ import annotations

import pytest

from memory.conversation import ConversationId
from memory.kind import Learning, MemoryOptions
from memory.recipes import DEFAULT_RECIPE, RECIPES, UnknownRecipe, build_recipe, kinds_of
from memory.store import ChatMemory
from memory.tending import needs_tending
from tests.memory.chats import chat


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_builds_its_kinds_in_order(name: str) -> None:
    recipe = build_recipe(name, MemoryOptions())
    assert recipe.name == name
    assert tuple(kind.name for kind in recipe.kinds) == RECIPES[name]


def test_the_default_recipe_is_one_of_them() -> None:
    assert DEFAULT_RECIPE in RECIPES


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_knows_its_summary(name: str) -> None:
    learning = build_recipe(name, MemoryOptions()).learning
    assert (learning is not None) == ("summary" in RECIPES[name])
    assert learning is None or isinstance(learning, Learning)


def test_an_unknown_recipe_is_an_error_that_names_the_known() -> None:
    with pytest.raises(UnknownRecipe, match="buffer, window, knn"):
        build_recipe("nothing", MemoryOptions())


def test_options_reach_the_kinds() -> None:
    recipe = build_recipe("window", MemoryOptions(window_pairs=2))
    assert recipe.kinds == (type(recipe.kinds[0]).from_options(MemoryOptions(window_pairs=2)),)


def test_a_list_of_kinds_is_a_recipe_too() -> None:
    recipe = build_recipe("facts, nearest,window", MemoryOptions())
    assert [kind.name for kind in recipe.kinds] == ["facts", "nearest", "window"]
    assert kinds_of("facts,summary,window") == RECIPES["summary_buffer"]


@pytest.mark.parametrize("listed", ["facts,,window", "window,window", ",", "", "facts,"])
def test_a_list_with_a_gap_or_a_repetition_is_none(listed: str) -> None:
    with pytest.raises(UnknownRecipe, match="gaps or names one twice"):
        build_recipe(listed, MemoryOptions())


def test_a_list_with_an_unknown_kind_names_it_and_those_there_are() -> None:
    with pytest.raises(UnknownRecipe, match=r"no kind is called 'nix'; there are: .*buffer"):
        build_recipe("facts,nix", MemoryOptions())


def test_a_listed_recipe_is_tended_when_it_keeps_a_summary() -> None:
    memory = ChatMemory(ConversationId("1"), chat(40), last_number=40)
    options = MemoryOptions(threshold_tokens=50)
    assert needs_tending(memory, "facts,summary,graph,window", options, len)
    assert not needs_tending(memory, "facts,graph,window", options, len)
