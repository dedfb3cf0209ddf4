"""Installs a package that brings kinds of memory, as pip would, into a folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memory.plug_ins import GROUP
from tests.processes import ROOT


@dataclass(frozen=True)
class Package:
    """name, version 1.0 · entry points: kind's name -> "module:attribute" · its one module."""

    name: str
    points: Mapping[str, str]
    source: str

    @property
    def module(self) -> str:
        return next(iter(self.points.values())).partition(":")[0]


def install(package: Package, folder: Path) -> None:
    (folder / f"{package.module}.py").write_text(package.source, encoding="utf-8")
    about = folder / f"{package.name}-1.0.dist-info"
    about.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {package.name}\nVersion: 1.0\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    points = "\n".join(f"{name} = {found}" for name, found in package.points.items())
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{points}\n", encoding="utf-8")


def of_the_readme() -> Package:
    """The example as it stands there: its pyproject.toml and its module."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    (project,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    stored = tomllib.loads(project)["project"]
    points = stored["entry-points"][GROUP]
    named = next(iter(points.values())).partition(":")[2]
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (source,) = (block for block in blocks if f"class {named}:" in block)
    return Package(stored["name"], points, source)
