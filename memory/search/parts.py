"""The parts of a score: for each a list of values, one for each exchange, none below 0.

Each part looks at one thing only. Lists are divided by the question's best value before they are
weighed and added, so that no part outshouts the others on a question that suits it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from memory.search import weights
from memory.search.asked import Asked
from memory.search.bm25 import K1, Places, Row, best_neighbour, damping, gain, rarity, spread
from memory.search.dates import Day
from memory.search.names import MOST
from memory.search.rows import Rows
from memory.search.vocabulary import Vocabulary

AROUND = ((-1, -1, 0.3), (0, 0, 1.0), (1, 3, 0.6), (4, 10, 0.3))
"""(days after the day asked for, from and to, value): people tell of a day on it or after it. Days
are UTC's, so the morning of a day in the east belongs to the day before."""
SAME_MONTH = 0.7

USUAL_KEYS = 8
MOST_KEYS = 64
"""Of a longer question (somebody pasted a page) the rarest known keys are looked for."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found for one question. lists: part -> values of 0 to 1, one an exchange, best 1
    unless all are 0 (of `length` and `name` shares) · common: how much of what the question's
    words could bring at best the best exchange has, 1 where it has a day that was asked for."""

    lists: dict[str, Row]
    common: float


class Parts:
    """The parts of one chat's exchanges, prepared for a question or two."""

    def __init__(self, rows: Rows, vocabulary: Vocabulary) -> None:
        self._rows = rows
        self._vocabulary = vocabulary
        self._sessions: Places = np.array(rows.sessions, dtype=np.int64)
        lengths = np.array(rows.lengths)
        self._alone = damping(lengths)
        self._windowed = damping(spread(lengths, self._sessions))
        self._user = damping(np.array(rows.user_lengths))
        self._session = damping(self._by_session(lengths))

    def look(self, asked: Asked) -> Looked:
        found = {name: np.zeros(len(self._rows)) for name in ("window", "letters", "own", "user")}
        found["session"] = np.zeros(len(self._session))
        keys = self._telling(asked.keys)
        for key in keys:
            self._look_for(key, found)
        found["session"] = found["session"][self._sessions]
        found["neighbour"] = best_neighbour(found["own"], self._sessions)
        found["when"] = found["window"] * np.array(self._rows.says_when) * asked.when
        found["date"] = self._dates(asked)
        found["mine"] = self._mine(asked)
        scaled = {name: _scaled(values) for name, values in found.items()}
        scaled["name"] = np.array(self._rows.names) / MOST * asked.name
        scaled["length"] = self._lengths()
        return Looked(scaled, 1.0 if found["date"].any() else self._common(keys, found))

    def _telling(self, keys: Sequence[str]) -> Sequence[str]:
        if len(keys) <= MOST_KEYS:
            return keys
        ids, postings = self._vocabulary.ids, self._vocabulary.postings
        known = [(len(postings[ids[key]]), key) for key in keys if key in ids]
        return [key for _, key in sorted(known)[:MOST_KEYS]]

    def _common(self, keys: Sequence[str], found: Mapping[str, Row]) -> float:
        """Both the parts that count words by likeness could bring K1 + 1 times its rarity for
        each key; of a long question no exchange has more than a few."""
        documents, postings = len(self._rows), self._vocabulary.postings
        known = (self._vocabulary.ids.get(key) for key in keys)
        holding = (0 if found is None else len(postings[found]) for found in known)
        could = 2 * (K1 + 1) * sum(rarity(each, documents) for each in holding)
        could *= min(1.0, USUAL_KEYS / max(1, len(keys)))
        best = float((found["window"] + found["letters"]).max(initial=0))
        return best / could if could else 0.0

    def _look_for(self, key: str, found: Mapping[str, Row]) -> None:
        """Add what one key brings to each part that counts words."""
        alike = self._vocabulary.alike(key)
        self._add_alike(found["window"], alike, weights.ALIKE, 2, windowed=True)
        nearest = weights.NEAREST_ALIKE * float(alike.max(initial=0))
        loosely = max(weights.LEAST_ALIKE, min(weights.LOOSELY_ALIKE, nearest))
        self._add_alike(found["letters"], alike, loosely, 1, windowed=False)
        if key in self._vocabulary.ids:
            self._add_exact(found, key)

    def _add_alike(
        self, values: Row, alike: Row, above: float, power: int, *, windowed: bool
    ) -> None:
        ids = np.flatnonzero(alike > above)
        if not len(ids):
            return
        times, holding = self._counted(ids, alike[ids] ** power)
        rare = rarity(holding, len(self._rows))
        if windowed:
            values += rare * gain(spread(times, self._sessions), self._windowed)
        else:
            values += rare * gain(times, self._alone)

    def _counted(self, ids: Places, shares: Row) -> tuple[Row, float]:
        """How often each exchange holds any of these words, and how many exchanges do, an
        exchange counting as much as its best word does."""
        postings = [self._vocabulary.postings[i] for i in ids[np.argsort(shares, kind="stable")]]
        places = np.concatenate([np.array(each.places) for each in postings])
        share = np.repeat(np.sort(shares, kind="stable"), [len(each) for each in postings])
        times = np.concatenate([np.array(each.times) for each in postings])
        best = np.zeros(len(self._rows))
        best[places] = share  # ascending, so that the best share is written last
        counted = np.bincount(places, weights=times * share, minlength=len(self._rows))
        return counted.astype(np.float64), float(best.sum())

    def _add_exact(self, found: Mapping[str, Row], key: str) -> None:
        postings = self._vocabulary.of(key)
        places = np.array(postings.places)
        times, by_user = np.zeros(len(self._rows)), np.zeros(len(self._rows))
        times[places], by_user[places] = postings.times, postings.user_times
        rare = rarity(len(places), len(self._rows))
        found["own"][:] += rare * gain(times, self._alone)
        found["user"][:] += rare * gain(by_user, self._user)
        in_session = self._by_session(times)
        rare = rarity(float(np.count_nonzero(in_session)), len(in_session))
        found["session"][:] += rare * gain(in_session, self._session)

    def _by_session(self, values: Row) -> Row:
        return np.bincount(self._sessions, weights=values).astype(np.float64)

    def _lengths(self) -> Row:
        """Longer exchanges hold more; beyond a usual length that is no longer so."""
        logs = np.log1p(np.array(self._rows.lengths))
        usual = (logs - weights.USUAL_LENGTH) / weights.LENGTH_SPREAD
        whole = weights.LONGEST - weights.SHORTEST
        return np.asarray(
            (usual.clip(weights.SHORTEST, weights.LONGEST) - weights.SHORTEST) / whole
        )

    def _mine(self, asked: Asked) -> Row:
        """What the asker calls their own, and called so before."""
        values = np.zeros(len(self._rows))
        for key in asked.mine:
            places = self._rows.mine.get(key)
            if places:
                values[np.array(places)] += rarity(len(places), len(self._rows))
        return values

    def _dates(self, asked: Asked) -> Row:
        values = np.zeros(len(self._rows))
        for day in asked.days:
            np.maximum(values, self._near(day), out=values)
            places = self._rows.named.get((day.month, day.day))
            if places:
                value = 1.0 if day.day else SAME_MONTH
                values[np.array(places)] = np.maximum(values[np.array(places)], value)
        return values

    def _near(self, day: Day) -> Row:
        """How near each exchange's own day is to the day asked for, in whatever year unless one
        was named."""
        own, values = np.array(self._rows.days), np.zeros(len(self._rows))
        if not day.day:
            in_month = np.array(self._rows.months) == day.month
            in_year = (np.array(self._rows.years) == day.year) | (day.year == 0)
            return np.where(in_month & in_year, SAME_MONTH, 0.0)
        years = {day.year} if day.year else set(self._rows.years)
        for there in (_ordinal(year, day) for year in sorted(years) if year):
            for first, last, value in AROUND:
                values[(own >= there + first) & (own <= there + last)] = value
        return values


def _ordinal(year: int, day: Day) -> int:
    """29 February is 1 March where there is none."""
    try:
        return date(year, day.month, day.day).toordinal()
    except ValueError:
        return date(year, day.month, 28).toordinal() + 1


def _scaled(values: Row) -> Row:
    best = float(values.max(initial=0))
    return values / best if best > 0 else values
