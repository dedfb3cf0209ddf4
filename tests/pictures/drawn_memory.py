"""docs/memory.svg: what the model was shown after sixty exchanges, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, takewhile

from tests.pictures.remembered import THRESHOLD_TOKENS, Remembered, remembered
from tests.pictures.svg import DIM, box, cut_to, drawing, is_rtl, width_of, words
from workers.prompt import Part, PromptMessage

WIDTH, EDGE = 760, 28
ROOM = WIDTH - 2 * EDGE
LOG_Y, BAR_Y, BAR_HEIGHT, LEGEND_Y, ROW = 70, 158, 44, 274, 47
STABLE = "#4ade80"
SMALL, INDENT = 12.5, 112
EXCERPT = ROOM - INDENT - 124

COLOURS = {
    "policy": "#64748b",
    "facts": "#fbbf24",
    "summary": "#a78bfa",
    "since": "#38bdf8",
    "recalled": "#fb7185",
    "question": "#e2e8f0",
}
NAMES = {Part.RECENT: "since"}
SAYS = {
    "policy": "your fixed instructions",
    "facts": "ids, numbers, dates, quotations, code: word for word, and who said them when",
    "summary": "running prose over exchanges {covered}, extended beside the chat",
    "since": "every exchange after the summary ({recent}), word for word",
    "recalled": "the {recalled} older exchanges nearest to the question, with their dates",
    "question": "what is asked now",
}
SAME, GROWS, NEW = "same next turn", "grows at its end", "new every turn"


@dataclass(frozen=True)
class _Piece:
    """One part of the prompt; tokens of its texts."""

    name: str
    messages: tuple[PromptMessage, ...]
    tokens: int
    next_turn: str


@dataclass(frozen=True)
class _Shown:
    run: Remembered

    @cached_property
    def pieces(self) -> Sequence[_Piece]:
        before, after = map(_by_name, self.run.prompts)
        return [
            _Piece(name, said, self._tokens(said), _changes(said, after[name]))
            for name, said in before.items()
        ]

    @cached_property
    def total(self) -> int:
        return sum(piece.tokens for piece in self.pieces)

    @cached_property
    def stable(self) -> int:
        """Tokens of the messages that the next turn's prompt begins with, byte for byte."""
        both = zip(*self.run.prompts, strict=False)
        return self._tokens([one for one, _ in takewhile(lambda two: two[0] == two[1], both)])

    def numbers(self, name: str) -> list[int]:
        said = next(piece.messages for piece in self.pieces if piece.name == name)
        return sorted({exchange.number for message in said for exchange in message.exchanges})

    def _tokens(self, messages: Sequence[PromptMessage]) -> int:
        return sum(self.run.tokens.count(message.text) for message in messages)


def picture() -> str:
    shown = _Shown(remembered())
    ends = list(accumulate(piece.tokens / shown.total * ROOM for piece in shown.pieces))
    spans = list(zip([0.0, *ends[:-1]], ends, strict=True))
    parts = [
        *_threads(shown, spans),
        *_heading(shown),
        *_log(shown),
        *_bar(shown, spans),
        *_bracket(shown),
        *_legend(shown),
    ]
    height = LEGEND_Y + ROW * len(shown.pieces)
    return drawing("What the model is shown after 60 exchanges", WIDTH, height, parts)


def _by_name(prompt: Sequence[PromptMessage]) -> dict[str, tuple[PromptMessage, ...]]:
    found: dict[str, tuple[PromptMessage, ...]] = {}
    for message in prompt:
        name = message.kind or NAMES.get(message.part, str(message.part))
        found[name] = (*found.get(name, ()), message)
    return found


def _changes(now: Sequence[PromptMessage], later: Sequence[PromptMessage]) -> str:
    if now == later:
        return SAME
    return GROWS if now == later[: len(now)] else NEW


def _heading(shown: _Shown) -> Iterator[str]:
    count = len(shown.run.memory.exchanges)
    yield words(EDGE, 36, f"The log: {count} exchanges; a summary removes none", weight=600)
    run = f"a real run, threshold {THRESHOLD_TOKENS} tokens"
    yield words(WIDTH - EDGE, 36, run, size=13, fill=DIM, anchor="end")
    text = f"One prompt: {shown.total:,} tokens"
    yield words(EDGE, BAR_Y - 10, text, weight=600)


def _cell(number: int, count: int) -> tuple[float, float]:
    """Where an exchange begins in the log, and its width."""
    width = ROOM / count
    return EDGE + (number - 1) * width, width


def _colour(shown: _Shown, number: int) -> str:
    for name in ("recalled", "since"):
        if number in shown.numbers(name):
            return COLOURS[name]
    return COLOURS["summary"]


def _log(shown: _Shown) -> Iterator[str]:
    count = len(shown.run.memory.exchanges)
    for number in range(1, count + 1):
        x, width = _cell(number, count)
        yield box(x + 1, LOG_Y - 20, width - 2, 22, fill=_colour(shown, number), radius=3)


def _threads(shown: _Shown, spans: Sequence[tuple[float, float]]) -> Iterator[str]:
    """From the exchanges to the parts of the prompt that show them."""
    count, at = len(shown.run.memory.exchanges), dict(zip(COLOURS, spans, strict=True))
    covered = shown.run.memory.watermark
    yield _thread(EDGE, _cell(covered + 1, count)[0], (at["facts"][0], at["summary"][1]), "summary")
    yield _thread(_cell(covered + 1, count)[0], WIDTH - EDGE, at["since"], "since")
    for number in shown.numbers("recalled"):
        x, width = _cell(number, count)
        yield _thread(x + 1, x + width - 1, at["recalled"], "recalled")


def _thread(left: float, right: float, span: tuple[float, float], name: str) -> str:
    top, bottom = LOG_Y + 2, BAR_Y
    start, end = EDGE + span[0], EDGE + span[1]
    middle = (top + bottom) / 2
    return (
        f'<path d="M{left:.1f} {top}C{left:.1f} {middle:g} {start:.1f} {middle:g} {start:.1f} '
        f'{bottom}H{end:.1f}C{end:.1f} {middle:g} {right:.1f} {middle:g} {right:.1f} {top}Z" '
        f'fill="{COLOURS[name]}" opacity="0.22"/>'
    )


def _bar(shown: _Shown, spans: Sequence[tuple[float, float]]) -> Iterator[str]:
    for piece, (start, end) in zip(shown.pieces, spans, strict=True):
        width = max(end - start - 2, 2)
        yield box(EDGE + start, BAR_Y, width, BAR_HEIGHT, fill=COLOURS[piece.name], radius=3)
        if width > width_of(piece.name) + 6:
            middle = EDGE + (start + end) / 2
            yield words(middle, BAR_Y + 28, piece.name, fill="#0f172a", anchor="middle", weight=600)


def _bracket(shown: _Shown) -> Iterator[str]:
    end = EDGE + shown.stable / shown.total * ROOM - 2
    y = BAR_Y + BAR_HEIGHT + 8
    yield f'<path d="M{EDGE} {y}v8H{end:.1f}v-8" fill="none" stroke="{STABLE}" stroke-width="2"/>'
    share = f"{shown.stable:,} of them begin the next prompt too, byte for byte: prompt caches hit"
    yield words(EDGE, y + 27, share, size=14, fill=STABLE)


def _legend(shown: _Shown) -> Iterator[str]:
    named = {
        "covered": f"1–{shown.run.memory.watermark}",
        "recent": "{}–{}".format(*_ends(shown.numbers("since"))),
        "recalled": len(shown.numbers("recalled")),
    }
    for row, piece in enumerate(shown.pieces):
        y = LEGEND_Y + row * ROW
        yield box(EDGE, y - 13, 6, 33, fill=COLOURS[piece.name], radius=3)
        yield words(EDGE + 18, y, piece.name, weight=600)
        yield words(EDGE + 18, y + 18, f"{piece.tokens:,} tokens", size=SMALL, fill=DIM)
        yield words(EDGE + INDENT, y, SAYS[piece.name].format(**named), size=14)
        excerpt = cut_to(_excerpt(piece), EXCERPT, SMALL)
        left = "end" if is_rtl(excerpt) else "start"
        yield words(EDGE + INDENT, y + 18, excerpt, size=SMALL, fill=DIM, anchor=left)
        colour = DIM if piece.next_turn == NEW else STABLE
        yield words(WIDTH - EDGE, y + 18, piece.next_turn, size=SMALL, fill=colour, anchor="end")


def _ends(numbers: Sequence[int]) -> tuple[int, int]:
    return numbers[0], numbers[-1]


def _excerpt(piece: _Piece) -> str:
    """A line of it, as the model reads it."""
    lines = piece.messages[0].text.splitlines()
    if piece.name in ("facts", "summary"):
        return lines[2]  # after the mark and the heading
    if piece.messages[0].exchanges:
        return piece.messages[0].exchanges[0].user
    return lines[0]
