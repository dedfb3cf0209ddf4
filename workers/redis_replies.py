"""Cuts what comes in from the server (RESP2) into replies, in whatever pieces it comes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

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
    items: list[Response] = field(default_factory=list)
    refusal: ServerSaidNo | None = None


class Replies:
    """Cuts at the ends of lines all at once, which is much faster than looking for one after the
    other; a long value is cut only when it is whole."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._wanted_bytes = 0  # less than this is not worth a look
        self._open: list[_Array] = []  # arrays that are not whole yet, the outermost first

    def feed(self, data: bytes) -> Iterator[Response | ServerSaidNo]:
        """The replies that are whole now; take them all. Raises ValueError (Garbled is one)
        after those that came before what is no reply."""
        self._held.append(data)
        self._held_bytes += len(data)
        if self._held_bytes < self._wanted_bytes:
            return
        lines = b"".join(self._held).split(b"\r\n")
        whole: list[Response | ServerSaidNo] = []
        try:
            self._hold(self._cut(lines, whole))
        finally:
            yield from whole

    def _cut(self, lines: list[bytes], whole: list[Response | ServerSaidNo]) -> bytes:
        """Move what is whole to `whole`; what is left over. The last line has no end yet."""
        at, last, place = 0, len(lines) - 1, self._place
        self._wanted_bytes = 0
        while at < last:
            line = lines[at]
            mark = line[0] if line else 0
            if mark == BULK and (size := int(line[1:])) >= 0:
                value = lines[at + 1]
                if len(value) != size or at + 1 == last:
                    end = self._end_of_bulk(lines, at + 1, size)
                    if end < 0:
                        break
                    value = b"\r\n".join(lines[at + 1 : end])
                    at = end - 2
                place(value, whole)
                at += 2
            elif mark == ARRAY and (count := int(line[1:])) > 0:
                self._open.append(_Array(count))
                at += 1
            else:
                place(_short(mark, line[1:]), whole)
                at += 1
        return b"\r\n".join(lines[at:])

    def _end_of_bulk(self, lines: Sequence[bytes], first: int, size: int) -> int:
        """The line after a value of so many bytes that has ends of lines in it; -1 when it is not
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
        return -1

    def _hold(self, rest: bytes) -> None:
        if not self._wanted_bytes and len(rest) >= LONGEST_LINE_BYTES:
            raise Garbled
        self._held = [rest] if rest else []
        self._held_bytes = len(rest)

    def _place(self, value: Response | ServerSaidNo, whole: list[Response | ServerSaidNo]) -> None:
        """Put it where it belongs, and then what has become whole by it."""
        while self._open:
            array = self._open[-1]
            if isinstance(value, ServerSaidNo):
                array.refusal = array.refusal or value
                value = None
            array.items.append(value)
            if len(array.items) < array.count:
                return
            self._open.pop()
            value = array.refusal or array.items
        whole.append(value)


def _short(mark: int, line: bytes) -> Response | ServerSaidNo:
    """A reply that is all in its first line."""
    if mark == NUMBER:
        return int(line)
    if mark == STATUS:
        return line
    if mark == ERROR:
        return ServerSaidNo(line.decode("utf-8", "replace"))
    if mark == BULK:
        return None
    if mark == ARRAY:
        return None if int(line) < 0 else []
    raise Garbled
