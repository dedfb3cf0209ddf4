"""fit FILE…: the weights of the search's parts that rank the evidence of these files best.

One set of weights for all files. Each question's evidence should come out first: the weights are
the most likely ones of a softmax over the exchanges (listwise), found by gradient ascent, none
below 0. Cross-validated over conversations, to tell how far to trust them: the conversations of a
fold are ranked by weights that were fitted without them. What is printed last is for
memory/search/weights.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from memory.conversation import Exchange
from memory.search.card import card_of
from memory.search.index import SearchIndex
from memory.search.weights import WEIGHTS
from tests.bench._conversations import Talk, read_conversations
from tests.bench.recall import score

FOLDS = 5
STEPS = 300
STEP = 0.05
STEADY = 1e-4
"""How much large weights are held back."""
SHOWN = ("R@5", "R@10", "nDCG@10")
PARTS = tuple(WEIGHTS)
NOT_FITTED = ("mine",)
"""The files hold no talk about things of the user's that others have too; set by hand."""

Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """A question's lists, a row an exchange and a column a part; `weight`: what it counts in the
    fit, so that each file counts by the root of its questions."""

    file: str
    fold: int
    exchanges: tuple[Exchange, ...]
    evidence: tuple[int, ...]
    lists: NDArray[np.float64]
    weight: float

    @property
    def wanted(self) -> NDArray[np.float64]:
        """The evidence as shares that sum to 1."""
        found = np.zeros(len(self.exchanges))
        found[sorted(set(self.evidence))] = 1 / len(set(self.evidence))
        return found

    def figures(self, weights: Weights) -> Mapping[str, float]:
        scores = (self.lists @ weights).round(12)
        order = np.lexsort((-np.arange(len(scores)), -scores))
        return score([self.exchanges[i] for i in order], self.evidence)


def examples(file: str) -> Iterator[Example]:
    talks = read_conversations(Path(file))
    weight = 1 / np.sqrt(sum(len(talk.questions) for talk in talks))
    for i, talk in enumerate(talks):
        index = indexed(talk)
        for asked in talk.questions:
            lists = index.lists(talk.question(asked))
            columns = np.stack([lists[part] for part in PARTS], axis=1)
            yield Example(file, i % FOLDS, talk.exchanges, asked.evidence, columns, weight)


def indexed(talk: Talk) -> SearchIndex:
    index = SearchIndex()
    for exchange in talk.exchanges:
        index.add(exchange.number, card_of(exchange))
    return index


def fitted(given: Sequence[Example]) -> Weights:
    """Gradient ascent on the mean log-likelihood with momentum (Adam)."""
    weights = np.array([WEIGHTS[part] for part in PARTS])
    free = np.array([part not in NOT_FITTED for part in PARTS])
    mean, square = np.zeros(len(PARTS)), np.zeros(len(PARTS))
    for step in range(1, STEPS + 1):
        slope = (_slope(given, weights) - 2 * STEADY * weights) * free
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        move = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        weights = np.maximum(0, weights + STEP * move)
    return weights


def _slope(given: Sequence[Example], weights: Weights) -> Weights:
    whole = sum(each.weight for each in given)
    slope = np.zeros(len(weights))
    for each in given:
        scores = each.lists @ weights
        likely = np.exp(scores - scores.max())
        slope += each.weight * ((each.wanted - likely / likely.sum()) @ each.lists)
    return slope / whole


def cross_validated(given: Sequence[Example]) -> dict[str, dict[str, float]]:
    """File -> mean figures, of weights that did not see the conversation."""
    found: dict[str, list[Mapping[str, float]]] = {}
    for fold in range(FOLDS):
        weights = fitted([each for each in given if each.fold != fold])
        for each in given:
            if each.fold == fold:
                found.setdefault(each.file, []).append(each.figures(weights))
    return means(found)


def means(found: Mapping[str, Sequence[Mapping[str, float]]]) -> dict[str, dict[str, float]]:
    return {
        file: {name: fmean(each[name] for each in figures) for name in SHOWN}
        for file, figures in found.items()
    }


def with_weights(given: Sequence[Example], weights: Weights) -> dict[str, dict[str, float]]:
    found: dict[str, list[Mapping[str, float]]] = {}
    for each in given:
        found.setdefault(each.file, []).append(each.figures(weights))
    return means(found)


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench fit", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    given = [each for file in parser.parse_args(argv).files for each in examples(file)]
    now = np.array([WEIGHTS[part] for part in PARTS])
    _print("as the weights are", with_weights(given, now))
    _print(f"cross-validated, {FOLDS} folds", cross_validated(given))
    weights = fitted(given)
    _print("fitted", with_weights(given, weights))
    print("".join(f'    "{part}": {w:.1f},\n' for part, w in zip(PARTS, weights, strict=True)))
    return 0


def _print(title: str, table: Mapping[str, Mapping[str, float]]) -> None:
    print(f"{title:40}" + "".join(f"{name:>9}" for name in SHOWN))
    for file, figures in table.items():
        print(f"  {file[-38:]:38}" + "".join(f"{figures[name]:9.3f}" for name in SHOWN))
    print(flush=True)
