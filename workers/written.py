"""Calls as the server reads them (RESP): how many parts, then each with its length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import overload

from workers.link import Argument


class Names(tuple[str, ...]):
    """Names of keys that are wanted together again and again, and how they are written."""

    @cached_property
    def written(self) -> bytes:
        return b"".join(map(_text, self))


class ManyNames(Sequence[str]):
    """The names in all the `groups`, one after the other."""

    def __init__(self, groups: Sequence[Names]) -> None:
        self.groups = groups

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        return tuple(self)[at]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self.groups)


def written(command: Sequence[Argument | Names]) -> bytes:
    """By class, which is found out fastest: a busy worker writes dozens of parts a turn."""
    count, parts = len(command), [b""]
    for part in command:
        if type(part) is bytes:
            parts.append(b"$%d\r\n%b\r\n" % (len(part), part))
        elif type(part) is str:
            parts.append(_text(part))
        elif type(part) is int and 0 <= part < len(_SMALL):
            parts.append(_SMALL[part])
        elif isinstance(part, Names):
            parts.append(part.written)
            count += len(part) - 1
        else:
            parts.append(_other(part))
    parts[0] = b"*%d\r\n" % count
    return b"".join(parts)


def _other(part: Argument) -> bytes:
    data = part if isinstance(part, bytes) else str(part).encode()
    return b"$%d\r\n%b\r\n" % (len(data), data)


@lru_cache(maxsize=1 << 14)
def _text(text: str) -> bytes:
    """Remembered: texts are names of keys and chats, and come again at each of a chat's calls."""
    data = text.encode()
    return b"$%d\r\n%b\r\n" % (len(data), data)


_SMALL = tuple(map(_other, range(128)))
"""Most numbers are: counts, and what is one of few."""
