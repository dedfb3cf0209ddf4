"""Shows the model what a message replies to, where its memory does not show it already. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workers.prompt import Part, PromptMessage, fenced
from workers.quoted import Quoted

_NAME_CHARS = 32


def with_quoted(
    prompt: Sequence[PromptMessage], quoted: Iterable[Quoted]
) -> tuple[PromptMessage, ...]:
    """The prompt with the quotes before its question. A piece that was chosen is always shown:
    it says which part is meant."""
    shown = _shown_ids(prompt)
    wanted = [quote for quote in quoted if quote.chosen or quote.message_id not in shown]
    at = next((i for i, each in enumerate(prompt) if each.part is Part.QUESTION), len(prompt))
    return (*prompt[:at], *map(_message, dict.fromkeys(wanted)), *prompt[at:])


def quoted_text(quoted: Iterable[Quoted]) -> str:
    """What the quotes cost at most."""
    return "\n".join(_message(quote).text for quote in quoted)


def _shown_ids(prompt: Iterable[PromptMessage]) -> set[int]:
    exchanges = (exchange for message in prompt for exchange in message.exchanges)
    return {id_ for one in exchanges for id_ in (*one.message_ids, *one.reply_ids)}


def _message(quote: Quoted) -> PromptMessage:
    what = "this part of a message" if quote.chosen else "this message"
    whose = f"of {_name(quote.by)}'s" if quote.by else "of yours"
    text = f"The message below replies to {what} {whose}:\n{fenced('quoted', quote.text)}"
    return PromptMessage(Part.RECALLED, "user", text)


def _name(name: str) -> str:
    return " ".join(name.split())[:_NAME_CHARS]
