"""Imports point inward: bot -> workers -> memory -> the libraries named here."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
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
ELSEWHERE = ROOT / "tests" / "bench" / "peers"
"""Other engines, each run in an environment of its own that its own pinned file makes."""
MAY_SEE = {
    "memory": {"memory"},
    "workers": {"workers", "memory"},
    "bot": {"bot", "workers", "memory"},
}


def is_wrong(package: str, name: str) -> bool:
    if name in OURS:
        return name not in MAY_SEE[package]
    return package == "memory" and name not in MEMORY_LIBRARIES | sys.stdlib_module_names


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
        if path.name != "__main__.py":
            wrong = (name for name in imported(path) if is_wrong(package, name))
            yield from (f"{path.relative_to(ROOT)} imports {name}" for name in wrong)


@pytest.mark.parametrize("package", sorted(MAY_SEE))
def test_imports_point_inward(package: str) -> None:
    assert sources(package), f"{package}/ has no sources"
    assert list(wrong_imports(package)) == []


def test_workers_do_not_know_telegram() -> None:
    offenders = [p for p in sources("workers") if "aiogram" in set(imported(p))]
    assert [str(p.relative_to(ROOT)) for p in offenders] == []


def required(*names: str) -> set[str]:
    """The packages that these files ask for themselves, not through another package."""
    lines = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in names)
    return {normal(name) for name in re.findall(r"^([\w.-]+)==", lines, re.MULTILINE)}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def not_required(paths: list[Path], asked_for: set[str]) -> Iterator[str]:
    homes = packages_distributions()
    for path in paths:
        for name in set(imported(path)) - OURS - sys.stdlib_module_names:
            if asked_for.isdisjoint(map(normal, homes.get(name, [name]))):
                yield f"{path.relative_to(ROOT)} imports {name}"


def test_every_library_that_is_imported_is_asked_for() -> None:
    ours = [ROOT / "settings.py", *(path for package in MAY_SEE for path in sources(package))]
    assert list(not_required(ours, required("requirements.in"))) == []
    asked_for = required("requirements.in", "requirements-dev.in")
    here = [path for path in sources("tests") if path.parent != ELSEWHERE]
    assert list(not_required(here, asked_for)) == []
