"""The engines of the queue bench: ours in three parts, and the other ones."""

from __future__ import annotations

from tests.bench._environments import Engine

TURNS = Engine("hafez", "hafez", "turns")
LANES_ALONE = Engine("lanes_alone", "hafez", "lanes")
ANSWERS = Engine("answers", "hafez", "answers")
PEERS = (
    Engine("arq", "arq"),
    Engine("saq", "saq"),
    Engine("taskiq_list", "taskiq", "list"),
    Engine("taskiq_stream", "taskiq", "stream"),
    Engine("bullmq", "bullmq"),
    Engine("docket", "docket"),
    Engine("streaq", "streaq"),
)
