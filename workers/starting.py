"""Runs a command's job, and says in a sentence why it could not start."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any


class CannotStart(Exception):
    """The process cannot do its work; the text is a sentence for the person who started it,
    without a secret."""


def run(job: Coroutine[Any, Any, int]) -> int:
    """The job's exit status; 1 with a sentence on standard error when it cannot start, 130 when
    Ctrl-C ended it."""
    try:
        return _run(job)
    except KeyboardInterrupt:
        return 130


def _run(job: Coroutine[Any, Any, int]) -> int:
    try:
        return asyncio.run(job)
    except* CannotStart as refused:
        for sentence in _sentences(refused):
            print(sentence, file=sys.stderr)
    return 1


def _sentences(refused: BaseExceptionGroup[CannotStart]) -> list[str]:
    found: list[str] = []
    for error in refused.exceptions:
        found += _sentences(error) if isinstance(error, BaseExceptionGroup) else [str(error)]
    return found
