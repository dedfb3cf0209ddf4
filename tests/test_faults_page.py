"""docs/faults.md tells of reported faults and names, for each, tests that there are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "faults.md"
COLUMNS = "| id | what users reported | what Hafez does | shown by |"
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")


class Row(NamedTuple):
    part: str
    ids: tuple[int, ...]
    reported: str
    done: str
    tests: tuple[tuple[str, str], ...]


def rows_of(page: str) -> Iterator[Row]:
    part = ""
    for line in page.splitlines():
        if line.startswith("## "):
            part = line[3:]
        elif re.match(r"\| \d", line):
            ids, reported, done, tests = (cell.strip() for cell in line.strip("| ").split(" | "))
            numbers = tuple(int(number) for number in ids.split(", "))
            yield Row(part, numbers, reported, done, tuple(TEST.findall(tests)))


ROWS = tuple(rows_of(PAGE.read_text(encoding="utf-8")))


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in tree.body if isinstance(node, functions))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(map(str, row.ids)))
def test_every_row_is_told_and_shown_by_tests_that_there_are(row: Row) -> None:
    assert row.reported
    assert row.done
    assert row.tests
    for path, name in row.tests:
        assert path.startswith("tests/")
        assert name.startswith("test_")
        assert name in names_in(path), f"{path} has no {name}"


def test_each_fault_stands_once_and_in_order() -> None:
    ids = [row.ids[0] for row in ROWS]
    every = [number for row in ROWS for number in row.ids]
    assert ids == sorted(ids)
    assert len(every) == len(set(every))


def test_every_part_has_its_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    parts = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert len(parts) == page.count(COLUMNS)
    assert {row.part for row in ROWS} == set(parts)


def test_a_test_that_is_gone_would_be_seen() -> None:
    line = (
        f"## 1 Part\n{COLUMNS}\n|-|-|-|-|\n| 1, 2 | a | b | `tests/test_faults_page.py::test_no` |"
    )
    (row,) = rows_of(line)
    assert row == Row("1 Part", (1, 2), "a", "b", (("tests/test_faults_page.py", "test_no"),))
    assert "test_no" not in names_in("tests/test_faults_page.py")
