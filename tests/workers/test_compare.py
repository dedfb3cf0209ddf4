"""The compare command: files in, a table or JSON out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memory.kinds import kind_names
from workers.compare import run_compare

CASE = Path(__file__).parents[1] / "cases" / "recall_comparison.json"


def test_json_gives_the_exchange_numbers_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_compare(str(CASE), as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == {
        "window": [4, 5, 6],
        "nearest": [1, 6, 2],
        "clusters": [1, 2, 6],
    }


def test_the_table_says_what_is_recalled_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_compare(str(CASE)) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["window", "4", "-", "newest", "Will", "it", "rain", "tomorrow?"] in rows
    assert ["nearest", "6", "0.1739", "similar", "Do", "you", "like", "Python?"] in rows
    assert ["clusters", "1", "0.5228", "cluster", "1", "I", "love", "Python", "programming"] in rows


def test_the_table_has_rows_of_every_kind_whatever_the_file_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_compare(str(CASE)) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert {row.split()[0] for row in rows} == set(kind_names())
    file = tmp_path / "asked.json"
    file.write_text('{"exchanges": [["I am Sara, order AB-12", "ok"]], "question": "AB-12"}')
    assert run_compare(str(file)) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert {row.split()[0] for row in rows} == set(kind_names())
    assert any(row.startswith("facts") and "AB-12" in row for row in rows)


def test_json_has_texts_of_the_kinds_that_show_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_compare(str(CASE), as_json=True, every_kind=True) == 0
    shown = json.loads(capsys.readouterr().out)
    assert set(shown) == set(kind_names())
    assert shown["window"] == [4, 5, 6]
    assert "likes: Python programming" in shown["profile"]


def test_a_kind_that_recalls_nothing_is_in_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "empty.json"
    file.write_text('{"exchanges": [], "question": "?"}')
    assert run_compare(str(file)) == 0
    assert "nothing" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b"{}",
        b'{"question": "?", "exchanges": [[1, 2]]}',
    ],
    ids=["missing", "empty", "cut", "bytes", "deep", "no fields", "no texts"],
)
def test_a_bad_file_is_one_sentence_and_exit_2(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "comparison.json"
    if content is not None:
        file.write_bytes(content)

    assert run_compare(str(file)) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"{file}: ")
    assert said.err.count("\n") == 1


def test_letters_that_the_terminal_lacks_do_not_stop_it(tmp_path: Path) -> None:
    file = tmp_path / "comparison.json"
    file.write_text('{"exchanges": [["سلام \\ud800", "ok"]], "question": "سلام"}', "utf-8")
    code = f"from workers.compare import run_compare; run_compare({str(file)!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert b"nearest" in done.stdout


def test_comparing_loads_neither_telegram_nor_langchain() -> None:
    code = (
        "import sys; from workers.compare import run_compare;"
        f"run_compare({str(CASE)!r}, as_json=True);"
        "sys.exit(any(n.startswith(('aiogram', 'langchain', 'openai')) for n in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
