"""The benches, on a tiny set made for them."""

from __future__ import annotations

import json
from math import log2
from pathlib import Path
from typing import Any

import pytest

from memory.conversation import pair
from memory.kinds import kind_names
from tests.bench.__main__ import main, subcommands
from tests.bench._conversations import read_conversations
from tests.bench.recall import measure_file, methods, score

COLUMNS = ["R@3", "R@5", "R@10", "R@20", "nDCG@10", "chars@10"]
SAID = [
    ("my cat is called Miso", "a lovely name"),
    ("the train leaves at nine", "do not be late"),
    ("我的猫叫小白", "好可爱"),
    ("قطار ساعت نه می‌رود", "دیر نکن"),
    ("we ate rice", "with   fish\n"),
    ("it rained", "all day"),
]


def exchange(user: str, assistant: str) -> dict[str, Any]:
    return {"user": user, "assistant": assistant, "session": 0, "date": ""}


def asked(question: str, *evidence: int, category: Any = 0) -> dict[str, Any]:
    return {"question": question, "evidence": list(evidence), "category": category}


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    questions = [
        asked("what is my cat called?", 0),
        asked("猫叫什么？", 2),
        asked("قطار کی میرود؟", 3),
        asked("what about the rain?", 5, category=5),
        asked("nothing holds this", category=1),
    ]
    talk = {"id": "t", "exchanges": [exchange(*texts) for texts in SAID], "questions": questions}
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps({"conversations": [talk]}), encoding="utf-8")
    return file


def test_category_5_and_questions_without_evidence_are_left_out(tiny: Path) -> None:
    (talk,) = read_conversations(tiny)
    assert [each.evidence for each in talk.questions] == [(0,), (2,), (3,)]


def test_texts_are_collapsed_and_cut(tmp_path: Path) -> None:
    talk = {"exchanges": [exchange("a  b\n", "c" * 3000)], "questions": []}
    file = tmp_path / "long.json"
    file.write_text(json.dumps({"conversations": [talk]}))
    said = read_conversations(file)[0].exchanges[0]
    assert said.user == "a b"
    assert len(f"{said.user} {said.assistant}") == 2000


def test_the_default_recipe_finds_what_the_window_cannot(tiny: Path) -> None:
    table = measure_file(tiny)
    assert table["full"]["nDCG@10"] == 1.0
    assert table["course-tfidf"]["nDCG@10"] < 1.0
    assert table["window"]["R@3"] == pytest.approx(1 / 3, abs=0.001)
    assert all(list(figures) == COLUMNS for figures in table.values())


def test_every_kind_that_ranks_is_measured() -> None:
    assert {"window", "buffer", "nearest", "clusters", "full"} <= set(methods())
    assert {"course-tfidf", "course-kmeans"} <= set(methods())


def test_recall_is_the_share_of_evidence_entries_and_gain_falls_with_the_place() -> None:
    ranked = [pair(n, "u" * n, "a") for n in (4, 9, 1, 2)]
    figures = score(ranked, (3, 1, 1, 7))
    assert figures["R@3"] == 0.25
    assert figures["R@5"] == 0.75
    best = 1 + 1 / log2(3) + 1 / log2(4)
    assert figures["nDCG@10"] == pytest.approx((1 + 1 / log2(5)) / best)
    assert figures["chars@10"] == 4 + 9 + 1 + 2 + 2 * 4


def test_json_names_the_files_as_they_were_given(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tiny.parent)
    assert main(["recall", "./tiny.json", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert list(table) == ["./tiny.json"]
    assert list(table["./tiny.json"]["window"]) == COLUMNS


def test_the_table_has_a_line_per_method(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recall", str(tiny)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == str(tiny)
    assert lines[1].split() == ["method", *COLUMNS]
    assert {line.split()[0] for line in lines[2:]} == set(methods())


def test_curves_have_a_line_for_every_kind_those_that_show_texts_too(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recall", "--curves", str(tiny)]) == 0
    file, head, *rows = capsys.readouterr().out.splitlines()
    assert (file, head.split()) == (str(tiny), ["kind", "1", "2", "3", "5", "10", "20"])
    assert {row.split()[0] for row in rows} == set(kind_names())
    assert main(["recall", "--curves", f"{tiny}x"]) == 2


def test_a_file_that_cannot_be_measured_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.json"
    for content in ("{", "{}", "[]"):
        file.write_text(content)
        assert main(["recall", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_the_subcommands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "recall" in subcommands()
    assert main([]) == 0
    assert "recall" in capsys.readouterr().out
    assert main(["no-such"]) == 2
    assert "no-such" in capsys.readouterr().err
