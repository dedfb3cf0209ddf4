"""python -m workers explain: what each kind of memory is good and bad for, in plain words."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator

from memory.kinds import UnknownKind, kind_names, load_kind
from memory.plug_ins import BrokenKind
from memory.recipes import RECIPES
from workers.plain_printing import print_plainly

WIDEST = 100


def run_explain(name: str | None) -> int:
    """Print what one kind is for, or all of them, and return 0; a kind that is not there or cannot
    be used gives one sentence on standard error and 2. Among all, such a one is only said."""
    try:
        told = ["\n".join(_told(name))] if name else list(map(_told_or_said, kind_names()))
    except (UnknownKind, BrokenKind) as refused:
        print(refused, file=sys.stderr)
        return 2
    print_plainly("\n\n".join(told))
    return 0


def _told_or_said(name: str) -> str:
    try:
        return "\n".join(_told(name))
    except BrokenKind as refused:
        return f"{name}\n" + _laid_out("", str(refused))


def _told(name: str) -> Iterator[str]:
    said = load_kind(name).explanation
    recipes = ", ".join(recipe for recipe, kinds in RECIPES.items() if name in kinds)
    yield name
    yield _laid_out("", said.what)
    yield _laid_out("good for: ", said.good_for)
    yield _laid_out("bad for:  ", said.bad_for)
    yield _laid_out("from:     ", said.origin)
    yield _laid_out(
        "recipes:  ", recipes or f"none by name; list it, as in HAFEZ_RECIPE={name},window"
    )


def _laid_out(label: str, text: str) -> str:
    """Under the kind's name, wrapped to the terminal, the label in the margin of the first line."""
    width = min(WIDEST, shutil.get_terminal_size().columns)
    first = f"  {label}"
    return textwrap.fill(text, width, initial_indent=first, subsequent_indent=" " * len(first))
