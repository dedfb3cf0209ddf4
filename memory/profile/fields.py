"""The fields of a profile, in the order in which they are shown."""

from __future__ import annotations

from typing import Literal, get_args

Field = Literal[
    "name",
    "birthday",
    "age",
    "home",
    "origin",
    "timezone",
    "language",
    "work",
    "family",
    "pets",
    "allergies",
    "diet",
    "likes",
    "dislikes",
]
FIELDS: tuple[str, ...] = get_args(Field)

SINGLE = frozenset({"name", "birthday", "age", "home", "origin", "timezone", "work"})
"""Of these a newer value takes the place of the older one, of the others each stands beside."""

SEVERAL = frozenset({"allergies", "language"})
"""A value of these may be a list: "peanuts and milk"."""

OPPOSITES = {"likes": "dislikes", "dislikes": "likes"}
"""What is said to be in one is no longer in the other."""
