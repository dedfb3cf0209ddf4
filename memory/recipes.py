"""Recipes: the ordered kinds that a chat remembers with, by name or as a list of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from memory.kind import Kind, Learning, MemoryOptions
from memory.kinds import UnknownKind, load_kind
from memory.plug_ins import BrokenKind

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
    """No recipe can be made of this; the text says what is wrong and what there is."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The kinds that share the prompt, in the order in which they are served. keep_recent: newest
    exchanges that its summary does not cover."""

    name: str
    kinds: tuple[Kind, ...]
    keep_recent: int = MemoryOptions().keep_recent

    @property
    def learning(self) -> Kind | None:
        """The kind that keeps a running summary with the model's help, if there is one; then
        everything past its watermark is shown word for word."""
        return next((kind for kind in self.kinds if isinstance(kind, Learning)), None)


def kinds_of(recipe: str) -> tuple[str, ...]:
    """The names of a recipe's kinds, in their order: of one of RECIPES, or of a list of kinds such
    as "facts,summary,graph,window". Loads none of them. Raises UnknownRecipe for a list with a gap
    or a repetition."""
    if recipe in RECIPES:
        return RECIPES[recipe]
    listed = tuple(name.strip() for name in recipe.split(","))
    if not all(listed) or len(set(listed)) < len(listed):
        raise UnknownRecipe("A list of kinds has gaps or names one twice.")
    return listed


@lru_cache(maxsize=64)  # every turn asks, and looking for plug-ins reads the disk
def compares_embeddings(recipe: str) -> bool:
    """Whether a kind of the recipe is an Embedding one; loads its kinds. Raises UnknownRecipe."""
    return any(getattr(_loaded(kind, recipe), "embeds", False) for kind in kinds_of(recipe))


def build_recipe(name: str, options: MemoryOptions) -> Recipe:
    """The recipe with its kinds; imports their files only. Raises UnknownRecipe."""
    kinds = tuple(_loaded(kind, name).from_options(options) for kind in kinds_of(name))
    return Recipe(name, kinds, options.keep_recent)


def _loaded(kind: str, recipe: str) -> type[Kind]:
    try:
        return load_kind(kind)
    except UnknownKind as refused:
        there = f"no recipe is called {recipe!r}; there are: {', '.join(RECIPES)}"
        raise UnknownRecipe(f"{there}; and lists of kinds, but {refused}") from None
    except BrokenKind as refused:
        raise UnknownRecipe(str(refused)) from refused
