"""Scripted misbehaviour: what the fake server does with the next calls of a method."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """error: answer `status` with `description` · drop: close the connection without an answer ·
    stall: answer nothing until released. `applied`: the call takes effect first."""

    kind: str = "error"
    status: int = 500
    description: str = "Internal Server Error"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    applied: bool = False


def flood(retry_after: int) -> Fault:
    return Fault(
        status=429,
        description=f"Too Many Requests: retry after {retry_after}",
        parameters={"retry_after": retry_after},
    )


def blocked() -> Fault:
    return Fault(status=403, description="Forbidden: bot was blocked by the user")


def bad_request(description: str) -> Fault:
    return Fault(status=400, description=f"Bad Request: {description}")


def dropped(*, applied: bool = False) -> Fault:
    return Fault(kind="drop", applied=applied)


def stalled(*, applied: bool = False) -> Fault:
    return Fault(kind="stall", applied=applied)


class Script:
    """Per method, the faults of its next calls, first in, first out."""

    def __init__(self) -> None:
        self._next: defaultdict[str, deque[Fault | None]] = defaultdict(deque)

    def add(self, method: str, fault: Fault, times: int = 1) -> None:
        self._next[method.lower()].extend([fault] * times)

    def put(self, method: str, fault: Fault | None) -> None:
        """None: that call is answered as it should be."""
        self._next[method.lower()].append(fault)

    def take(self, method: str) -> Fault | None:
        waiting = self._next[method.lower()]
        return waiting.popleft() if waiting else None
