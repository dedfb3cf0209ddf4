"""Loaded by the process from which all others of the bench are forked, and only there: aiogram
takes seconds to load, and a run goes on with the scripts that it began with, whatever happens to
the files meanwhile. What is loaded is never looked at for garbage again, as in the real worker: a
look at it all takes a quarter of a second of the processor, on a busy machine a whole second, in
which a worker hears and does nothing."""

from __future__ import annotations

import tests.bench.chaos.gathering
import tests.bench.chaos.producer
import tests.bench.chaos.telegram
import tests.bench.chaos.worker  # noqa: F401  # to have them loaded is all that is wanted
from workers import scripts
from workers.garbage import look_seldom

for _name in scripts.names():
    scripts.load(_name)
look_seldom()
