"""Imports point inward: bot -> workers -> memory -> the libraries named here."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = {"bot", "workers", "memory", "settings", "tests"}
MEMORY_LIBRARIES = {
    "linkify_it",
    "markdown_it",
    "networkx",
    "numpy",
    "phonenumbers",
    "regex",
    "sklearn",
}
MEMORY_MAY_SEE = MEMORY_LIBRARIES | sys.stdlib_module_names
MAY_SEE = {
    "memory": {"memory"},
    "workers": {"workers", "memory"},
    "bot": {"bot", "workers", "memory"},
}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.relative_to(ROOT)} imports relatively"
            yield (node.module or "").partition(".")[0]


def wrong_imports(package: str) -> Iterator[str]:
    for path in sources(package):
        if path.name == "__main__.py":
            continue
        for name in imported(path):
            if name in OURS and name not in MAY_SEE[package]:
                yield f"{path.relative_to(ROOT)} imports {name}"
            elif package == "memory" and name not in OURS | MEMORY_MAY_SEE:
                yield f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("package", sorted(MAY_SEE))
def test_imports_point_inward(package: str) -> None:
    assert sources(package), f"{package}/ has no sources"
    assert list(wrong_imports(package)) == []


def test_workers_do_not_know_telegram() -> None:
    offenders = [p for p in sources("workers") if "aiogram" in set(imported(p))]
    assert [str(p.relative_to(ROOT)) for p in offenders] == []
