"""Kinds that other people's packages bring: the entry point group `hafez.kinds`.

An installed package names its kinds there (name -> class). Only names are read until one of them
is asked for; a broken one is said in a sentence and stands in no other's way.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import get_args

from memory.kind import Explanation, Kind, Place

GROUP = "hafez.kinds"
_CALLED = ("from_options", "recall")


class BrokenKind(LookupError):
    """A plugged-in kind cannot be used; the text is a sentence with its package and the reason."""


def plugged_in() -> dict[str, list[EntryPoint]]:
    """Name -> where it is found, of all that are installed; imports none of them. More than one
    place is a quarrel of two packages."""
    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        if point not in found.setdefault(point.name, []):
            found[point.name].append(point)
    return found


def load_plugged_in(name: str, points: list[EntryPoint]) -> type[Kind]:
    """The class that an entry point names. Raises BrokenKind."""
    if len(points) > 1:
        packages = " and ".join(sorted(map(_package, points)))
        raise BrokenKind(f"The kind {name} is offered by {packages}; remove all but one.")
    try:
        kind = points[0].load()
    except Exception as error:  # another's code may raise anything as it is imported
        raise _broken(points[0], f"{type(error).__name__}: {error}") from error
    if (wrong := _what_is_wrong(name, kind)) is not None:
        raise _broken(points[0], wrong)
    return kind  # type: ignore[no-any-return]  # it has just been found to have a kind's shape


def _what_is_wrong(name: str, kind: object) -> str | None:
    if not isinstance(kind, type):
        return "it is not a class"
    wanted = (
        ("name", getattr(kind, "name", None) == name, f"{name!r}, as the entry point says"),
        ("version", type(getattr(kind, "version", None)) is int, "a whole number"),
        ("place", getattr(kind, "place", None) in get_args(Place), " or ".join(get_args(Place))),
        ("explanation", isinstance(getattr(kind, "explanation", None), Explanation), "one"),
        *((each, callable(getattr(kind, each, None)), "a method") for each in _CALLED),
    )
    return next((f"its {field} is not {what}" for field, right, what in wanted if not right), None)


def _broken(point: EntryPoint, why: str) -> BrokenKind:
    return BrokenKind(f"The kind {point.name} of {_package(point)} cannot be used: {why}.")


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
