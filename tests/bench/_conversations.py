"""Files of conversations with questions about them, as `recall` and `fit` read them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory.conversation import Exchange, pair
from memory.kind import Question

UNANSWERABLE = 5
"""LoCoMo's adversarial questions have no answer to find."""
TEXT_CHARACTERS = 2000
UNKNOWN = datetime.fromtimestamp(0, UTC)
_DATES = ("%Y-%m-%d", "%I:%M %p on %d %B, %Y")  # MemoryBank, LoCoMo


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the 0-based indexes of the exchanges that hold its evidence, as listed, and
    the question before it in the file."""

    text: str
    evidence: tuple[int, ...]
    previous: str = ""
    answerable: bool = True


@dataclass(frozen=True, slots=True)
class Talk:
    name: str
    exchanges: tuple[Exchange, ...]
    questions: tuple[Asked, ...]

    def question(self, asked: Asked, *, context: bool = False) -> Question:
        """Asked when the last exchange was; `context`: with the question before."""
        at = self.exchanges[-1].asked_at if self.exchanges else UNKNOWN
        return Question(asked.text, at, asked.previous if context else "")


def text_of(exchange: Exchange) -> str:
    """As it counts in the figures: user + space + reply, cut."""
    return f"{exchange.user} {exchange.assistant}"[:TEXT_CHARACTERS]


def read_conversations(path: Path, *, unanswerable: bool = False) -> list[Talk]:
    """{"conversations": [{"id", "exchanges": [{"user", "assistant", "session", "date"}],
    "questions": [{"question", "evidence": [index, 0-based], "category"}]}]}; id, session, date and
    category may be missing. Questions without evidence are left out, and so are those of category
    5, unless these are wanted too (`unanswerable`)."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    talks = (_talk(i, each) for i, each in enumerate(stored["conversations"]))
    return [talk if unanswerable else _answerable(talk) for talk in talks]


def with_questions_of(talks: Iterable[Talk], others: Iterable[Talk]) -> list[Talk]:
    """The same talks with the questions of those of the same name; KeyError for a name that the
    others have not."""
    asked = {other.name: other.questions for other in others}
    return [replace(talk, questions=asked[talk.name]) for talk in talks]


def _answerable(talk: Talk) -> Talk:
    return replace(talk, questions=tuple(each for each in talk.questions if each.answerable))


def _talk(index: int, stored: Mapping[str, Any]) -> Talk:
    said = [_exchange(i, each) for i, each in enumerate(stored["exchanges"])]
    asked = tuple(_asked(stored["questions"]))
    return Talk(str(stored.get("id", index)), tuple(said), asked)


def _asked(stored: Iterable[Mapping[str, Any]]) -> Iterable[Asked]:
    previous = ""
    for each in stored:
        if each["evidence"]:
            answerable = str(each.get("category")) != str(UNANSWERABLE)
            yield Asked(each["question"], tuple(each["evidence"]), previous, answerable)
        previous = each["question"]


def _exchange(index: int, stored: Mapping[str, Any]) -> Exchange:
    """White space collapsed and user + space + reply cut to their first 2,000 characters."""
    user = " ".join(stored["user"].split())[:TEXT_CHARACTERS]
    room = max(0, TEXT_CHARACTERS - len(user) - 1)
    reply = " ".join(stored["assistant"].split())[:room]
    session = {"session": stored["session"]} if "session" in stored else {}
    said = pair(index + 1, user, reply, at=_when(stored.get("date", "")))
    return replace(said, more=session)


def _when(date: str) -> datetime:
    """The Unix epoch where no date is given, or one that is written in another way."""
    for form in _DATES:
        with suppress(ValueError):
            return datetime.strptime(date, form).replace(tzinfo=UTC)
    return UNKNOWN
