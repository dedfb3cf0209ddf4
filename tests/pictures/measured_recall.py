"""docs/recall.json: how much of the evidence every kind recalls, and in how many characters."""

from __future__ import annotations

import json

from memory.kinds import built_in
from tests.bench._recall_curves import Curves, curves_of
from tests.processes import ROOT

FIGURES = ROOT / "docs" / "recall.json"
TALKS = ROOT / "tests" / "bench" / "memorybank"
LANGUAGES = {"English": "en.json", "Chinese": "zh.json"}
ByLanguage = dict[str, Curves]


def measured() -> ByLanguage:
    return {language: curves_of(TALKS / name, built_in()) for language, name in LANGUAGES.items()}


def stored() -> ByLanguage:
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
