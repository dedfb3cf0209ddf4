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
    count, parts = 0, [b""]
    for part in command:
        if isinstance(part, str):
            parts.append(_text(part))
        elif isinstance(part, Names):
            parts.append(part.written)
            count += len(part) - 1
        else:
            data = part if isinstance(part, bytes) else b"%d" % part
            parts.append(b"$%d\r\n%b\r\n" % (len(data), data))
    parts[0] = b"*%d\r\n" % (count + len(command))
    return b"".join(parts)


@lru_cache(maxsize=1 << 14)
def _text(text: str) -> bytes:
    """Remembered: texts are names of keys and chats, and come again at each of a chat's calls."""
    data = text.encode()
    return b"$%d\r\n%b\r\n" % (len(data), data)
