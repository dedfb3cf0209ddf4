"""Cuts what comes in from the server (RESP2) into replies, in whatever pieces it comes. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import hiredis

from workers.link import Response, ServerSaidNo

MOST_HELD_BYTES = 1 << 30
"""Of a reply that does not end: the server's own limit is half of it (proto-max-bulk-len)."""


class Garbled(ValueError):
    """What came in is not a reply."""


class Replies:
    def __init__(self, most_held_bytes: int = MOST_HELD_BYTES) -> None:
        self._most_held_bytes = most_held_bytes
        self._held_bytes = 0  # at most, of the reply that is not whole yet
        self._refusals: list[ServerSaidNo] = []  # in the reply that is being read
        self._reader = hiredis.Reader(
            protocolError=Garbled, replyError=self._refused, notEnoughData=_NOT_WHOLE
        )

    def feed(self, data: bytes) -> Iterator[Response | ServerSaidNo]:
        """The replies that are whole now; take them all. Raises Garbled after those that came
        before what is no reply."""
        self._reader.feed(data)
        self._held_bytes += len(data)
        while (reply := self._reader.gets()) is not _NOT_WHOLE:
            self._held_bytes = len(data)
            yield self._whole(reply)
        if self._held_bytes > self._most_held_bytes:
            raise Garbled

    def _refused(self, text: str) -> Any:
        refusal = ServerSaidNo(text)
        self._refusals.append(refusal)
        return refusal

    def _whole(self, reply: Any) -> Response | ServerSaidNo:
        """An array that holds an error is that error: nobody may take half an answer for one."""
        if not self._refusals:
            return reply  # type: ignore[no-any-return]
        first = self._refusals[0]
        self._refusals.clear()
        return first


_NOT_WHOLE = object()
