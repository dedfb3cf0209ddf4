"""Whole pairs under two caps: the rule that every recent part follows, and a window that can be
used by itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import regex

from memory.conversation import Exchange
from memory.kind import Budget

Unit = Literal["codepoints", "tokens"]

_BLANK = regex.compile(r"[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*")
_LONE_SURROGATE = regex.compile(r"[\uD800-\uDFFF]")


class BadPair(ValueError):
    """Not a pair of two texts; says what is wrong, never what it held. Nothing was changed."""


class PairTooLarge(ValueError):
    """The pair alone exceeds the budget. Nothing was changed."""


class ForeignConversation(LookupError):
    """The window belongs to another conversation. Nothing was changed."""


def suffix_length(sizes_newest_first: Iterable[int], most: int, budget: int) -> int:
    """How many of the newest fit: the longest unbroken suffix of at most `most` items whose
    sizes add up to no more than `budget` (equal is allowed)."""
    kept = 0
    for size in sizes_newest_first:
        if kept >= most or size > budget:
            break
        budget -= size
        kept += 1
    return kept


def newest_that_fit(
    exchanges: Sequence[Exchange], most: int, budget: Budget
) -> tuple[Exchange, ...]:
    """The longest suffix of whole exchanges within both caps, oldest first."""
    costs = (budget.cost(exchange) for exchange in reversed(exchanges))
    kept = suffix_length(costs, most, budget.tokens)
    return tuple(exchanges[len(exchanges) - kept :])


@dataclass(frozen=True, slots=True)
class _Pair:
    user: str
    assistant: str
    size: int


class PairWindow:
    """The newest whole pairs of one conversation, under a pair cap and a budget.

    The budget holds the sum of all kept texts, in code points or in tokens (then `count` says
    how many tokens a text has). The fixed policy text is outside the budget. A pair is a mapping
    of exactly "user" and "assistant" to texts that are not blank; oldest pairs go first.
    Constructor: ValueError for an empty conversation id, caps that are not whole numbers of at
    least 1, an unknown unit, tokens without `count`.
    """

    def __init__(
        self,
        conversation: str,
        *,
        max_pairs: int,
        budget: int,
        policy: str = "",
        unit: Unit = "codepoints",
        count: Callable[[str], int] | None = None,
    ) -> None:
        _check_text("conversation", conversation)
        _check_cap("max_pairs", max_pairs)
        _check_cap("budget", budget)
        if not isinstance(policy, str) or _LONE_SURROGATE.search(policy):
            raise ValueError("policy: a text without lone surrogates is wanted")
        self._count = _counter(unit, count)
        self._conversation, self._policy, self._unit = conversation, policy, unit
        self._max_pairs, self._budget = max_pairs, budget
        self._pairs: deque[_Pair] = deque()
        self._dropped = 0

    def append(self, conversation: str, pair: Mapping[str, Any]) -> None:
        """Add the newest pair and drop the oldest that no longer fit. Raises
        ForeignConversation, BadPair or PairTooLarge and then leaves everything as it was."""
        self._check_scope(conversation)
        newest = self._measured(pair)
        self._pairs.append(newest)
        sizes = (kept.size for kept in reversed(self._pairs))
        kept = suffix_length(sizes, self._max_pairs, self._budget)
        while len(self._pairs) > kept:
            self._pairs.popleft()
            self._dropped += 1

    def export(self, conversation: str) -> dict[str, Any]:
        """A copy of everything, ready for JSON; changing it cannot change the window."""
        self._check_scope(conversation)
        return {
            "conversation": self._conversation,
            "policy": self._policy,
            "max_pairs": self._max_pairs,
            f"budget_{self._unit}": self._budget,
            "pairs": [{"user": pair.user, "assistant": pair.assistant} for pair in self._pairs],
            f"history_{self._unit}": sum(pair.size for pair in self._pairs),
            "dropped_pairs": self._dropped,
        }

    def reset(self, conversation: str) -> None:
        """Forget all pairs and how many were dropped; the policy and the caps stay."""
        self._check_scope(conversation)
        self._pairs.clear()
        self._dropped = 0

    def _check_scope(self, conversation: str) -> None:
        if not isinstance(conversation, str) or conversation != self._conversation:
            raise ForeignConversation("this window belongs to another conversation")

    def _measured(self, pair: Mapping[str, Any]) -> _Pair:
        if not isinstance(pair, Mapping) or set(pair) != {"user", "assistant"}:
            raise BadPair("a pair has exactly the fields user and assistant")
        user, assistant = pair["user"], pair["assistant"]
        for name, text in (("user", user), ("assistant", assistant)):
            _check_text(name, text)
        size = self._count(user) + self._count(assistant)
        if size > self._budget:
            raise PairTooLarge("the pair alone exceeds the window's budget")
        return _Pair(user, assistant, size)


def _check_text(name: str, text: object) -> None:
    if not isinstance(text, str):
        raise BadPair(f"{name}: a text is wanted")
    if _BLANK.fullmatch(text):
        raise BadPair(f"{name}: a text that is not blank is wanted")
    if _LONE_SURROGATE.search(text):
        raise BadPair(f"{name}: a text without lone surrogates is wanted")


def _check_cap(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"{name}: a whole number of at least 1 is wanted")


def _counter(unit: str, count: Callable[[str], int] | None) -> Callable[[str], int]:
    if unit == "codepoints" and count is None:
        return len
    if unit == "tokens" and count is not None:
        return count
    raise ValueError("unit: codepoints, or tokens together with count")
