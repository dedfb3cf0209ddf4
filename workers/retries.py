"""How long to wait before trying again, and when to give up. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workers.jobs import Notice
from workers.language_model import ContextTooLong, ModelRefused, ModelUnavailable

FIRST_MS = 500
LONGEST_MS = 60_000
LONGEST_ASKED_MS = 300_000  # a server that asks for more than this is asked again earlier
TEND_FIRST_MS = 30_000
TEND_LONGEST_MS = 3_600_000

Random = Callable[[], float]
"""A number from 0 up to 1; random.random, or a fixed one in tests."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a turn whose work failed: again in so many milliseconds, or (None) given
    up and the user told with `notice`. `reason` is a short code for logs and dead letters."""

    reason: str
    retry_in_ms: int | None
    notice: Notice


def backoff_ms(attempt: int, retry_after_s: float | None = None, *, random: Random) -> int:
    """The wait after failed attempt number `attempt` (0-based): half a second, doubled each
    time up to a minute, spread over its upper half so that many chats do not come back at
    once. Never shorter than what the server asked for (up to five minutes)."""
    wait = _spread(min(FIRST_MS * 2 ** min(attempt, 20), LONGEST_MS), random)
    if retry_after_s is None:
        return wait
    asked = min(max(0.0, retry_after_s) * 1000, LONGEST_ASKED_MS)
    return max(wait, int(asked + 0.1 * FIRST_MS * random()))


def tending_backoff_ms(attempt: int, *, random: Random) -> int:
    """The same for tending a memory: 30 s, doubled each time, up to an hour."""
    return _spread(min(TEND_FIRST_MS * 2 ** min(attempt, 20), TEND_LONGEST_MS), random)


def _spread(wait_ms: int, random: Random) -> int:
    return int(wait_ms * (0.5 + 0.5 * random()))


def judge(error: Exception, attempts: int, max_attempts: int, *, random: Random) -> Verdict:
    """What becomes of a turn that failed with `error` when it was begun `attempts` times before.
    The reason never holds the error's text: that may quote what a user wrote."""
    if isinstance(error, ModelRefused):
        return Verdict("model_refused", None, Notice.MODEL_REFUSED)
    if isinstance(error, ContextTooLong):
        return Verdict("context_too_long", None, Notice.TOO_LONG)
    last = attempts + 1 >= max_attempts
    if isinstance(error, ModelUnavailable):
        wait = None if last else backoff_ms(attempts, error.retry_after_s, random=random)
        notice = Notice.EMPTY_ANSWER if error.reason == "empty" else Notice.MODEL_UNAVAILABLE
        return Verdict(f"model_unavailable:{error.reason}", wait, notice)
    wait = None if last else backoff_ms(attempts, random=random)
    return Verdict(f"failed:{type(error).__name__}", wait, Notice.FAILED)
