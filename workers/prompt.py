"""What the model is shown: the recall, laid out with the most stable part first.

A server sees at most one system message, at the beginning, and then user and assistant messages
in turn, the user's first. The templates of Mistral, Qwen and Gemma models refuse anything else
(a late or second system message, two user messages in a row), and every other server takes it.
So what was recalled stands, marked, at the head of the question's own user message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import Literal
from zoneinfo import ZoneInfo

from memory.conversation import Exchange
from memory.kind import Budget, Instruction, Pick, Question
from memory.recall import Context, Recall

Count = Callable[[str], int]
"""text -> tokens"""

PromptRole = Literal["system", "user", "assistant"]

MESSAGE_TOKENS = 4  # role and delimiters of one message in the chat formats we know, rounded up
REPLY_TOKENS = 3  # every reply is primed with its role
FENCE_TOKENS = 70  # the marks and sentences around the recalled exchanges, with the date
ROW_TOKENS = 10  # around one remembered message: its share of fence, date and name
FIXED_TOKENS = 2 * MESSAGE_TOKENS + REPLY_TOKENS + FENCE_TOKENS
"""What a prompt costs beside policy, question and what memory shows."""

_NAME_CHARS = 32


class Part(StrEnum):
    """The prompt's parts, in their order; the order is what lets prompt caches hit."""

    POLICY = "policy"
    CONTEXT = "context"  # facts and summary, as long as they do not depend on the question
    RECENT = "recent"  # exchanges word for word, user and assistant messages in turn
    RECALLED = "recalled"  # facts chosen for the question; older exchanges, with their dates
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message for the model. `kind` names the kind of memory that a context comes from;
    `exchanges` are the exchanges that `text` was written from (recent and recalled parts);
    `sender` is the name that a question's text begins with in groups."""

    part: Part
    role: PromptRole
    text: str
    kind: str = ""
    exchanges: Sequence[Exchange] = ()
    sender: str = ""


def build_prompt(
    policy: str, recall: Recall, question: Question, *, zone: ZoneInfo, sender_name: str = ""
) -> tuple[PromptMessage, ...]:
    """Policy, context, recent, recalled, question.

    While nothing is compacted, all up to the recent part of one turn's prompt is the beginning
    of the next one's, byte for byte: a context that was chosen for the question stands with what
    was recalled for it. `sender_name` is given in groups only; then every user
    message says who wrote it.
    """
    named = bool(sender_name)
    return (
        PromptMessage(Part.POLICY, "system", policy),
        *(_context(each) for each in recall.context if each.text and not each.chosen),
        *(message for exchange in recall.recent for message in _recent(exchange, named)),
        *(_chosen(each) for each in recall.context if each.text and each.chosen),
        *_recalled(recall.recalled, question.at.astimezone(zone), named),
        _question(question.text, sender_name),
    )


def with_persona(policy: str, persona: str) -> str:
    """The fixed instructions, with those of the chat: they stand in the most stable part, so that
    caches hit as before, and are what no budget shortens."""
    if not persona:
        return policy
    said = "What this chat wants of you, as far as it does not go against the above:"
    return f"{policy}\n\n{said}\n{fenced('persona', persona)}".strip()


def instruction_prompt(instruction: Instruction, kind: str) -> tuple[PromptMessage, ...]:
    """What a kind of memory asks the model; `kind` tells it from a user's question."""
    return (
        PromptMessage(Part.POLICY, "system", instruction.system, kind=kind),
        PromptMessage(Part.QUESTION, "user", instruction.text, kind=kind),
    )


def _question(text: str, sender_name: str) -> PromptMessage:
    name = _shown_name(sender_name)
    return PromptMessage(Part.QUESTION, "user", _signed(name, text), sender=name)


def _context(context: Context) -> PromptMessage:
    return PromptMessage(Part.CONTEXT, "system", _remembered(context), kind=context.kind)


def _chosen(context: Context) -> PromptMessage:
    return PromptMessage(Part.RECALLED, "user", _remembered(context), kind=context.kind)


def _remembered(context: Context) -> str:
    return fenced("memory", context.text, f'kind="{context.kind}"')


def _recent(exchange: Exchange, named: bool) -> Iterator[PromptMessage]:
    user = _user_text(exchange, named)
    yield PromptMessage(Part.RECENT, "user", user, exchanges=(exchange,))
    if exchange.assistant:
        yield PromptMessage(Part.RECENT, "assistant", exchange.assistant, exchanges=(exchange,))


def _recalled(picks: Sequence[Pick], now: datetime, named: bool) -> Iterator[PromptMessage]:
    if not picks:
        return
    exchanges = tuple(pick.exchange for pick in picks)
    rows = "\n".join(_row(exchange, now, named) for exchange in exchanges)
    text = (
        "Recalled from earlier in this chat because it may bear on the message below. It was "
        f"said then, not now. Now it is {_minute(now)} ({now.tzinfo}).\n" + fenced("recalled", rows)
    )
    yield PromptMessage(Part.RECALLED, "user", text, exchanges=exchanges)


def _row(exchange: Exchange, now: datetime, named: bool) -> str:
    said = f"[{_minute(exchange.asked_at.astimezone(now.tzinfo))}]\nUser: "
    said += _user_text(exchange, named)
    return f"{said}\nYou: {exchange.assistant}" if exchange.assistant else said


def _minute(moment: datetime) -> str:
    return moment.isoformat(sep=" ", timespec="minutes")[:16]


def _user_text(exchange: Exchange, named: bool) -> str:
    """Servers refuse an empty message, so a picture without words gets some."""
    return _signed(exchange.sender.name if named else "", exchange.user or "(no text)")


def _signed(name: str, text: str) -> str:
    return f"{_shown_name(name)}: {text}" if name else text


def _shown_name(name: str) -> str:
    return " ".join(name.split())[:_NAME_CHARS]


def fenced(tag: str, text: str, attributes: str = "") -> str:
    """`text` between marks that it does not hold itself: the mark grows until that is so, which
    leaves every value as it was written and is the same on every turn."""
    while re.search(rf"<\s*/?\s*{tag}\b", text, re.IGNORECASE):
        tag += "-x"
    return f"<{' '.join(filter(None, (tag, attributes)))}>\n{text}\n</{tag}>"


def merged(prompt: Iterable[PromptMessage]) -> tuple[tuple[PromptRole, str], ...]:
    """The messages as a server gets them: neighbours of one role become one message."""
    groups = groupby(prompt, key=lambda message: message.role)
    return tuple((role, "\n\n".join(message.text for message in group)) for role, group in groups)


def prompt_tokens(prompt: Iterable[PromptMessage], count: Count) -> int:
    """What the whole prompt costs, with what chat formats add around each message."""
    texts = (text for _, text in merged(prompt))
    return REPLY_TOKENS + sum(MESSAGE_TOKENS + count(text) for text in texts)


def recall_budget(limit_tokens: int, policy: str, question: str, count: Count) -> Budget:
    """What is left for memory in a prompt of at most `limit_tokens`. Its counter prices each
    message with what the prompt puts around it, so that many short exchanges do not add up to
    a prompt above the limit."""
    room = limit_tokens - count(policy) - count(question) - FIXED_TOKENS
    return Budget(max(0, room), lambda text: count(text) + ROW_TOKENS)
