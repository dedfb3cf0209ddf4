"""Learns when a summary pays: a naive Bayes classifier over a few plain features. Pure.

A summary pays when the prompt tokens that it saves in the next ten turns are more than the tokens
that making it costs. Whether it would have is known afterwards, for each turn that passed without
one; these are what the classifier learns from, for each chat by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.conversation import Exchange
from memory.facts.fact import facts_in
from memory.facts.question_words import SILENT
from memory.words import units

NAME = "paying"
VERSION = 1
TURNS = 10
INSTRUCTION_TOKENS = 250
"""What a summarizer is told beside the material."""
LEAST_SAMPLES = 5
"""Of each outcome; before, it does not decide."""
_LEAST_VARIANCE = 1e-3
_MOST_LESSONS = 100
"""Of one summary; each looks at all the turns before it."""

Count = Callable[[str], int]
Features = tuple[float, float, float, float]
"""ln(1 + x) of the tokens, exchanges and values past the watermark, and how much of the newest
exchange is about something new, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Mean and summed square distance from it, for each feature, of `samples` turns."""

    samples: int = 0
    means: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    squares: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)

    def with_one(self, features: Features) -> Outcome:
        """By Welford's method, which needs no sample twice."""
        samples = self.samples + 1
        means = tuple(m + (x - m) / samples for m, x in zip(self.means, features, strict=True))
        squares = tuple(
            s + (x - old) * (x - new)
            for s, x, old, new in zip(self.squares, features, self.means, means, strict=True)
        )
        return Outcome(samples, means, squares)

    def log_likelihood(self, features: Features) -> float:
        total = 0.0
        for mean, square, x in zip(self.means, self.squares, features, strict=True):
            variance = square / self.samples + _LEAST_VARIANCE
            total -= 0.5 * (math.log(2 * math.pi * variance) + (x - mean) ** 2 / variance)
        return total


@dataclass(frozen=True, slots=True)
class Payoff:
    """What was learned; survives JSON."""

    paid: Outcome = Outcome()
    lost: Outcome = Outcome()

    def to_json(self) -> dict[str, Any]:
        return {
            name: [each.samples, list(each.means), list(each.squares)]
            for name, each in (("paid", self.paid), ("lost", self.lost))
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Payoff:
        def outcome(name: str) -> Outcome:
            samples, means, squares = stored.get(name) or [0, (0.0,) * 4, (0.0,) * 4]
            return Outcome(int(samples), tuple(means), tuple(squares))

        return cls(outcome("paid"), outcome("lost"))

    def with_one(self, features: Features, *, paid: bool) -> Payoff:
        if paid:
            return Payoff(self.paid.with_one(features), self.lost)
        return Payoff(self.paid, self.lost.with_one(features))

    def probability(self, features: Features) -> float:
        """That a summary would pay now; 0 while too little is known."""
        if min(self.paid.samples, self.lost.samples) < LEAST_SAMPLES:
            return 0.0
        yes = math.log(self.paid.samples) + self.paid.log_likelihood(features)
        no = math.log(self.lost.samples) + self.lost.log_likelihood(features)
        return 1 / (1 + math.exp(min(700.0, max(-700.0, no - yes))))


def features_of(past: Sequence[Exchange], count: Count) -> Features:
    """Of the exchanges that no summary covers, oldest first; at least one."""
    tokens = sum(count(message.text) for exchange in past for message in exchange.messages)
    values = sum(len(facts_in(exchange)) for exchange in past)
    return math.log1p(tokens), math.log1p(len(past)), math.log1p(values), _novelty(past)


def learned(payoff: Payoff, past: Sequence[Exchange], summary_tokens: int, count: Count) -> Payoff:
    """What the turns since the last summary teach, now that there is a new one: at each of them
    a summary would have saved its tokens until this one came, for at most ten turns."""
    for features, paid in _lessons(past[:_MOST_LESSONS], summary_tokens, count):
        payoff = payoff.with_one(features, paid=paid)
    return payoff


def _lessons(
    past: Sequence[Exchange], summary_tokens: int, count: Count
) -> Iterator[tuple[Features, bool]]:
    for turn in range(1, len(past)):
        features = features_of(past[:turn], count)
        tokens = math.expm1(features[0])
        saved = min(TURNS, len(past) - turn) * (tokens - summary_tokens)
        yield features, saved > tokens + 2 * summary_tokens + INSTRUCTION_TOKENS


def _novelty(past: Sequence[Exchange]) -> float:
    """Share of the newest exchange's words that the ones before it do not have."""
    newest = _words(past[-1:])
    return len(newest - _words(past[-4:-1])) / len(newest) if newest else 0.0


def _words(exchanges: Sequence[Exchange]) -> set[str]:
    return {unit for each in exchanges for unit in units(each.user)} - SILENT
