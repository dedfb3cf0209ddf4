"""Recipes: the ordered kinds that a chat remembers with, chosen by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.kind import Kind, Learning, MemoryOptions
from memory.kinds import load_kind

RECIPES: Mapping[str, tuple[str, ...]] = {
    "buffer": ("buffer",),
    "window": ("window",),
    "knn": ("nearest", "window"),
    "clusters": ("clusters", "window"),
    "summary": ("facts", "summary"),
    "summary_buffer": ("facts", "summary", "window"),
    "full": ("facts", "summary", "nearest", "window"),
}
DEFAULT_RECIPE = "full"


class UnknownRecipe(LookupError):
    """No recipe of this name; the text names those there are."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The kinds that share the prompt, in the order in which they are served."""

    name: str
    kinds: tuple[Kind, ...]

    @property
    def learning(self) -> Kind | None:
        """The kind that keeps a running summary with the model's help, if there is one; then
        everything past its watermark is shown word for word."""
        return next((kind for kind in self.kinds if isinstance(kind, Learning)), None)


def build_recipe(name: str, options: MemoryOptions) -> Recipe:
    """The recipe with its kinds; imports their files only. Raises UnknownRecipe."""
    if name not in RECIPES:
        raise UnknownRecipe(f"no recipe is called {name!r}; there are: {', '.join(RECIPES)}")
    kinds = (load_kind(kind).from_options(options) for kind in RECIPES[name])
    return Recipe(name, tuple(kinds))
