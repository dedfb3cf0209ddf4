"""Log lines: events on standard error, with no secret and nothing that users wrote."""

from __future__ import annotations

import logging
import re
import sys
import warnings
from collections.abc import Iterable, MutableMapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.types import Processor

# Any bot token, also one inside an address; digits, a colon and 20 or more token letters.
TOKEN_LIKE = re.compile(r"\d{5,}:[A-Za-z0-9_-]{20,}")
HIDDEN = "[hidden]"

# Libraries whose own lines tell little and may carry addresses or texts below this level.
QUIETER = {
    "aiogram.event": logging.WARNING,
    "aiohttp": logging.WARNING,
    "asyncio_redis": logging.ERROR,
    "httpcore": logging.WARNING,
    "httpcore2": logging.WARNING,
    "httpx": logging.WARNING,
    "httpx2": logging.WARNING,
    "openai": logging.WARNING,
}


def configure_logging(
    level: str, secrets: Iterable[str] = (), stream: TextIO | None = None
) -> None:
    """Send our events and the libraries' log lines to standard error, one line each.

    `secrets` are hidden wherever they would appear. Errors and warnings show their type and
    where they happened, never their text, because a text may quote what a user wrote.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        name_the_error,
        Hide(secrets),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                ProcessorFormatter.remove_processors_meta,
                structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name, quiet in QUIETER.items():
        logging.getLogger(name).setLevel(max(quiet, root.level))
    warnings.showwarning = name_the_warning  # type: ignore[assignment]  # its names are ours


def name_the_error(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace an error and its traceback by its type and the line it came from."""
    record = event.get("_record")
    error = event.pop("exc_info", None) or (record.exc_info if record else None)
    if record is not None and record.name == "asyncio":
        # Its further lines show the task, and with it the error's text.
        event["event"] = str(event["event"]).partition("\n")[0]
    if error is True:
        error = sys.exc_info()
    if isinstance(error, BaseException):
        error = (type(error), error, error.__traceback__)
    if error and error[0] is not None:
        event["error"] = where(error[0], error[2])
    return event


def name_the_warning(
    _: Warning | str, kind: type[Warning], file: str, line: int, *__: object
) -> None:
    """Stands in for warnings.showwarning."""
    place = f"{kind.__name__} at {_file_name(file)}:{line}"
    structlog.get_logger().warning("library warned", warning=place)


def where(kind: type[BaseException], trace: TracebackType | None) -> str:
    """ "KeyError at turn.py:88": an error's type and its innermost line."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return kind.__name__
    return f"{kind.__name__} at {_file_name(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"


def _file_name(file: str) -> str:
    return Path(file).name


class Hide:
    """Replaces every secret, and whatever looks like a bot token, in a log event's values."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = sorted({s for s in secrets if s}, key=len, reverse=True)

    def __call__(
        self, _: Any, __: str, event: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        for key, value in event.items():
            if not key.startswith("_") and not isinstance(value, int | float | bool | None):
                event[key] = self.hide(value if isinstance(value, str) else repr(value))
        return event

    def hide(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return TOKEN_LIKE.sub(HIDDEN, text)
