"""Names that a chat has told already: known again in any letters, without a cue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex

from memory.entities.finding import entities_in
from memory.words import UNSPACED, folded

_UNIT = regex.compile(rf"[{UNSPACED}]|[[\w]--[{UNSPACED}]]+", regex.V1)
_MOST_UNITS = 24
_LEAST_CHARACTERS = 2

_Units = tuple[str, ...]


class KnownNames:
    """Grows with every text; asking costs the same however many names are known."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_first: dict[str, dict[_Units, str]] = {}
        for name in names:
            self.learn(name)

    def told(self, text: str) -> tuple[str, ...]:
        """The keys of the names in this text, new ones and known ones; learns the new."""
        new = entities_in(text)
        for name in new:
            self.learn(name)
        return tuple(dict.fromkeys((*new, *self.mentioned(text))))

    def mentioned(self, text: str) -> Iterator[str]:
        """The keys of the known names that stand in this text, of those that begin at one place
        the longest; none inside another."""
        units = _units(text)
        at = 0
        while at < len(units):
            known = self._by_first.get(units[at], {})
            here = [name for name in known if units[at : at + len(name)] == name]
            longest = max(here, key=len, default=())
            if longest:
                yield known[longest]
            at += len(longest) or 1

    def learn(self, name: str) -> None:
        """`name`: a key, which is folded already."""
        units = tuple(_UNIT.findall(name))
        if 0 < len(units) <= _MOST_UNITS and len(name) >= _LEAST_CHARACTERS:
            self._by_first.setdefault(units[0], {})[units] = name


def _units(text: str) -> _Units:
    return tuple(_UNIT.findall(folded(text)))
