"""The rendering bench: its verdict sees what is lost, and ours loses nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.rendering import NASTY, measured, prefixes, read, run
from tests.bench.rendering.fuzz import fuzzed
from tests.bench.rendering.renderers import ours
from tests.bench.rendering.verdict import altered_code, lost
from tests.telegram import judge

judged = pytest.mark.skipif(not judge.available(), reason=judge.MISSING)


def part(text: str) -> list[tuple[str, list[dict[str, object]]]]:
    return [(text, [])]


@pytest.mark.parametrize(
    ("source", "delivered", "missing"),
    [
        ("Use <div> now", "Use now", ["div"]),
        ("2*3*4=24", "2*3*4=24", []),
        ("one **two** three", "one three two", ["three"]),
        ("[unused]: http://e.com", "", ["http"]),
        ("1. a\n- [x] b\n\n```py\nc\n```", "• a\n☑ b\nc", []),
        ("|a|b|\n|-|-|\n|1|2|3|", "a b 1 2", ["3"]),
        ("[a](./b)", "a", ["b"]),
    ],
)
def test_lost_words_are_seen(source: str, delivered: str, missing: list[str]) -> None:
    assert set(missing) <= set(lost(source, part(delivered)))
    assert bool(lost(source, part(delivered))) == bool(missing)


@pytest.mark.parametrize(
    ("source", "delivered", "altered"),
    [
        ("a `x  y` b", "a x  y b", []),
        ("a `x_y` b", "a xy b", ["x_y"]),
        ("```\na\n  b\n```", "a\nb", ["a\n  b"]),
        ("> ```\n> a\n>  b\n> ```", "a\n b", []),
    ],
)
def test_altered_code_is_seen(source: str, delivered: str, altered: list[str]) -> None:
    assert altered_code(source, part(delivered)) == altered


def test_code_that_a_message_ends_within_counts_without_white_space() -> None:
    assert altered_code("```\na\nb c\n```", [("a", []), ("b", []), ("c", [])]) == []


def test_all_prefixes_of_a_common_text_are_taken() -> None:
    assert list(prefixes("abcd")) == ["a", "ab", "abc"]
    assert 200 < len(list(prefixes("x" * 6000))) <= 300


def test_our_nasty_texts_are_many_and_in_five_languages() -> None:
    ids = [name for name, _ in read(NASTY)]
    assert len(set(ids)) == len(ids) >= 60
    assert {name[:2] for name in ids} == {"en", "fa", "zh", "ru", "ar"}


@judged
def test_ours_loses_nothing_of_the_shorter_nasty_texts_and_of_random_ones() -> None:
    nasty = [(name, text) for name, text in read(NASTY) if len(text) < 200]
    figures = measured(ours, nasty)
    assert figures.faults == []
    assert figures.prefixes > 1000
    for name, text in fuzzed([text for _, text in nasty], 300, seed=7):
        parts = ours(text)
        assert (name, lost(text, parts), altered_code(text, parts)) == (name, [], [])


@judged
def test_the_bench_prints_its_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "texts.jsonl"
    file.write_text('{"id": "a", "text": "**b** <i>"}\n{"id": "b", "text": "`c`"}\n')
    assert run([str(file), "--json", "--alone"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["texts"], figures["prefixes"]) == (2, 10)
    assert (figures["refused"], figures["lost"], figures["code_altered"]) == (0, 0, 0)


@judged
def test_a_file_that_is_none_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["missing.jsonl"]) == 2
    assert "cannot be measured" in capsys.readouterr().err


@judged
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "it holds no line"),
        ('{"id": 1, "text": "a"}\n\n{"id": 2', "line 3 is no JSON"),
        ('{"id": 1}', "line 1 is no {"),
        ('{"text": "a"}', "line 1 is no {"),
        ('{"id": 1, "text": null}', "line 1 is no {"),
        ('["a"]', "line 1 is no {"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "texts.jsonl"
    file.write_text(content)
    assert run([str(file), "--alone"]) == 2
    assert said in capsys.readouterr().err


@judged
def test_a_line_ends_at_its_end_only(tmp_path: Path) -> None:
    file = tmp_path / "texts.jsonl"
    file.write_text('{"id": "a", "text": "b\u2028c\u0085d"}\r\n', encoding="utf-8", newline="")
    assert read(file) == [("a", "b\u2028c\u0085d")]
