"""The kinds of memory: one file is one kind, found by its file name."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from memory.kind import Kind


class UnknownKind(LookupError):
    """No kind of this name; the text names those there are."""


def kind_names() -> tuple[str, ...]:
    """All kinds by name, in the alphabet's order, without loading any of them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def load_kind(name: str) -> type[Kind]:
    """The kind's class; imports its file and no other kind's. Raises UnknownKind."""
    if name not in kind_names():
        raise UnknownKind(f"no kind is called {name!r}; there are: {', '.join(kind_names())}")
    kind: type[Kind] = import_module(f"{__name__}.{name}").KIND
    return kind
