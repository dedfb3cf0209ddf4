"""docs/chat.svg: a chat in the terminal, as `python -m workers chat` really answered it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from tests.pictures.svg import DIM, INK, LINE, box, drawing, is_rtl, width_of, words, wrapped
from tests.processes import environment
from workers.offline_words import SAYS, day_of

TOLD = (
    "شمارهٔ سفارش من HX-48213-B است و کارمزد ۱۲٬۵۰۰ تومان شد.",
    "Sara's order number is KT-10922.",
    "我的航班号是CA-1832，不是CA-1823。",
)
CHATTER = tuple(f"Nice weather again, we walked along the river, day {n}." for n in range(1, 38))
ASKED = (
    "شمارهٔ سفارش من چه بود؟",
    "کارمزد چقدر بود؟",
    "What was Sara's order number?",
    "我的航班号是多少？",
)
MARKS = {
    "HX-48213-B": "#fbbf24",
    "۱۲٬۵۰۰ تومان": "#f472b6",
    "KT-10922": "#4ade80",
    "CA-1832": "#38bdf8",
}
SHOWN_DAY = datetime.combine(date(2026, 11, 29), datetime.min.time(), UTC)

WIDTH, EDGE, TOP = 760, 28, 62
LINE_HEIGHT, PAD, GAP = 23, 9, 8
WIDEST = 640
MINE, ITS = "#1d4070", "#263449"


def picture() -> str:
    replies = answered([*TOLD, *CHATTER, *ASKED])
    parts, y = list(_frame()), TOP
    y = _talk(parts, TOLD, replies[: len(TOLD)], y)
    parts += _divider(y + 14, f"{len(CHATTER)} messages later")
    y = _talk(parts, ASKED, replies[-len(ASKED) :], y + 36)
    return drawing("A chat with Hafez in the terminal", WIDTH, y + 12, parts)


def answered(lines: Sequence[str]) -> list[str]:
    """The replies to these lines in a new home, all as on one and the same day."""
    began = datetime.now(UTC)
    with tempfile.TemporaryDirectory(prefix="hafez-picture-") as folder:
        ran = subprocess.run(
            [sys.executable, "-m", "workers", "chat"],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=folder,
            env=environment(Path(folder) / "home"),
            timeout=120,
            check=True,
        )
    replies = ran.stdout.rstrip("\n").split("\n\n")
    if len(replies) != len(lines):
        raise RuntimeError(f"{len(replies)} replies to {len(lines)} lines")
    return [_on_one_day(reply, (began, datetime.now(UTC))) for reply in replies]


def _on_one_day(reply: str, days: Sequence[datetime]) -> str:
    """With a fixed day where the responder names the day of the run."""
    for language, says in SAYS.items():
        head = says.told.partition("{clause}")[0]
        for day in days:
            today = head.format(day=day_of(day, language))
            reply = reply.replace(today, head.format(day=day_of(SHOWN_DAY, language)))
    return reply


@dataclass(frozen=True)
class _Bubble:
    text: str
    mine: bool

    @property
    def lines(self) -> Sequence[str]:
        return wrapped(self.text, WIDEST)

    @property
    def width(self) -> float:
        return max(map(width_of, self.lines)) + 2 * PAD + 14

    @property
    def height(self) -> int:
        return len(self.lines) * LINE_HEIGHT + 2 * PAD - 4

    def drawn(self, y: float) -> Iterator[str]:
        x = WIDTH - EDGE - self.width if self.mine else EDGE
        yield box(x, y, self.width, self.height, fill=MINE if self.mine else ITS, radius=12)
        rtl = is_rtl(self.text)
        for number, line in enumerate(self.lines):
            at, anchor = self._begin(x, rtl=rtl)
            baseline = y + PAD + 14 + number * LINE_HEIGHT
            yield words(at, baseline, line, anchor=anchor, rtl=rtl, marks=MARKS)

    def _begin(self, x: float, *, rtl: bool) -> tuple[float, str]:
        """A single line stands in the middle, which halves what a reader's font is off."""
        if len(self.lines) == 1:
            return x + self.width / 2, "middle"
        return (x + self.width - PAD - 6 if rtl else x + PAD + 6), "start"


def _talk(parts: list[str], lines: Sequence[str], replies: Sequence[str], y: int) -> int:
    """Draw messages and replies in turn; where the next thing may begin."""
    for line, reply in zip(lines, replies, strict=True):
        asked, answer = _Bubble(line, mine=True), _Bubble(reply, mine=False)
        parts += asked.drawn(y)
        beside = asked.width + answer.width + 2 * EDGE + GAP < WIDTH
        y += LINE_HEIGHT if beside else asked.height + GAP // 2
        parts += answer.drawn(y)
        y += answer.height + GAP
    return y


def _frame() -> Iterator[str]:
    for at, colour in enumerate(("#f87171", "#fbbf24", "#4ade80")):
        yield f'<circle cx="{EDGE + at * 20}" cy="24" r="6" fill="{colour}"/>'
    yield words(WIDTH / 2, 29, "$ make run", size=14, fill=DIM, anchor="middle")
    yield words(WIDTH - EDGE, 29, "no model, memory alone", size=13, fill=DIM, anchor="end")
    yield f'<path d="M0 46.5H{WIDTH}" stroke="{LINE}"/>'


def _divider(y: float, text: str) -> Iterator[str]:
    half = width_of(text, 13) / 2 + 16
    middle = WIDTH / 2
    yield (
        f'<path d="M{EDGE} {y:g}H{middle - half:g}M{middle + half:g} {y:g}H{WIDTH - EDGE}" '
        f'stroke="{LINE}" stroke-dasharray="2 5"/>'
    )
    yield words(middle, y + 4, text, size=13, fill=INK, anchor="middle")
