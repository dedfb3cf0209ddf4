"""The benches that fit the search, on a tiny set made for them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.bench.__main__ import main
from tests.bench.fit import NOT_FITTED, PARTS, examples, fitted, with_weights
from tests.bench.floor import shares

SAID = ("I ate rice on Monday", "the train leaves at nine", "my cat is Miso", "the sea was cold")
ASKED = (("what is my cat called?", 2), ("when does the train leave?", 1), ("how was the sea?", 3))


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    def talk(name: str) -> dict[str, object]:
        exchanges = [
            {"user": f"{text} {name}", "assistant": "ok", "session": i, "date": ""}
            for i, text in enumerate(SAID)
        ]
        questions = [
            {"question": text, "evidence": [at], "category": 5 if at == 3 else 1}
            for text, at in ASKED
        ]
        return {"id": name, "exchanges": exchanges, "questions": questions}

    file = tmp_path / "tiny.json"
    names = ("Ada", "Bo", "Cy", "Di", "Ed")
    file.write_text(json.dumps({"conversations": [talk(name) for name in names]}))
    return str(file)


def test_the_weights_that_are_fitted_rank_the_evidence_first(tiny: str) -> None:
    given = list(examples(tiny))
    weights = fitted(given)
    assert len(given) == 10
    assert (weights >= 0).all()
    assert with_weights(given, weights)[tiny]["nDCG@10"] == 1.0


def test_a_part_that_puts_the_evidence_last_gets_no_weight(tiny: str) -> None:
    """The length of what was said is turned round, so that it always misleads."""
    at = PARTS.index("length")

    def misled(lists: np.ndarray, evidence: tuple[int, ...]) -> np.ndarray:
        column = np.ones(len(lists))
        column[list(evidence)] = 0
        changed = lists.copy()
        changed[:, at] = column
        return changed

    given = [replace(each, lists=misled(each.lists, each.evidence)) for each in examples(tiny)]
    weights = fitted(given)
    assert weights[at] == 0
    assert all(weights[PARTS.index(part)] > 0 for part in NOT_FITTED)


def test_the_fit_prints_figures_and_weights(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", tiny]) == 0
    printed = capsys.readouterr().out
    assert "cross-validated, 5 folds" in printed
    assert all(f'"{part}": ' in printed for part in PARTS)


def test_the_floor_is_shown_for_questions_that_have_an_answer_and_that_have_none(
    tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = shares(Path(tiny))
    assert list(found) == ["answered", "adversarial", "elsewhere"]
    assert found["answered"] == 0
    assert main(["floor", tiny]) == 0
    assert "answered       0.000" in capsys.readouterr().out
