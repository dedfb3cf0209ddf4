"""What the OpenAI client's errors mean to a turn: try later, say no, or ask with less."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import openai
from langchain_core.exceptions import ContextOverflowError

from workers.language_model import ContextTooLong, ModelRefused, ModelUnavailable

_TOO_LONG_CODES = {"context_length_exceeded", "exceed_context_size_error", "request_too_large"}
_TOO_LONG_PHRASES = (
    "context length",
    "context_length",
    "context size",
    "context window",
    "input is too long",
    "input tokens exceed",
    "maximum context",
    "prompt is too long",
    "prompt too long",
    "reduce the length",
    "request too large",
    "too many tokens",
)  # the words of OpenAI, vLLM, llama.cpp, LiteLLM, Groq, Mistral, Together and their like
_TOO_LONG_STATUSES = (400, 422, 429, 500)  # where those words are looked for; 413 says it all
_LATER_STATUSES = (408, 409, 425, 429)


def translated_error(error: Exception) -> Exception | None:
    """The port's error for the library's; it carries a short code and nothing of the text."""
    if isinstance(error, ContextOverflowError):
        return ContextTooLong("context_overflow")
    if isinstance(error, openai.APIStatusError):
        return _by_status(error)
    for kinds, reason in _REASONS:
        if isinstance(error, kinds):
            return ModelUnavailable(reason)
    if isinstance(error, openai.APIError):  # an error event inside the stream
        return _refused_or_too_long(error) or ModelUnavailable("stream_error")
    return ModelUnavailable("connection") if _from_http_library(error) else None


_REASONS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((openai.APITimeoutError, TimeoutError), "timeout"),
    ((openai.APIConnectionError, OSError), "connection"),
    ((ValueError, KeyError, IndexError, TypeError, AttributeError), "corrupt"),
)
"""In this order (a TimeoutError is an OSError). The last line is what the libraries raise on
chunks that are no JSON (a bare JSONDecodeError) or that lack what every chunk has."""


def _from_http_library(error: Exception) -> bool:
    """While a stream is read, errors of the HTTP library pass through the client as they are;
    which library that is differs between versions of the client, so its name decides."""
    return type(error).__module__.startswith(("httpx", "httpcore"))


def _by_status(error: openai.APIStatusError) -> Exception:
    status = error.status_code
    if status == 413:
        return ContextTooLong("http_413")
    known = _refused_or_too_long(error) if status in _TOO_LONG_STATUSES else None
    if known is not None:
        return known
    if status in _LATER_STATUSES or status >= 500:
        return ModelUnavailable(f"http_{status}", retry_after_s(error.response.headers))
    return ModelRefused(f"http_{status}")


def _refused_or_too_long(error: openai.APIError) -> Exception | None:
    codes, words = _codes(error), f"{error.message} {error.body}".lower()
    if codes & _TOO_LONG_CODES or any(phrase in words for phrase in _TOO_LONG_PHRASES):
        return ContextTooLong("context_overflow")
    return ModelRefused("content_filter") if "content_filter" in codes else None


def _codes(error: openai.APIError) -> set[str]:
    body: Any = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error")
    nested = inner if isinstance(inner, dict) else {}
    found = (
        error.code,
        error.type,
        *(part.get(name) for part in (body, nested) for name in _NAMES),
    )
    return {code for code in found if isinstance(code, str)}


_NAMES = ("code", "type")


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that the server asked to wait: a number, milliseconds or a date; None if it did
    not say, or said it unreadably."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    said = headers.get("retry-after")
    seconds = _number(said)
    return seconds if seconds is not None or said is None else _until(said, now)


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return max(0.0, number) if math.isfinite(number) else None


def _until(date: str, now: datetime | None) -> float | None:
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())
