"""Recipes: ordered kinds by name."""

from __future__ import annotations

import pytest

from memory.kind import Learning, MemoryOptions
from memory.recipes import DEFAULT_RECIPE, RECIPES, UnknownRecipe, build_recipe


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
