"""What each kind of memory recalls of one conversation for one question, side by side."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory.conversation import Exchange, pair
from memory.kind import (
    BadParams,
    Budget,
    FromParams,
    Kind,
    MemoryOptions,
    Pick,
    Question,
    state_from,
)
from memory.kinds import kind_names, load_kind
from memory.plug_ins import BrokenKind
from memory.presets import PRESETS

ALWAYS = ("window", "nearest", "clusters")
_NAMING = ("preset", "expected", "params")
_SHARED = ("vectorizer", "max_features", "stop_words", "ngram_range")

Params = Mapping[str, Mapping[str, Any]]


class BadComparison(ValueError):
    """This comparison cannot be made; the text says in a sentence what is wrong."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What one kind recalls, in the order in which it gave it; or the text that it shows.
    `broken`: a sentence on why it cannot be used, where it was not asked for by its name."""

    kind: str
    picks: tuple[Pick, ...] = ()
    text: str = ""
    broken: str = ""

    @property
    def numbers(self) -> list[int]:
        """Exchange numbers, from 1."""
        return [pick.exchange.number for pick in self.picks]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Exchanges, a question, and kind name -> its parameters ({}: the product's defaults) ·
    others: kinds that nobody named, after these."""

    exchanges: tuple[Exchange, ...]
    question: str
    params: Params
    others: tuple[str, ...] = ()

    def run(self) -> tuple[Compared, ...]:
        """Every kind's recall, with no budget to keep. Raises BadComparison."""
        named = (self._compared(name) for name in self.params)
        return (*named, *(self._compared_or_broken(name) for name in self.others))

    def _compared_or_broken(self, name: str) -> Compared:
        try:
            return self._compared(name)
        except BadComparison as refused:
            return Compared(name, broken=str(refused))

    def _compared(self, name: str) -> Compared:
        kind = _built(name, self.params.get(name, {}))
        question = Question(self.question, datetime.fromtimestamp(0, UTC))
        state = state_from(kind, self.exchanges)
        shown = kind.recall(self.exchanges, state, question, Budget(sys.maxsize, len))
        return Compared(name, shown.picks, shown.text)


def read_comparison(stored: Any, *, every_kind: bool = False) -> Comparison:
    """Read the JSON of a comparison: {"exchanges": [[user, reply], …], "question": "…"} with
    parameters as "params": {kind: {…}}, as "expected": {kind: {"params": {…}}} or by name as
    "preset": "course"; later ones of these win over the preset.

    A file that names no kind is about every kind there is, any other about window, nearest,
    clusters and those it names; `every_kind`: about the rest, too. Raises BadComparison.
    """
    if not isinstance(stored, Mapping):
        raise BadComparison("An object with exchanges and question is wanted.")
    question = stored.get("question")
    if not isinstance(question, str):
        raise BadComparison('"question" is missing or is not a text.')
    params = _params(stored)
    everything = every_kind or not any(stored.get(name) for name in _NAMING)
    others = tuple(name for name in kind_names() if name not in params) if everything else ()
    return Comparison(_exchanges(stored.get("exchanges")), question, params, others)


def _exchanges(stored: Any) -> tuple[Exchange, ...]:
    if not isinstance(stored, list):
        raise BadComparison('"exchanges" is missing or is not a list of [user, reply] pairs.')
    return tuple(_exchange(number, each) for number, each in enumerate(stored, start=1))


def _exchange(number: int, stored: Any) -> Exchange:
    texts = stored if isinstance(stored, list) else []
    if len(texts) != 2 or not all(isinstance(text, str) for text in texts):
        raise BadComparison(f'"exchanges": number {number} is not a [user, reply] pair of texts.')
    return pair(number, texts[0], texts[1])


def _params(stored: Mapping[str, Any]) -> Params:
    """Kinds in the order of their columns: the three that are always compared, then those the
    file names. Clusters are those of the vectors that nearest uses, unless told otherwise."""
    params: dict[str, dict[str, Any]] = {name: {} for name in ALWAYS}
    for source in (_preset(stored), _expected(stored), _plain(stored)):
        for name, values in source.items():
            params.setdefault(name, {}).update(values)
    if "clusters" in params:
        shared = {name: v for name, v in params["nearest"].items() if name in _SHARED}
        params["clusters"] = shared | params["clusters"]
    return params


def _preset(stored: Mapping[str, Any]) -> Params:
    name = stored.get("preset")
    if name is None:
        return {}
    if not isinstance(name, str) or name not in PRESETS:
        raise BadComparison(f'"preset": there is no such preset; there is {", ".join(PRESETS)}.')
    return PRESETS[name]


def _expected(stored: Mapping[str, Any]) -> Params:
    expected = _object(stored, "expected")
    return {name: _object(_object(expected, name), "params") for name in expected}


def _plain(stored: Mapping[str, Any]) -> Params:
    params = _object(stored, "params")
    return {name: _object(params, name) for name in params}


def _object(stored: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = stored.get(name, {})
    if not isinstance(value, Mapping):
        raise BadComparison(f'"{name}" is not an object.')
    return value


def _built(name: str, params: Mapping[str, Any]) -> Kind:
    if name not in kind_names():
        raise BadComparison(f"There is no kind {name!r}; there are {', '.join(kind_names())}.")
    try:
        kind = load_kind(name)
    except BrokenKind as broken:
        raise BadComparison(str(broken)) from broken
    if not params:
        return kind.from_options(MemoryOptions())
    if not issubclass(kind, FromParams):
        raise BadComparison(f"The kind {name} takes no parameters.")
    try:
        return kind.from_params(params)
    except BadParams as error:
        raise BadComparison(f"Parameters of {name}: {error}.") from None
