"""The language model's port and the errors every version speaks in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from workers.prompt import PromptMessage

OnText = Callable[[str], Awaitable[None]]
"""Called while the answer streams, with the whole text so far."""


class ModelUnavailable(Exception):
    """Try again later: no connection, time-out, 429, 5xx, a stream that broke or never ended
    properly. retry_after_s: what the server asked for, None if it did not say.
    The message is a short code ("timeout", "http_503"), never the server's text."""

    def __init__(self, reason: str, retry_after_s: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after_s = retry_after_s


class ModelRefused(Exception):
    """Asking again will not help (bad key, unknown model, content refused). A short code."""


class ContextTooLong(Exception):
    """The prompt does not fit the model; ask again with a smaller one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer. Token counts are the server's, or counted here when it sends none.
    `cut` marks one that the server ended early (its length limit, a content filter)."""

    text: str
    model: str
    prompt_tokens: int
    answer_tokens: int
    cut: bool = False


class LanguageModel(Protocol):
    """Answers a prompt. Cancelling the task closes the stream to the server."""

    @property
    def name(self) -> str: ...

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        """Raises ModelUnavailable, ModelRefused or ContextTooLong. Never returns an answer
        whose stream had no finish reason; an empty text is ModelUnavailable("empty")."""
        ...
