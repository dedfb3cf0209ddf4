"""What adding an exchange and asking a question cost, in units of the same at few exchanges, and
of the course project's way, which fits its vectors anew for each question."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from statistics import median

from memory.cards import Cards
from memory.conversation import Exchange
from memory.kind import Budget, Question
from memory.kinds.nearest import Nearest
from memory.log import Log
from memory.presets import COURSE
from tests.bench.growth.texts import chat_of, question_about

ADDED = 100
ASKED = 20
COURSE_ASKED = 3


@dataclass(frozen=True)
class Measured:
    ratios: dict[str, float]
    figures: dict[str, float]


@dataclass(frozen=True)
class _AtSize:
    """Milliseconds, in the middle; index_bytes: of the index in memory."""

    add_ms: float
    query_ms: float
    index_bytes: int


class _Chat:
    def __init__(self, exchanges: Sequence[Exchange]) -> None:
        self.log = Log([], {}, Cards())
        for exchange in exchanges:
            self.log = self.log.with_next(exchange)
        self.index_all()

    def add(self, exchange: Exchange) -> None:
        """All that storing it costs this process: the log, its card, the index."""
        self.log = self.log.with_next(exchange)
        self.index_all()

    def index_all(self) -> None:
        self.log.index.grow()

    def questions(self, count: int) -> list[Question]:
        at = self.log[-1].asked_at + timedelta(hours=1)
        asked = (self.log[n * len(self.log) // count] for n in range(count))
        return [Question(question_about(exchange), at) for exchange in asked]

    def recall(self, kind: Nearest, question: Question) -> None:
        kind.recall(self.log, {}, question, Budget(100_000, len))


def measure_searching(sizes: Sequence[int]) -> Measured:
    by_size = {size: _at_size(size) for size in sizes}
    few, many = by_size[sizes[0]], by_size[sizes[-1]]
    course_ms = _course_ms(sizes[-1])
    ratios = {
        f"add_at_{sizes[-1]}_to_{sizes[0]}": many.add_ms / few.add_ms,
        f"query_to_course_at_{sizes[-1]}": many.query_ms / course_ms,
        f"query_at_{sizes[-1]}_to_{sizes[0]}": many.query_ms / few.query_ms,
    }
    figures = {f"add_ms_{size}": found.add_ms for size, found in by_size.items()}
    figures |= {f"query_ms_{size}": found.query_ms for size, found in by_size.items()}
    figures |= {f"index_bytes_{size}": found.index_bytes for size, found in by_size.items()}
    return Measured(ratios, {**figures, f"course_query_ms_{sizes[-1]}": course_ms})


def _at_size(size: int) -> _AtSize:
    exchanges = list(chat_of(size + ADDED))
    chat, kind = _Chat(exchanges[:size]), Nearest(5)
    add_ms = median(_ms(partial(chat.add, exchange)) for exchange in exchanges[size:])
    questions = chat.questions(ASKED + 1)
    chat.recall(kind, questions.pop())  # loads what is loaded once
    query_ms = median(_ms(partial(chat.recall, kind, question)) for question in questions)
    return _AtSize(add_ms, query_ms, chat.log.index.size_bytes)


def _course_ms(size: int) -> float:
    chat, kind = _Chat(list(chat_of(size))), Nearest.from_params(COURSE["nearest"])
    questions = chat.questions(COURSE_ASKED + 1)
    chat.recall(kind, questions.pop())
    return median(_ms(partial(chat.recall, kind, question)) for question in questions)


def _ms(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000
