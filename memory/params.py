"""Reading a kind's parameters by name, with a clear word about the one that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from memory.kind import BadParams


def check_names(params: Mapping[str, Any], known: AbstractSet[str]) -> None:
    """Raises BadParams for a name that is not known."""
    for name in params:
        if name not in known:
            raise BadParams(f"{name}: not a parameter of this kind ({', '.join(sorted(known))})")


def whole_number(params: Mapping[str, Any], name: str, default: int, *, least: int) -> int:
    """The number, or `default` where there is none; raises BadParams below `least`."""
    value = params.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadParams(f"{name}: a whole number of at least {least} is wanted")
    return value


def whole_number_or_none(params: Mapping[str, Any], name: str, *, least: int) -> int | None:
    """Like whole_number, but null or absent is None."""
    if params.get(name) is None:
        return None
    return whole_number(params, name, least, least=least)


def share(params: Mapping[str, Any], name: str, default: float) -> float:
    """A number from 0 to 1, or `default`; raises BadParams for anything else."""
    value = params.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise BadParams(f"{name}: a number from 0 to 1 is wanted")
    return float(value)


def one_of(params: Mapping[str, Any], name: str, allowed: tuple[Any, ...], default: Any) -> Any:
    """The value, or `default`; raises BadParams unless it is one of those allowed."""
    value = params.get(name, default)
    if not any(value is each or (type(value) is type(each) and value == each) for each in allowed):
        shown = ", ".join("null" if each is None else str(each) for each in allowed)
        raise BadParams(f"{name}: one of {shown} is wanted")
    return value
