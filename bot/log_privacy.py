"""Keeps the token and what people write out of aiogram's own log lines.

aiogram logs the text of errors, and such a text may hold an address with the token in it or the
whole answer of the server, which is what people wrote.
"""

from __future__ import annotations

import logging
import warnings

LOGGERS = ("aiogram.dispatcher", "aiogram.event", "aiogram.middlewares", "aiogram.webhook")


class TypesOnly(logging.Filter):
    """Every error among a line's values becomes its type's name; tracebacks, which end in the
    error's text, are left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_nameless(value) for value in record.args)
        record.exc_info = record.exc_text = None
        return True


def _nameless(value: object) -> object:
    return type(value).__name__ if isinstance(value, BaseException) else value


def hush_aiogram() -> None:
    """Repeating it changes nothing."""
    # This warning quotes the whole update.
    warnings.filterwarnings("ignore", "Detected unknown update type", RuntimeWarning)
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(present, TypesOnly) for present in logger.filters):
            logger.addFilter(TypesOnly())
