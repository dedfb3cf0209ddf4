"""What became of the values, by the definitions of the metric "verbatim retention".

A value counts as found where it stands byte for byte (after NFC; marks of direction are ignored)
and its neighbours do not go on with its number or word.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import TypedDict

from memory.facts.extract import extract
from memory.facts.lines import HEADS, NO_LONGER, REPLACED, Entry, source_of
from memory.facts.shapes import has_digit
from memory.words import folded
from tests.bench.chain.compacting import Compaction
from tests.bench.chain.dialogues import Dialogue, Gold

_MARKS = re.compile("[\u200e\u200f\u2066-\u2069]")
_RANGE = re.compile(r"exchanges \d+ to \d+")
_SEPARATORS = ".,:/٫٬'’-"
Done = Sequence[tuple[Dialogue, Sequence[Compaction]]]


class Figures(TypedDict):
    """retention: age -> share of the values that hold which the model is shown; age 0 is the
    first compaction after a value was said · mutations: values shown that nobody said ·
    fragments: ledger entries inside a gold value · stale: replaced values shown as if they held ·
    conflicts_shown, binding: shares · duplicates: entries too many · size: characters shown over
    characters said."""

    retention: dict[str, float]
    mutations: int
    fragments: int
    stale: int
    conflicts_shown: float
    binding: float
    duplicates: int
    idempotent: bool
    size: float


def judged(done: Done) -> Figures:
    seen = [(dialogue, each) for dialogue, compactions in done for each in compactions]
    return Figures(
        retention=_retention(done),
        mutations=sum(len(mutations(*pair)) for pair in seen),
        fragments=sum(len(fragments(d, last[-1])) for d, last in done),
        stale=sum(len(stale(*pair)) for pair in seen),
        conflicts_shown=_share(kept for pair in seen for kept in _conflicts(*pair)),
        binding=_share(bound for pair in seen for bound in _bindings(*pair)),
        duplicates=sum(_duplicates(*pair) for pair in seen),
        idempotent=all(compaction.idempotent for _, compaction in seen),
        size=round(fmean(_size(d, compactions[-1]) for d, compactions in done), 4),
    )


def occurs(value: str, text: str) -> bool:
    value, text = _plain(value), _plain(text)
    at = text.find(value)
    while at >= 0:
        before = _goes_on(text[:at], value[:1], forward=False)
        if not before and not _goes_on(text[at + len(value) :], value[-1:], forward=True):
            return True
        at = text.find(value, at + 1)
    return False


def _plain(text: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFC", text))


def _goes_on(rest: str, edge: str, *, forward: bool) -> bool:
    """Whether the text beside a value goes on with its number or (Latin) word."""
    near = rest[:2] if forward else rest[::-1][:2]
    if not near or not edge.isalnum():
        return False
    if edge.isdecimal() and near[0].isdecimal():
        return True
    if edge.isascii() and near[0].isascii() and near[0].isalnum():
        return True
    return edge.isdecimal() and near[0] in _SEPARATORS and near[1:].isdecimal()


def current_text(compaction: Compaction) -> str:
    """What the model is shown as holding: without the lines of history."""
    lines = compaction.shown.splitlines()
    return "\n".join(line for line in lines if not line.startswith(NO_LONGER))


def _active(dialogue: Dialogue, turn: int) -> Iterator[Gold]:
    return (g for g in dialogue.gold if g.holds_after(turn) and not g.again)


def _retention(done: Done) -> dict[str, float]:
    kept: dict[int, list[bool]] = {}
    for dialogue, compactions in done:
        for at, compaction in enumerate(compactions):
            for gold in _active(dialogue, compaction.turn):
                covered = sum(each.turn >= gold.turn for each in compactions[: at + 1])
                found = occurs(gold.value, current_text(compaction))
                kept.setdefault(covered - 1, []).append(found)
    return {str(age): round(fmean(kept[age]), 4) for age in sorted(kept)}


def mutations(dialogue: Dialogue, compaction: Compaction) -> list[str]:
    """Values shown that no turn so far has; our own notes of source and range are not values."""
    said, text = dialogue.said_up_to(compaction.turn), compaction.shown
    for note in {source_of(fact) for fact in compaction.facts}:
        text = text.replace(note, "")
    text = _RANGE.sub("", re.sub(r"\([a-z]+, [\d-]+, exchange \d+; until exchange \d+\)", "", text))
    for head in HEADS.values():
        text = text.replace(head, "")
    text = text.replace(REPLACED, "…")
    found = (text[span.start : span.end].strip() for span in extract(text))
    return [value for value in found if has_digit(value) and not occurs(value, said)]


def fragments(dialogue: Dialogue, compaction: Compaction) -> list[str]:
    """Ledger entries whose place lies strictly inside a gold value and is none itself. A place is
    told by the text of its message."""
    found = []
    for fact in compaction.facts:
        for turn, message in enumerate(dialogue.turns):
            if message.text[fact.start : fact.end] != fact.value or message.role != fact.role:
                continue
            gold = [(g.start, g.end) for g in dialogue.gold if g.turn == turn]
            place = (fact.start, fact.end)
            inside = any(s <= place[0] and place[1] <= e and (s, e) != place for s, e in gold)
            if inside and place not in gold:
                found.append(fact.value)
                break
    return found


def stale(dialogue: Dialogue, compaction: Compaction) -> list[str]:
    """Values that were replaced and are shown as if they held."""
    turn = compaction.turn
    holding = {gold.value for gold in _active(dialogue, turn)}
    over = {g.value for g in dialogue.gold if g.turn <= turn and not g.holds_after(turn)}
    return [value for value in over - holding if occurs(value, current_text(compaction))]


def _conflicts(dialogue: Dialogue, compaction: Compaction) -> Iterator[bool]:
    """For each contradiction so far, whether one entry shows all values with who said them."""
    groups: dict[str, list[Gold]] = {}
    for gold in dialogue.gold:
        if gold.conflict and gold.turn <= compaction.turn:
            groups.setdefault(gold.conflict, []).append(gold)
    for group in groups.values():
        if len(group) > 1:
            yield any(_shows(dialogue, entry, group) for entry in compaction.entries)


def _shows(dialogue: Dialogue, entry: Entry, group: Sequence[Gold]) -> bool:
    return all(
        any(
            occurs(gold.value, line) and f"({dialogue.turns[gold.turn].role}," in line
            for line in entry.text.splitlines()
        )
        for gold in group
    )


def _bindings(dialogue: Dialogue, compaction: Compaction) -> Iterator[bool]:
    """For each value that holds and has a key, whether they stand in one entry."""
    for gold in _active(dialogue, compaction.turn):
        if gold.key:
            yield any(_binds(entry, gold) for entry in compaction.entries)


def _binds(entry: Entry, gold: Gold) -> bool:
    if entry.section == "history" or not occurs(gold.value, entry.text):
        return False
    text = folded(entry.text)
    return folded(gold.key) in text or (bool(gold.before) and folded(gold.before) in text)


def _duplicates(dialogue: Dialogue, compaction: Compaction) -> int:
    """Facts too many: with the value of a key that another one shows already."""
    golds = {(g.key, g.value) for g in dialogue.gold if g.again and g.turn <= compaction.turn}
    values = Counter(fact.value for fact in compaction.facts if fact.status != "superseded")
    pairs = Counter((f.key, f.value, f.status) for f in compaction.facts)
    repeated = sum(values[value] - 1 for _, value in golds if values[value] > 1)
    return repeated + sum(number - 1 for number in pairs.values())


def _size(dialogue: Dialogue, compaction: Compaction) -> float:
    return len(compaction.shown) / len(dialogue.said_up_to(compaction.turn))


def _share(found: Iterable[bool]) -> float:
    values = list(found)
    return round(fmean(values), 4) if values else 1.0
