"""rendering [FILE.jsonl] [--json] [--fuzz N]: what Telegram's parser says of Markdown rendered.

Lines are {"id", "text"}; without a file it takes our own nasty texts (nasty.jsonl). Each text is
rendered whole and as every prefix that streaming would show; of a text of more than 1,500
characters 300 prefixes are taken, evenly. refused: renderings that
Telegram's own parser (tdjson) refuses, a message over its limits among them · lost, code_altered:
texts of which words or code did not arrive (verdict.py says what counts). `--fuzz N` adds N texts
put together at random from the nasty ones' pieces.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.bench._environments import NotInstalled, install
from tests.bench.rendering.fuzz import fuzzed
from tests.bench.rendering.renderers import (
    CONVERTER,
    Refused,
    Renderer,
    converter,
    ours,
    telegramify,
)
from tests.bench.rendering.verdict import altered_code, lost, refusals
from tests.telegram import judge

NASTY = Path(__file__).with_name("nasty.jsonl")
MOST_CHARACTERS, MOST_PREFIXES = 1500, 300
"""All prefixes of texts up to so many characters, and so many of each longer one."""
Texts = Sequence[tuple[str, str]]
"""(id, text)"""


@dataclass(slots=True)
class Figures:
    """faults: (text's id, what was found), for the person who mends it."""

    texts: int = 0
    prefixes: int = 0
    refused: int = 0
    lost: int = 0
    code_altered: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)


def measured(renderer: Renderer, texts: Texts) -> Figures:
    figures = Figures(texts=len(texts))
    for name, text in texts:
        _measure_whole(renderer, name, text, figures)
        for prefix in prefixes(text):
            figures.prefixes += 1
            if fault := _refused(renderer, prefix):
                figures.refused += 1
                figures.faults.append((name, f"{fault} of {prefix[-80:]!r}"))
    return figures


def _measure_whole(renderer: Renderer, name: str, text: str, figures: Figures) -> None:
    if fault := _refused(renderer, text):
        figures.refused += 1
        figures.faults.append((name, fault))
    try:
        parts = renderer(text)
    except Exception:  # noqa: BLE001 - a renderer that fails delivers nothing
        parts = []
    for what, missing in (("lost", lost(text, parts)), ("altered", altered_code(text, parts))):
        if missing:
            figures.faults.append((name, f"{what}: {missing[:3]}"))
            figures.lost += what == "lost"
            figures.code_altered += what == "altered"


def _refused(renderer: Renderer, text: str) -> str | None:
    """Why Telegram would not take it. A text in which there is nothing to see is not sent."""
    try:
        parts = renderer(text)
    except Refused as refused:
        return str(refused)
    except Exception as fault:  # noqa: BLE001 - whatever it trips over
        return type(fault).__name__
    return next(iter(refusals(part for part in parts if not judge.looks_empty(part[0]))), None)


def prefixes(text: str) -> Iterator[str]:
    step = 1 if len(text) <= MOST_CHARACTERS else -(-len(text) // MOST_PREFIXES)
    return (text[:end] for end in range(step, len(text), step))


def read(path: Path) -> Texts:
    """Raises OSError, or ValueError whose text says which line is wrong and why."""
    lines = enumerate(path.read_text("utf-8").split("\n"), 1)
    texts = [_line(number, line) for number, line in lines if line.strip()]
    if not texts:
        raise ValueError("it holds no line")
    return texts


def _line(number: int, line: str) -> tuple[str, str]:
    try:
        read = json.loads(line)
    except ValueError as error:
        raise ValueError(f"line {number} is no JSON ({error})") from None
    text = read.get("text") if isinstance(read, dict) else None
    if not isinstance(text, str) or "id" not in read:
        raise ValueError(f'line {number} is no {{"id": …, "text": "…"}}')
    return str(read["id"]), text


def run(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench rendering",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", type=Path, default=NASTY)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--fuzz", type=int, default=0, metavar="N", help="N more texts at random")
    parser.add_argument("--seed", type=int, default=1, help="of the random texts")
    parser.add_argument("--alone", action="store_true", help="leave the other renderers out")
    asked = parser.parse_args(argv)
    if not judge.available():
        print(judge.MISSING, file=sys.stderr)
        return 2
    try:
        given = read(asked.file)
    except (OSError, ValueError) as error:
        print(f"{asked.file} cannot be measured: {error}", file=sys.stderr)
        return 2
    texts = [*given, *fuzzed([text for _, text in given], asked.fuzz, asked.seed)]
    report(texts, alone=asked.alone, as_json=asked.json)
    return 0


def report(texts: Texts, *, alone: bool, as_json: bool) -> None:
    with ExitStack() as opened:
        others = {} if alone else _others(opened)
        rows = {name: measured(by, texts) for name, by in {"ours": ours, **others}.items()}
    for name, fault in rows["ours"].faults[:40]:
        print(f"{name}: {fault}", file=sys.stderr)
    cost = milliseconds(texts)
    if as_json:
        print(json.dumps(_as_json(rows, cost)))
    else:
        print("\n".join([*_table(rows), f"12,000 characters are rendered and split in {cost} ms"]))


def _others(opened: ExitStack) -> Mapping[str, Renderer]:
    others: dict[str, Renderer] = {"telegramify-markdown": telegramify}
    try:
        asyncio.run(install(CONVERTER))
    except NotInstalled as why:
        print(f"{CONVERTER.name} is left out: {why}", file=sys.stderr)
    else:
        others[CONVERTER.name] = opened.enter_context(converter())
    return others


def _as_json(rows: Mapping[str, Figures], cost: float) -> dict[str, Any]:
    """Ours at the top, the others by name."""
    plain = {name: _plain(figures) for name, figures in rows.items()}
    sampled = {
        "milliseconds_for_12000_characters": cost,
        "prefixes_of_a_text_over_1500_characters": MOST_PREFIXES,
    }
    mine = plain.pop("ours")
    return {**mine, **sampled, "others": plain}


def _plain(figures: Figures) -> dict[str, Any]:
    return {name: value for name, value in asdict(figures).items() if name != "faults"}


def milliseconds(texts: Texts, characters: int = 12_000) -> float:
    """Of processor time to render and split the texts' beginning once more, as each second of
    streaming does; the best of five."""
    text = "\n\n".join(text for _, text in texts if len(text) <= MOST_CHARACTERS)[:characters]
    costs = []
    for _ in range(5):
        began = time.process_time()
        ours(text)
        costs.append(time.process_time() - began)
    return round(min(costs) * 1000, 1)


def _table(rows: Mapping[str, Figures]) -> Iterable[str]:
    names = ("texts", "prefixes", "refused", "lost", "code_altered")
    yield f"{'':22}" + "".join(f"{name:>14}" for name in names)
    for name, figures in rows.items():
        yield f"{name:22}" + "".join(f"{getattr(figures, each):>14,}" for each in names)
