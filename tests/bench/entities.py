"""entities FILE… [--json]: which labelled names of dialogues are found as entities.

Files: one dialogue a line, as `facts` reads them; only gold of kind "name" counts. A name is found
when the graph of its dialogue's exchanges so far knows it under the very same key in its turn.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from memory.entities.known import KnownNames
from memory.entities.naming import entity_key

Figures = dict[str, Any]


def measure_file(path: Path) -> Counter[tuple[str, str]]:
    """(language, what was counted) -> how often."""
    counted: Counter[tuple[str, str]] = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        dialogue = json.loads(line)
        if "expect" in dialogue:
            continue  # a hard case, as `adversarial` reads them: no names are labelled
        for what, count in _of(dialogue).items():
            counted[str(dialogue["lang"]), what] += count
    return counted


def _of(dialogue: Mapping[str, Any]) -> Counter[str]:
    """names, found: gold · within: gold inside a longer entity · turns, entities: all there are."""
    counted: Counter[str] = Counter()
    known = KnownNames()
    for number, turn in enumerate(dialogue["turns"]):
        found = known.told(turn["text"])
        gold = [
            entity_key(each["value"])
            for each in dialogue["gold"]
            if each["kind"] == "name" and each["turn"] == number
        ]
        counted["turns"] += 1
        counted["entities"] += len(found)
        counted["names"] += len(gold)
        counted["found"] += sum(key in found for key in gold)
        counted["within"] += sum(key not in found and _inside(key, found) for key in gold)
    return counted


def _inside(key: str, found: Iterable[str]) -> bool:
    return any(key in each for each in found)


def figures(counted: Mapping[tuple[str, str], int], language: str) -> Figures:
    """found, within: shares of the names · entities_per_turn: how freely entities are given."""
    names = counted.get((language, "names"), 0)
    return {
        "names": names,
        "found": _share(counted.get((language, "found"), 0), names),
        "within": _share(counted.get((language, "within"), 0), names),
        "entities_per_turn": _share(
            counted.get((language, "entities"), 0), counted.get((language, "turns"), 0)
        ),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 0.0


def run(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench entities", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args(argv)
    try:
        by_file = {file: measure_file(Path(file)) for file in asked.files}
    except (OSError, KeyError, TypeError, ValueError) as error:
        print(f"a file cannot be measured: {error!r}", file=sys.stderr)
        return 2
    rows = dict(_rows(by_file))
    print(json.dumps(rows, indent=1) if asked.json else "\n".join(_table(rows)))
    return 0


def _rows(by_file: Mapping[str, Counter[tuple[str, str]]]) -> Iterator[tuple[str, Figures]]:
    """Each file that has names, then each language over all files."""
    overall: Counter[tuple[str, str]] = Counter()
    for file, counted in by_file.items():
        overall.update(counted)
        for language in _languages(counted):
            yield f"{Path(file).name} {language}", figures(counted, language)
    for language in _languages(overall):
        yield f"all {language}", figures(overall, language)


def _languages(counted: Mapping[tuple[str, str], int]) -> list[str]:
    return sorted(
        {language for language, what in counted if what == "names" and counted[language, what]}
    )


def _table(rows: Mapping[str, Figures]) -> Iterator[str]:
    yield f"{'file and language':32}{'names':>7}{'found':>8}{'within':>8}{'entities a turn':>17}"
    for name, row in rows.items():
        shares = f"{row['found']:>8.3f}{row['within']:>8.3f}"
        yield f"{name:32}{row['names']:>7}{shares}{row['entities_per_turn']:>17.2f}"
