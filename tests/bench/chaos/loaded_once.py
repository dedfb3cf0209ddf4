"""Loaded by the process from which all others of the bench are forked, and only there: aiogram
takes seconds to load, and a run goes on with the scripts that it began with, whatever happens to
the files meanwhile."""

from __future__ import annotations

import tests.bench.chaos.gathering
import tests.bench.chaos.producer
import tests.bench.chaos.telegram
import tests.bench.chaos.worker  # noqa: F401  # to have them loaded is all that is wanted
from workers import scripts

for _name in scripts.names():
    scripts.load(_name)
