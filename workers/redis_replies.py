"""Cuts what comes in from the server (RESP2) into replies, in whatever pieces it comes. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workers.link import Response, ServerSaidNo

LONGEST_LINE_BYTES = 1 << 20  # an error line may quote a script
BULK, ARRAY, NUMBER, STATUS, ERROR = b"$*:+-"


class Garbled(ValueError):
    """What came in is not a reply."""


@dataclass(slots=True)
class _Array:
    """An array of which `left` items are still to come. One that holds an error is that error:
    nobody may take half an answer for one."""

    left: int
    items: list[Response] = field(default_factory=list)
    refusal: ServerSaidNo | None = None

    def add(self, item: Response | ServerSaidNo) -> None:
        self.left -= 1
        if isinstance(item, ServerSaidNo):
            self.refusal = self.refusal or item
        else:
            self.items.append(item)


class Replies:
    """Reads every byte once, however many pieces a reply comes in."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._open: list[_Array] = []  # arrays that are not whole yet, the outermost first

    def feed(self, data: bytes) -> Iterator[Response | ServerSaidNo]:
        """The replies that are whole now; take them all. Raises ValueError (Garbled is one)
        after those that came before what is no reply."""
        held, at = self._held, 0
        held += data
        try:
            while (end := self._end_of_line(at)) >= 0:
                mark, line, after = held[at], bytes(held[at + 1 : end]), end + 2
                value: Response | ServerSaidNo = None
                if mark == BULK and (size := int(line)) >= 0:
                    if len(held) < after + size + 2:
                        return
                    value, after = bytes(held[after : after + size]), after + size + 2
                elif mark == ARRAY and (count := int(line)) > 0:
                    self._open.append(_Array(count))
                    at = after
                    continue
                else:
                    value = _short(mark, line)
                at = after
                yield from self._placed(value)
        finally:
            del held[:at]

    def _end_of_line(self, at: int) -> int:
        end = self._held.find(b"\r\n", at, at + LONGEST_LINE_BYTES)
        if end < 0 and len(self._held) - at >= LONGEST_LINE_BYTES:
            raise Garbled
        return end

    def _placed(self, value: Response | ServerSaidNo) -> Iterator[Response | ServerSaidNo]:
        """Put it where it belongs; what has become whole by it, if anything."""
        while self._open:
            array = self._open[-1]
            array.add(value)
            if array.left:
                return
            self._open.pop()
            value = array.refusal or array.items
        yield value


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
