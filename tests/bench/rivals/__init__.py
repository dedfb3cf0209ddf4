"""rivals [--json]: Hafez beside LangChain's two summarising memories, over the same talks.

All have the same scripted summarizer, threshold and newest messages kept. LangChain runs in an
environment of its own under .hafez/peers, installed at first from a pinned list.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.bench._environments import ROOT, Engine, NotInstalled, install
from tests.bench.peers.talks import FAILURES, TURNS, talk, values
from tests.bench.rivals.ours import remembered
from workers.telemetry import configure_logging

LANGCHAIN = Engine("langchain", "langchain_memory")
LANGUAGES = ("en", "fa", "zh")
THRESHOLD_TOKENS = 800
KEEP_MESSAGES = 4
PATIENCE_S = 300.0

Found = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""language -> failure ("" for none) -> what is left"""


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench rivals", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args(argv)
    configure_logging("error")
    try:
        found = asyncio.run(compared())
    except NotInstalled as fault:
        print(f"LangChain cannot be run: {fault}", file=sys.stderr)
        return 2
    figures = {name: figures_of(each) for name, each in found.items()}
    print(json.dumps(figures, indent=1) if asked.json else "\n".join(_table(figures)))
    return 0


async def compared() -> dict[str, Found]:
    """Raises NotInstalled."""
    await install(LANGCHAIN)
    return {"hafez": await ours(), **await _langchain()}


async def ours() -> Found:
    return {
        language: {
            failure: await remembered(
                language, failure, threshold=THRESHOLD_TOKENS, keep=KEEP_MESSAGES
            )
            for failure in ("", *FAILURES)
        }
        for language in LANGUAGES
    }


async def _langchain() -> dict[str, Found]:
    asked = {"threshold": THRESHOLD_TOKENS, "keep": KEEP_MESSAGES, "languages": LANGUAGES}
    process = await asyncio.create_subprocess_exec(
        str(LANGCHAIN.python),
        str(ROOT / "tests" / "bench" / "peers" / "langchain_memory.py"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE_S):
        out, said = await process.communicate(json.dumps(asked).encode())
    if process.returncode:
        raise NotInstalled(said.decode("utf-8", "replace").strip().splitlines()[-1])
    found: dict[str, Found] = json.loads(out)
    return found


def figures_of(found: Found) -> dict[str, Any]:
    """values: share of those said that the model is still shown · lost: per failure, messages of
    the user that are neither shown, nor in the summary, nor kept to be brought back · calls and
    tokens of the summarizer for a hundred turns."""
    plain = [found[language][""] for language in LANGUAGES]
    turns = TURNS * len(LANGUAGES)
    return {
        "values": round(sum(each["values"] for each in plain) / turns, 3),
        "lost": {
            failure: sum(lost(language, found[language][failure]) for language in LANGUAGES)
            for failure in FAILURES
        },
        "calls_per_100": round(100 * sum(each["calls"] for each in plain) / turns, 1),
        "tokens_per_100": round(100 * sum(each["tokens"] for each in plain) / turns),
    }


def lost(language: str, left: Mapping[str, Any]) -> int:
    whole = "\n".join(left["kept"])
    said = zip(talk(language), values(), strict=True)
    return sum(question not in whole and value not in whole for (question, _), value in said)


def _table(figures: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    names = list(figures)
    yield f"{'':34}" + "".join(f"{name:>26}" for name in names)
    rows = {
        "values the model is still shown": [f"{figures[n]['values']:.0%}" for n in names],
        "summarizer calls, 100 turns": [str(figures[n]["calls_per_100"]) for n in names],
        "summarizer tokens, 100 turns": [str(figures[n]["tokens_per_100"]) for n in names],
    }
    of = TURNS * len(LANGUAGES)
    for failure in FAILURES:
        rows[f"messages lost: {failure}"] = [
            f"{figures[n]['lost'][failure]} of {of}" for n in names
        ]
    for row, cells in rows.items():
        yield f"{row:34}" + "".join(f"{cell:>26}" for cell in cells)
