"""graph: names and the exchanges they stand in; recalls what surrounds the question's names.

networkx is loaded with this file; a kind's file is imported only when a recipe needs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import log, sqrt
from typing import Any, ClassVar

import networkx as nx

from memory.conversation import Exchange, after
from memory.entities.known import KnownNames
from memory.kind import (
    Budget,
    Explanation,
    MemoryOptions,
    Pick,
    Place,
    Question,
    Recollection,
    State,
)
from memory.log import log_of
from memory.params import check_names, whole_number
from memory.recency import each_newest, first_that_fit, newest

MOST_NAMES = 24
"""Of one exchange that are joined with each other: a list of hundreds would join everything."""
NEARNESS = 0.5
"""Of what a name counts for, each step away from the question's own names."""

Node = str | int
"""A name, or the number of an exchange."""
Mentions = Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Graph:
    """State: {"absorbed": number of the last exchange in it, "mentions": [[number, [name, …]]]}.

    Names are nodes, and two are neighbours when one exchange mentions both. Recalled are the
    exchanges that mention the question's names or their neighbours within `depth` steps, by
    importance (near and rare names count for more), of equals the newest. A question without a
    name that was said before is answered with the newest exchanges.
    """

    k: int
    depth: int = 2

    name: ClassVar[str] = "graph"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    explanation: ClassVar[Explanation] = Explanation(
        what="The people, places and things that were named, and what was said around them.",
        good_for="Questions over a corner: Sara works with Omid, so where does her colleague live?",
        bad_for="Talk without names; and in Persian, names with no word beside them that tells.",
        origin="The graph memory of the article that Hafez grew from, with names of any script.",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Graph:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Graph:
        check_names(params, {"k", "depth"})
        k = whole_number(params, "k", MemoryOptions().recalled, least=0)
        return cls(k, whole_number(params, "depth", 2, least=0))

    def absorb(self, state: State, exchange: Exchange) -> State:
        """An exchange that is in the state already changes nothing."""
        return self.absorb_all(state, (exchange,))

    def absorb_all(self, state: State, exchanges: Sequence[Exchange]) -> State:
        """The state with the names of the exchanges after its last one; the state itself where
        there are none."""
        new = after(exchanges, _last_in(state))
        if not new:
            return state
        mentions = list(state.get("mentions", ()))
        known = KnownNames({name for _, names in mentions for name in names})
        for exchange in new:
            told = (known.told(message.text) for message in exchange.messages)
            if names := list(dict.fromkeys(name for names in told for name in names)):
                mentions.append([exchange.number, names])
        return {"absorbed": new[-1].number, "mentions": mentions}

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        """Looks no further than twice k for exchanges that fit, so that few have to be read."""
        ranked = self._ranked(exchanges, state, most=2 * self.k)(question)
        shown = first_that_fit(ranked or each_newest(exchanges), self.k, budget)
        return Recollection(picks=shown)

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        """Those that mention a name near the question's; where it has no known name, all,
        newest first."""
        rank = self._ranked(exchanges, state)
        return lambda question: rank(question) or newest(exchanges)

    def _ranked(
        self, exchanges: Sequence[Exchange], state: State, most: int | None = None
    ) -> Callable[[Question], tuple[Pick, ...]]:
        log = log_of(exchanges)
        mentions = _mentions(self.absorb_all(state, log))
        known = KnownNames({name for names in mentions.values() for name in names})
        graph = cache(lambda: _graph_of(mentions))  # most questions name nobody

        def rank(question: Question) -> tuple[Pick, ...]:
            asked = sorted(set(known.mentioned(question.text)))
            near = _near(graph(), asked, self.depth) if asked else {}
            worth = _importance(mentions, near)
            here = [number for number in worth if log.holds(number)]
            best = sorted(here, key=lambda number: (worth[number], number), reverse=True)[:most]
            return tuple(
                Pick(exchange, worth[exchange.number], _why(mentions[exchange.number], near))
                for exchange in log.bodies(best)
            )

        return rank


KIND = Graph


def _last_in(state: State) -> int:
    return int(state.get("absorbed", 0))


def _mentions(state: State) -> Mentions:
    return {number: tuple(names) for number, names in state.get("mentions", ())}


def _graph_of(mentions: Mentions) -> nx.Graph[Node]:
    """Names, and the exchanges between them: two names that one exchange mentions are two edges
    apart, which takes an edge a mention and not one a pair of names."""
    graph: nx.Graph[Node] = nx.Graph()
    for number, names in mentions.items():
        graph.add_edges_from((name, number) for name in names[:MOST_NAMES])
    return graph


def _near(graph: nx.Graph[Node], asked: Sequence[str], depth: int) -> dict[str, int]:
    """Name -> steps from the nearest of the names asked for, up to `depth`."""
    there = [name for name in asked if name in graph]
    layers = islice(nx.bfs_layers(graph, there), 0, 2 * depth + 1, 2)
    return {str(name): steps for steps, names in enumerate(layers) for name in names}


def _importance(mentions: Mentions, near: Mapping[str, int]) -> dict[int, float]:
    """Number -> what its names count for, by their distance and their rarity. A list of many names
    tells less of each of them."""
    if not near:
        return {}
    told = Counter(name for names in mentions.values() for name in names if name in near)
    counts = {
        name: log(1 + len(mentions) / told[name]) * NEARNESS**steps for name, steps in near.items()
    }
    worth = {
        number: sum(counts.get(name, 0.0) for name in names) / sqrt(len(names))
        for number, names in mentions.items()
    }
    return {number: round(value, 9) for number, value in worth.items() if value > 0}


def _why(names: Sequence[str], near: Mapping[str, int]) -> str:
    steps = min(near[name] for name in names if name in near)
    return ("named", "beside it")[steps] if steps < 2 else f"{steps} steps off"
