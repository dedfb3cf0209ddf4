"""The entities bench, on dialogues made for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench.__main__ import main


def dialogue(language: str, *turns: str, names: list[tuple[int, str]]) -> dict[str, Any]:
    return {
        "lang": language,
        "turns": [{"role": "user", "text": text} for text in turns],
        "gold": [
            *({"kind": "name", "turn": turn, "value": name} for turn, name in names),
            {"kind": "number", "turn": 0, "value": "7"},
        ],
    }


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    said = [
        dialogue(
            *("en", "I met Leila Jones.", "leila jones and zed met", "Old Savoy Hotel"),
            names=[(0, "Leila Jones"), (1, "leila jones"), (1, "zed"), (2, "Savoy")],
        ),
        dialogue("fa", "از تهران به مشهد", names=[(0, "تهران"), (0, "مشهد")]),
    ]
    file = tmp_path / "labelled.jsonl"
    file.write_text("\n".join(map(json.dumps, said)), encoding="utf-8")
    return file


def test_the_share_of_names_that_are_entities_is_told_by_language(
    labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["entities", str(labelled), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert list(rows) == ["labelled.jsonl en", "labelled.jsonl fa", "all en", "all fa"]
    assert rows["all en"] == {"names": 4, "found": 0.5, "within": 0.25, "entities_per_turn": 1.0}
    assert rows["all fa"]["found"] == 1.0


def test_hard_cases_hold_no_labelled_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "adversarial.jsonl"
    file.write_text(json.dumps({"lang": "en", "text": "Anna", "expect": []}))
    assert main(["entities", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {}


def test_a_table_has_a_line_for_each(labelled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["entities", str(labelled)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["file", "and", "language", "names", "found", "within",
                                "entities", "a", "turn"]  # fmt: skip
    assert lines[-1].split() == ["all", "fa", "2", "1.000", "0.000", "2.00"]


def test_a_file_that_cannot_be_measured_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    for content in ("{", "{}", "[]"):
        file.write_text(content)
        assert main(["entities", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 3
