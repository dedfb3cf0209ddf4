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


REPORTS = (
    *(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37),
    *(38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71),
    *(73, 74, 76, 77, 79, 80, 82, 83, 85, 86, 88, 89, 91, 92, 94, 95, 97, 98, 100, 101, 103, 104),
    *(106, 107, 109, 110, 112),
)
"""The numbers of the list that the project was given; those about memory have names instead."""


class Row(NamedTuple):
    part: str
    id: str
    reported: str
    done: str
    tests: tuple[tuple[str, str], ...]


def rows_of(page: str) -> Iterator[Row]:
    part = ""
    for line in page.splitlines():
        if line.startswith("## "):
            part = line[3:]
        elif line.startswith("| ") and line != COLUMNS:
            id_, reported, done, tests = (cell.strip() for cell in line.strip("| ").split(" | "))
            yield Row(part, id_, reported, done, tuple(TEST.findall(tests)))


ROWS = tuple(rows_of(PAGE.read_text(encoding="utf-8")))


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in tree.body if isinstance(node, functions))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_every_row_is_told_and_shown_by_tests_that_there_are(row: Row) -> None:
    assert row.reported
    assert row.done
    assert row.tests
    for path, name in row.tests:
        assert path.startswith("tests/")
        assert name.startswith("test_")
        assert name in names_in(path), f"{path} has no {name}"


def test_each_numbered_report_stands_once_and_in_order() -> None:
    assert tuple(int(row.id) for row in ROWS if row.id.isdigit()) == REPORTS


def test_every_part_has_its_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    parts = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert len(parts) == page.count(COLUMNS)
    assert {row.part for row in ROWS} == set(parts)


def test_a_test_that_is_gone_would_be_seen() -> None:
    line = f"## 1 Part\n{COLUMNS}\n|-|-|-|-|\n| 1 | a | b | `tests/test_faults_page.py::test_no` |"
    (row,) = rows_of(line)
    assert row == Row("1 Part", "1", "a", "b", (("tests/test_faults_page.py", "test_no"),))
    assert "test_no" not in names_in("tests/test_faults_page.py")
