"""Runs a command's job, and says in a sentence why it could not start, or where it broke."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

import structlog

from workers.telemetry import where

log = structlog.get_logger()
Fault = TypeVar("Fault", bound=Exception)


class CannotStart(Exception):
    """The process cannot do its work; the text is a sentence for the person who started it,
    without a secret."""


def run(job: Coroutine[Any, Any, int]) -> int:
    """The job's exit status; 1 with a sentence on standard error when it cannot start, 1 with a
    log line when a fault of ours ended it (a traceback would show the error's text, which may
    quote what a user wrote), 130 when Ctrl-C did."""
    try:
        return _run(job)
    except KeyboardInterrupt:
        return 130


def _run(job: Coroutine[Any, Any, int]) -> int:
    try:
        return asyncio.run(job)
    except* CannotStart as refused:
        for sentence in _alone(refused):
            print(sentence, file=sys.stderr)
    except* Exception as broken:  # noqa: BLE001  # edge of the process
        for error in _alone(broken):
            log.critical("process ended by a fault", error=where(type(error), error.__traceback__))
    return 1


def _alone(group: BaseExceptionGroup[Fault]) -> Iterator[Fault]:
    """The errors of a group and of the groups in it."""
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _alone(error)
        else:
            yield error
