"""The benches of facts: what counts as held, as a fragment and as whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench.__main__ import main
from tests.bench._value_test import composed, stands_in
from tests.bench.adversarial import is_whole

SAID = "Pay 12,500 EUR to AB-77 on Friday"


def gold(value: str, kind: str) -> dict[str, Any]:
    start = SAID.index(value)
    end = start + len(value)
    return {"value": value, "kind": kind, "turn": 0, "start": start, "end": end}


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """One dialogue that says everything twice; 500 and a name in it are labelled too."""
    values = [gold("12,500 EUR", "price"), gold("500", "number"), gold("AB-77", "id")]
    values += [gold("Friday", "date"), gold("Pay", "name")]
    turns = [{"role": "user", "text": SAID}, {"role": "assistant", "text": SAID}]
    file = tmp_path / "labelled.jsonl"
    file.write_text(json.dumps({"turns": turns, "gold": [*values, values[0]]}), encoding="utf-8")
    return file


def figures(capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    assert main(argv) == 0
    return json.loads(capsys.readouterr().out)


def test_each_kind_and_value_counts_once_and_names_do_not(
    labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = figures(capsys, "facts", str(labelled), "--json")[str(labelled)]
    assert found.pop("time_ratio") > 0
    assert found == {
        "digit_n": [2, 3],
        "word_n": [1, 1],
        "chars": [len("12,500 EUR") + len("AB-77") + len("Friday"), 2 * len(SAID)],
        "fragments": 0,
        "core": 5,
        "kinds": {"date": [1, 1], "id": [1, 1], "number": [0, 1], "price": [1, 1]},
    }


def test_a_part_of_a_labelled_value_is_a_fragment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = {"value": SAID, "kind": "id", "turn": 0, "start": 0, "end": len(SAID)}
    file = tmp_path / "whole.jsonl"
    file.write_text(json.dumps({"turns": [{"role": "user", "text": SAID}], "gold": [whole]}))
    assert figures(capsys, "facts", str(file), "--json")[str(file)]["fragments"] == 3


def test_the_table_names_every_figure(labelled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", str(labelled)]) == 0
    table = capsys.readouterr().out
    assert all(name in table for name in ("digit_n", "word_n", "chars", "fragments", "time_ratio"))
    assert "2 of 3" in table


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("10", "10"),
        ("10", "at 10kg"),
        ("10", "at 10, or"),
        ("十", "二十元"),
        ("5分", "得5分吧"),
        ("۱۰", "\u200fکد ۱۰"),
        ("e\u0301", "\u00e9"),
    ],
)
def test_a_value_stands_in_a_text_as_itself(value: str, text: str) -> None:
    assert stands_in(composed(value), composed(text))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("10", "100"),
        ("10", "10:30"),
        ("10", "v2.10"),
        ("۱۰", "۱۰٫۵"),
        ("۱۰", "10"),
        ("cat", "cats"),
        ("می\u200cرود", "میرود"),
        ("5分", "4.5分"),
    ],
)
def test_a_part_of_a_number_or_word_is_not_the_value(value: str, text: str) -> None:
    assert not stands_in(composed(value), composed(text))


CASE = {
    "expect": [{"value": "M8x40"}, {"value": "€0.35"}],
    "forbid_alone": ["40"],
    "not_fact": ["---"],
}


@pytest.mark.parametrize(
    ("kept", "whole"),
    [
        ({"M8x40", "€0.35"}, True),
        ({"bolt M8x40", "€0.35", "8"}, True),
        ({"M8x40 | 1234567890 | a long | €0.35"}, False),
        ({"M8x40"}, False),
        ({"M8x40", "€0.35", "40"}, False),
        ({"M8x40", "€0.35", "---"}, False),
    ],
)
def test_a_case_is_whole_when_nothing_is_lost_and_nothing_stands_alone(
    kept: set[str], whole: bool
) -> None:
    assert is_whole(CASE, kept) is whole


def test_the_adversarial_bench_names_what_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [
        {"id": "good", "text": "It costs €5.", "expect": [{"value": "€5"}]},
        {"id": "bad", "text": "It costs €5.", "expect": [{"value": "costs"}]},
    ]
    file = tmp_path / "cases.jsonl"
    lines = (json.dumps({**case, "forbid_alone": [], "not_fact": []}) for case in cases)
    file.write_text("\n".join(lines), encoding="utf-8")
    assert figures(capsys, "adversarial", str(file), "--json") == {
        "cases": 2, "whole": 1, "failed": ["bad"],
    }  # fmt: skip
    assert main(["adversarial", str(file)]) == 0
    assert "1 of 2 cases" in capsys.readouterr().out


def test_an_unreadable_file_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", str(tmp_path / "none")]) == 2
    assert main(["adversarial", str(tmp_path / "none")]) == 2
    assert "cannot be measured" in capsys.readouterr().err
