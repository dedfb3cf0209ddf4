"""Cuts what comes in from the server (RESP2) into replies, in whatever pieces it comes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from workers.link import Response, ServerSaidNo

LONGEST_LINE_BYTES = 1 << 20  # an error line may quote a script
BULK, ARRAY, NUMBER, STATUS, ERROR = b"$*:+-"


class Garbled(ValueError):
    """What came in is not a reply."""


@dataclass(slots=True)
class _Array:
    """An array of `count` items, some of which are still to come. One that holds an error is that
    error: nobody may take half an answer for one."""

    count: int
    items: list[Any] = field(default_factory=list)
    refusal: ServerSaidNo | None = None


class Replies:
    """Cuts at the ends of lines all at once, which is much faster than looking for one after the
    other; a long value is cut only when it is whole."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._wanted_bytes = 0  # less than this is not worth a look
        self._open = [_Array(-1)]  # not whole yet, the outermost first: the replies themselves

    def feed(self, data: bytes) -> Iterator[Response | ServerSaidNo]:
        """The replies that are whole now; take them all. Raises ValueError (Garbled is one)
        after those that came before what is no reply."""
        self._held.append(data)
        self._held_bytes += len(data)
        if self._held_bytes < self._wanted_bytes:
            return
        lines, replies = b"".join(self._held).split(b"\r\n"), self._open[0]
        try:
            self._hold(self._cut(lines))
        finally:
            whole, replies.items = replies.items, []
            yield from whole

    def _cut(self, lines: list[bytes]) -> bytes:
        """Put what is whole into its place; what is left over. The last line has no end yet."""
        self._wanted_bytes = at = 0
        array = self._open[-1]
        while at < len(lines) - 1:
            line, begun = lines[at], at
            at += 1
            mark = line[0] if line else 0
            if mark == BULK and (size := int(line[1:])) >= 0:
                value: Response | ServerSaidNo = lines[at]
                at += 1
                if len(lines[begun + 1]) != size or at == len(lines):
                    at = self._end_of_bulk(lines, begun + 1, size)
                    if not at:
                        return b"\r\n".join(lines[begun:])
                    value = b"\r\n".join(lines[begun + 1 : at])
            elif mark == NUMBER:
                value = int(line[1:])
            elif mark == ARRAY and (count := int(line[1:])) > 0:
                array = _Array(count)
                self._open.append(array)
                continue
            else:
                value = _short(mark, line[1:])
                if mark == ERROR and array.count >= 0:
                    array.refusal = array.refusal or cast("ServerSaidNo", value)
            array.items.append(value)
            while len(array.items) == array.count:
                array = self._close()
        return lines[-1]

    def _close(self) -> _Array:
        """The array around the innermost one, which is whole."""
        whole = self._open.pop()
        around = self._open[-1]
        around.items.append(whole.refusal or whole.items)
        if around.count >= 0:
            around.refusal = around.refusal or whole.refusal
        return around

    def _end_of_bulk(self, lines: Sequence[bytes], first: int, size: int) -> int:
        """The line after a value of so many bytes that has ends of lines in it; 0 when it is not
        all there."""
        found = -2
        for at in range(first, len(lines) - 1):
            found += len(lines[at]) + 2
            if found >= size:
                if found > size:
                    raise Garbled
                return at + 1
        self._wanted_bytes = len(lines[first - 1]) + size + 4
        if found + len(lines[-1]) + 2 > size + 1:
            raise Garbled  # its end is not where it should be
        return 0

    def _hold(self, rest: bytes) -> None:
        if not self._wanted_bytes and len(rest) >= LONGEST_LINE_BYTES:
            raise Garbled
        self._held = [rest] if rest else []
        self._held_bytes = len(rest)


def _short(mark: int, line: bytes) -> Any:
    """A reply that is all in its first line."""
    if mark == STATUS:
        return line
    if mark == ERROR:
        return ServerSaidNo(line.decode("utf-8", "replace"))
    if mark == BULK:
        return None
    if mark == ARRAY:
        return None if int(line) < 0 else []
    raise Garbled
