"""docs/recall.json: how much of the evidence every kind recalls, and in how many characters."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from memory.conversation import Exchange
from memory.kind import Budget, Kind, MemoryOptions, Ranking, state_from
from memory.kinds import built_in, load_kind
from tests.bench._conversations import Asked, Talk, read_conversations
from tests.bench.recall import text_of
from tests.processes import ROOT

FIGURES = ROOT / "docs" / "recall.json"
TALKS = ROOT / "tests" / "bench" / "memorybank"
LANGUAGES = {"English": "en.json", "Chinese": "zh.json"}
DEPTHS = (1, 2, 3, 5, 10, 20)

Point = tuple[int, float]
"""Characters recalled, and the share of the evidence among them: means over all questions."""
Curves = dict[str, dict[str, list[Point]]]
"""Language -> kind -> a point for each of DEPTHS (how many exchanges are recalled), one point for
a kind that shows a text, none for one that shows nothing without a model."""

_CITED = re.compile(r"exchange (\d+)")


def measured() -> Curves:
    return {language: _of_file(TALKS / name) for language, name in LANGUAGES.items()}


def stored() -> Curves:
    found = json.loads(FIGURES.read_text(encoding="utf-8"))
    return {
        language: {kind: [(int(x), y) for x, y in points] for kind, points in curves.items()}
        for language, curves in found.items()
    }


def write() -> None:
    lines = (
        f'  "{language}": {{\n'
        + ",\n".join(f'    "{kind}": {json.dumps(points)}' for kind, points in curves.items())
        + "\n  }"
        for language, curves in measured().items()
    )
    FIGURES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _of_file(path: Path) -> dict[str, list[Point]]:
    talks = read_conversations(path)
    kinds = {name: load_kind(name).from_options(MemoryOptions()) for name in built_in()}
    return {name: list(_curve(kind, talks)) for name, kind in kinds.items()}


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
