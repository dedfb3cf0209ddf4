"""Dialogues with the values that should be kept, and when they are compacted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from memory.conversation import Exchange, Message, Role

_WORD = re.compile(r"[^\W\d_]+")
BEGAN = datetime(2026, 11, 1, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Gold:
    """A value in a turn. until: the turn that gave the key another value, None while it holds ·
    conflict: the name of the contradiction it is part of, "" for none · again: it was said before
    under this key · before: the last word before it."""

    key: str
    value: str
    kind: str
    turn: int
    start: int
    end: int
    until: int | None
    conflict: str
    again: bool
    before: str

    def holds_after(self, turn: int) -> bool:
        """Whether it is the key's value once `turn` was said."""
        return self.turn <= turn and (self.until is None or self.until > turn)


@dataclass(frozen=True, slots=True)
class Dialogue:
    """compact_after: turns after which everything so far is compacted."""

    id: str
    turns: tuple[Message, ...]
    gold: tuple[Gold, ...]
    compact_after: tuple[int, ...]

    def said_up_to(self, turn: int) -> str:
        return "\n".join(message.text for message in self.turns[: turn + 1])


def read_dialogues(path: Path) -> list[Dialogue]:
    """One JSON object a line; see the format in the docstring of Gold, and ten compactions at
    equal distances where the file names none."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_dialogue(json.loads(line)) for line in lines if line.strip()]


def _dialogue(stored: Mapping[str, Any]) -> Dialogue:
    turns = tuple(Message(cast("Role", t["role"]), t["text"]) for t in stored["turns"])
    last = len(turns) - 1
    values = {each["value"] for each in stored["gold"]}
    evenly = sorted({max(0, (last + 1) * n // 10 - 1) for n in range(1, 11)})
    return Dialogue(
        id=stored["id"],
        turns=turns,
        gold=tuple(_gold(turns, each, values) for each in stored["gold"]),
        compact_after=tuple(stored.get("compact_after") or evenly),
    )


def _words_before(text: str, start: int, values: Iterable[str]) -> str:
    """The last word before a place that is no part of a value, "" for none."""
    left = text[:start]
    for value in values:
        left = left.replace(value, " ")
    words = _WORD.findall(left)
    return str(words[-1]) if words else ""


def _gold(turns: Sequence[Message], stored: Mapping[str, Any], values: Iterable[str]) -> Gold:
    text = turns[stored["turn"]].text
    return Gold(
        key=stored.get("key", ""),
        value=stored["value"],
        kind=stored["kind"],
        turn=stored["turn"],
        start=stored["start"],
        end=stored["end"],
        until=stored.get("current_until_turn"),
        conflict=stored.get("conflict", ""),
        again=bool(stored.get("duplicate")),
        before=_words_before(text, stored["start"], values),
    )


def exchanges_between(dialogue: Dialogue, first: int, last: int, number: int) -> Iterator[Exchange]:
    """The turns from `first` to `last` as exchanges; a new one begins with each user's turn that
    does not follow another one. The first gets `number`."""
    group: list[Message] = []
    for message in dialogue.turns[first : last + 1]:
        if message.role == "user" and group and group[-1].role != "user":
            yield _exchange(number, group)
            number, group = number + 1, []
        group.append(message)
    if group:
        yield _exchange(number, group)


def _exchange(number: int, messages: Sequence[Message]) -> Exchange:
    at = BEGAN + timedelta(hours=number)
    return Exchange(number, tuple(messages), at, at)
