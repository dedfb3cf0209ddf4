"""What each kind finds against the characters that it recalls, exchange by exchange."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from memory.conversation import Exchange
from memory.kind import Budget, Kind, MemoryOptions, Ranking, state_from
from memory.kinds import kind_names, load_kind
from tests.bench._conversations import Asked, Talk, read_conversations, text_of

DEPTHS = (1, 2, 3, 5, 10, 20)

Point = tuple[int, float]
"""Characters recalled, and the share of the evidence among them: means over all questions."""
Curves = dict[str, list[Point]]
"""Kind -> a point for each of DEPTHS (how many exchanges are recalled), one point for a kind that
shows a text, none for one that shows nothing without a model."""

_CITED = re.compile(r"exchange (\d+)")


def curves_of(path: Path, names: Sequence[str] = ()) -> Curves:
    """Of these kinds, by default of all there are."""
    talks = read_conversations(path)
    kinds = (load_kind(name).from_options(MemoryOptions()) for name in names or kind_names())
    return {kind.name: list(_curve(kind, talks)) for kind in kinds}


def _curve(kind: Kind, talks: Sequence[Talk]) -> Iterator[Point]:
    """Each depth's point; that of a text counts the exchanges that the text cites."""
    if isinstance(kind, Ranking):
        ranked = [each for talk in talks for each in _ranked(kind, talk)]
        yield from (_point([(asked, said[:depth]) for asked, said in ranked]) for depth in DEPTHS)
        return
    texts = [each for talk in talks for each in _texts(kind, talk)]
    if any(text for _, text in texts):
        found = [share(asked, set(map(int, _CITED.findall(text)))) for asked, text in texts]
        yield round(fmean(len(text) for _, text in texts)), round(fmean(found), 2)


def _ranked(kind: Ranking, talk: Talk) -> Iterator[tuple[Asked, list[Exchange]]]:
    rank = kind.ranking(talk.exchanges, state_from(kind, talk.exchanges))
    for asked in talk.questions:
        yield asked, [pick.exchange for pick in rank(talk.question(asked))]


def _texts(kind: Kind, talk: Talk) -> Iterator[tuple[Asked, str]]:
    state, budget = state_from(kind, talk.exchanges), Budget(sys.maxsize, len)
    for asked in talk.questions:
        yield asked, kind.recall(talk.exchanges, state, talk.question(asked), budget).text


def _point(recalled: Sequence[tuple[Asked, Sequence[Exchange]]]) -> Point:
    characters = fmean(sum(len(text_of(each)) for each in said) for _, said in recalled)
    found = fmean(share(asked, {each.number for each in said}) for asked, said in recalled)
    return round(characters), round(found, 2)


def share(asked: Asked, numbers: set[int]) -> float:
    """Of the evidence, how much is among these exchanges."""
    return fmean(index + 1 in numbers for index in asked.evidence)


def best(points: Sequence[Point]) -> float:
    """The share within five exchanges, by which kinds are put in order; -1 for none."""
    return points[DEPTHS.index(5)][1] if len(points) > 1 else -1.0


def tables(by_file: Mapping[str, Curves]) -> Iterator[str]:
    """A line a kind: the share within so many exchanges, and behind it in how many characters."""
    for file, curves in by_file.items():
        lines = [file, f"{'kind':12}" + "".join(f"{depth:>15}" for depth in DEPTHS)]
        for kind, points in curves.items():
            cells = "".join(f"{share:>9.2f} ({x:>4})" for x, share in points)
            lines.append(f"{kind:12}{cells or '        nothing without a model'}")
        yield "\n".join(lines)
