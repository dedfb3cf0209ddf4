"""A conversation's exchanges, oldest first, of which not every body has to be read.

A log knows each exchange's number, when it was answered, and the card by which a search finds it.
Whoever touches a body that was not read gets Unread, reads those, and does the same again: kinds
are pure, so only the last time counts. A plain tuple of exchanges works wherever a log does.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import overload

from memory.cards import Cards, cards_of_texts
from memory.conversation import Exchange, Numbered
from memory.log_index import LogIndex, holds

READ_AHEAD = 32
"""Who goes back from the newest touches one body after the other: so many are asked for at once."""


class Unread(LookupError):
    """Bodies were wanted that are not read; read these `numbers` and try again."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = tuple(numbers)
        super().__init__(f"{len(self.numbers)} exchanges were not read")


class Log(Numbered):
    """A view: slicing and the other views share bodies and cards with the log they are of.

    numbers: strictly growing · bodies: number -> exchange, may hold more than these and fewer ·
    cards: of these numbers, and maybe of more.
    """

    __slots__ = ("_bodies", "_cards", "_numbers")
    __hash__ = None  # type: ignore[assignment]  # equal to a tuple, which hashes otherwise

    def __init__(
        self, numbers: Sequence[int], bodies: dict[int, Exchange], cards: Cards | None = None
    ) -> None:
        self._numbers = _as_range(numbers)
        self._bodies = bodies
        self._cards = cards or Cards()

    @property
    def numbers(self) -> Sequence[int]:
        return self._numbers

    @property
    def cards(self) -> Cards:
        """The same object for every view, as long as the log is known."""
        return self._cards

    @property
    def index(self) -> LogIndex:  # type: ignore[override]  # a log is searched, not scanned
        """The search over these exchanges; made of their cards, so that no body is touched."""
        return LogIndex(self._numbers, self._cards)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> Exchange: ...
    @overload
    def __getitem__(self, at: slice) -> Log: ...
    def __getitem__(self, at: int | slice) -> Exchange | Log:
        if isinstance(at, slice):
            return self._view(self._numbers[at])
        body = self._bodies.get(self._numbers[at])
        if body is None:
            raise Unread(self._missing(self._before(at)))
        return body

    def __iter__(self) -> Iterator[Exchange]:
        return iter(self.bodies(self._numbers))

    def __reversed__(self) -> Iterator[Exchange]:
        """Touches no more than what is taken of it."""
        return (self[at] for at in range(len(self) - 1, -1, -1))

    def __contains__(self, exchange: object) -> bool:
        return any(exchange == each for each in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log | tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(Exchange.__eq__, self, other))

    def __repr__(self) -> str:
        return f"<Log of {len(self)} exchanges, {len(self.unread)} unread>"

    def bodies(self, numbers: Sequence[int]) -> tuple[Exchange, ...]:
        """These exchanges, in this order; raises Unread for all of them that are not read, and
        KeyError for one that is not here."""
        missing = self._missing(numbers)
        for number in missing:
            if not self.holds(number):
                raise KeyError(number)
        if missing:
            raise Unread(missing)
        return tuple(map(self._bodies.__getitem__, numbers))

    @property
    def unread(self) -> tuple[int, ...]:
        return self._missing(self._numbers)

    def holds(self, number: int) -> bool:
        return holds(self._numbers, number)

    def answered_at(self, number: int) -> datetime:
        """To the second; known without the body."""
        body = self._bodies.get(number)
        if body is not None:
            return body.answered_at.replace(microsecond=0)
        return datetime.fromtimestamp(self._cards.answered_at(number), UTC)

    def after(self, number: int) -> Log:
        return self[bisect_right(self._numbers, number) :]

    def up_to(self, number: int) -> Log:
        return self[: bisect_right(self._numbers, number)]

    def without(self, numbers: Collection[int]) -> Log:
        if not any(map(self.holds, numbers)):
            return self
        return self._view([number for number in self._numbers if number not in numbers])

    def with_next(self, exchange: Exchange, card: str | None = None) -> Log:
        """The log that goes on with this exchange, which was just stored; its bodies and cards
        are shared with this one. `card` if it is at hand."""
        self._bodies[exchange.number] = exchange
        self._cards.add(exchange.number, exchange.answered_at, exchange if card is None else card)
        return self._view(_with_next(self._numbers, exchange.number))

    def followed_by(self, exchange: Exchange) -> Log:
        """What the log is going to be; that exchange cannot be searched for yet."""
        numbers = _with_next(self._numbers, exchange.number)
        return Log(numbers, {**self._bodies, exchange.number: exchange}, self._cards)

    def read(self, exchanges: Iterable[Exchange]) -> None:
        """Take these bodies in, for this log and all its views."""
        self._bodies.update((exchange.number, exchange) for exchange in exchanges)

    def shares_bodies(self, other: Log) -> bool:
        return self._bodies is other._bodies

    def without_bodies(self) -> Log:
        """The same with all bodies unread; this one keeps them."""
        return Log(self._numbers, {}, self._cards)

    def _view(self, numbers: Sequence[int]) -> Log:
        return Log(numbers, self._bodies, self._cards)

    def _missing(self, numbers: Iterable[int]) -> tuple[int, ...]:
        bodies = self._bodies
        return tuple(number for number in numbers if number not in bodies)

    def _before(self, at: int) -> Sequence[int]:
        last = at % len(self)
        return self._numbers[max(0, last - READ_AHEAD + 1) : last + 1]


def log_of(exchanges: Sequence[Exchange]) -> Log:
    """The exchanges as a log; a log is itself. Cards are kept for those seen last, so that a
    tuple that grew costs what it grew by."""
    if isinstance(exchanges, Log):
        return exchanges
    said = tuple(exchanges)
    bodies = {exchange.number: exchange for exchange in said}
    return Log(list(bodies), bodies, cards_of_texts(said))


def index_of(exchanges: Sequence[Exchange]) -> LogIndex:
    return log_of(exchanges).index


def _with_next(numbers: Sequence[int], number: int) -> Sequence[int]:
    if isinstance(numbers, range) and numbers and numbers[-1] + 1 == number:
        return range(numbers[0], number + 1)
    return [*numbers, number]


def _as_range(numbers: Sequence[int]) -> Sequence[int]:
    """Numbers without a gap as a range, which takes no room and is sliced at once."""
    if isinstance(numbers, range) or not numbers:
        return numbers if isinstance(numbers, range) else range(0)
    first, last = numbers[0], numbers[-1]
    if last - first + 1 == len(numbers):
        return range(first, last + 1)
    return numbers if isinstance(numbers, tuple) else tuple(numbers)
