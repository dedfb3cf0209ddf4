"""The kinds of memory: one file is one kind, found by its file name; and those plugged in."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from memory.kind import Kind
from memory.plug_ins import load_plugged_in, plugged_in


class UnknownKind(LookupError):
    """No kind of this name; the text names those there are."""


@cache  # a process' own files stay as they are
def built_in() -> tuple[str, ...]:
    """The kinds of this folder by name, in the alphabet's order, without loading any of them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def kind_names() -> tuple[str, ...]:
    """All kinds by name, without loading any: those of this folder, then those plugged in."""
    own = built_in()
    return (*own, *sorted(plugged_in().keys() - set(own)))


def load_kind(name: str) -> type[Kind]:
    """The kind's class; imports its file and no other kind's. A plug-in never takes the place of
    a kind of this folder. Raises UnknownKind, and BrokenKind for a plug-in that cannot be used."""
    if name in built_in():
        kind: type[Kind] = import_module(f"{__name__}.{name}").KIND
        return kind
    return _plugged_in(name)


@cache  # every turn asks, and looking for packages reads the disk
def _plugged_in(name: str) -> type[Kind]:
    points = plugged_in().get(name)
    if points is None:
        raise UnknownKind(f"no kind is called {name!r}; there are: {', '.join(kind_names())}")
    return load_plugged_in(name, points)
