"""facts FILE… [--json]: which values of labelled dialogues the ledger holds, and what it costs.

Files: one dialogue a line, {"turns": [{"role", "text"}], "gold": [{"value", "kind", "turn",
"start", "end"}]}, offsets in code points. A gold value is held when one ledger value of its
dialogue holds it byte for byte, not inside a longer number or word.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import regex

from memory.conversation import Exchange, Message
from memory.facts.extract import extract
from memory.facts.fact import facts_in
from tests.bench._value_test import composed, has_digit, stands_in

CORE = frozenset({"id", "postcode", "phone", "price", "quantity", "number", "date", "time"})
TIMED_PASSES = 3  # of which the fastest counts
_PLAIN_DIGITS = regex.compile(r"\p{Nd}+")
_EPOCH = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class Gold:
    value: str
    kind: str
    turn: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Dialogue:
    """messages: one a turn · gold: only of kinds that count."""

    messages: tuple[Message, ...]
    gold: tuple[Gold, ...]

    @property
    def characters(self) -> int:
        return sum(len(message.text) for message in self.messages)


@dataclass(slots=True)
class Tally:
    """kinds, word_kinds: kind -> values, with a digit or without · missed: what is not held."""

    held: Counter[str] = field(default_factory=Counter)
    of: Counter[str] = field(default_factory=Counter)
    held_words: Counter[str] = field(default_factory=Counter)
    of_words: Counter[str] = field(default_factory=Counter)
    kept: int = 0
    characters: int = 0
    fragments: int = 0
    core: int = 0
    missed: list[tuple[str, str]] = field(default_factory=list)


def read_dialogues(path: Path) -> list[Dialogue]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_dialogue(json.loads(line)) for line in lines if line.strip()]


def _dialogue(stored: Mapping[str, Any]) -> Dialogue:
    return Dialogue(
        tuple(Message(turn["role"], turn["text"]) for turn in stored["turns"]),
        tuple(
            Gold(*(each[name] for name in ("value", "kind", "turn", "start", "end")))
            for each in stored["gold"]
            if each["kind"] in CORE
        ),
    )


def measure(dialogues: Iterable[Dialogue]) -> Tally:
    tally = Tally()
    for dialogue in dialogues:
        _measure_one(dialogue, tally)
    return tally


def _measure_one(dialogue: Dialogue, tally: Tally) -> None:
    facts = facts_in(Exchange(1, dialogue.messages, _EPOCH, _EPOCH))
    ledger = dict.fromkeys(fact.value for fact in facts)
    tally.kept += sum(map(len, ledger))
    tally.characters += dialogue.characters
    tally.core += len(dialogue.gold)
    tally.fragments += _fragments(
        {(fact.message, fact.start, fact.end) for fact in facts}, dialogue.gold
    )
    shown = [composed(value) for value in ledger]
    for kind, value in dict.fromkeys((gold.kind, gold.value) for gold in dialogue.gold):
        _count(kind, value, any(stands_in(composed(value), each) for each in shown), tally)


def _count(kind: str, value: str, is_held: bool, tally: Tally) -> None:
    digits = has_digit(value)
    (tally.of if digits else tally.of_words)[kind] += 1
    (tally.held if digits else tally.held_words)[kind] += is_held
    if not is_held:
        tally.missed.append((kind, value))


def _fragments(entries: Iterable[tuple[int, int, int]], gold: Sequence[Gold]) -> int:
    """Entries (turn, start, end) strictly inside a labelled span that are none themselves."""
    places = {(each.turn, each.start, each.end) for each in gold}
    return sum(
        any(turn == t and s <= start and end <= e for t, s, e in places)
        for turn, start, end in entries
        if (turn, start, end) not in places
    )


def time_ratio(dialogues: Sequence[Dialogue]) -> int:
    """The time that reading takes over one pass of a plain digit expression."""
    texts = [message.text for dialogue in dialogues for message in dialogue.messages]
    plain = _fastest(texts, _PLAIN_DIGITS.findall)
    return round(_fastest(texts, extract) / plain) if plain else 0


def _fastest(texts: Sequence[str], read: Callable[[str], Any]) -> float:
    def once() -> float:
        start = time.process_time()
        for text in texts:
            read(text)
        return time.process_time() - start

    return min(once() for _ in range(TIMED_PASSES))


def figures(path: Path) -> tuple[dict[str, Any], Tally]:
    dialogues = read_dialogues(path)
    tally = measure(dialogues)
    return {
        "digit_n": [tally.held.total(), tally.of.total()],
        "word_n": [tally.held_words.total(), tally.of_words.total()],
        "chars": [tally.kept, tally.characters],
        "fragments": tally.fragments,
        "core": tally.core,
        "kinds": _by_kind(tally.held + tally.held_words, tally.of + tally.of_words),
        "time_ratio": time_ratio(dialogues),
    }, tally


def _by_kind(held: Counter[str], of: Counter[str]) -> dict[str, list[int]]:
    return {kind: [held[kind], of[kind]] for kind in sorted(of)}


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench facts", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args(argv)
    try:
        measured = {file: figures(Path(file)) for file in asked.files}
    except (OSError, KeyError, TypeError, ValueError) as error:
        print(f"a file cannot be measured: {error!r}", file=sys.stderr)
        return 2
    if asked.json:
        print(json.dumps({file: found for file, (found, _) in measured.items()}, indent=1))
    else:
        print("\n\n".join(_table(file, found, t) for file, (found, t) in measured.items()))
    return 0


def _table(file: str, found: Mapping[str, Any], tally: Tally) -> str:
    lines = [f"{name:12}{_cell(value)}" for name, value in found.items() if name != "kinds"]
    digits = _kind_lines("digits", tally.held, tally.of)
    words = _kind_lines("words", tally.held_words, tally.of_words)
    return "\n".join([file, *lines, *digits, *words])


def _kind_lines(title: str, held: Counter[str], of: Counter[str]) -> Iterator[str]:
    for kind in sorted(of):
        yield f"{title:8}{kind:12}{_cell([held[kind], of[kind]])}"


def _cell(value: Any) -> str:
    if not isinstance(value, list):
        return f"{value:>8}"
    part, whole = value
    return f"{part:>8} of {whole:<8}" + (f"{part / whole:8.2%}" if whole else "")
