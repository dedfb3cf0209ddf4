"""docs/recall.svg: recall against the characters that are recalled, every kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tests.bench._recall_curves import DEPTHS, Point, best
from tests.pictures.measured_recall import ByLanguage, stored
from tests.pictures.svg import DIM, INK, LINE, box, drawing, width_of, words

WIDTH, EDGE, GAP = 760, 52, 44
PANEL = (WIDTH - 2 * EDGE - GAP + 20) // 2
TOP, HEIGHT = 84, 250
LEGEND_Y, ROW, COLUMNS = TOP + HEIGHT + 74, 24, 3
HUES = (
    *("#4ade80", "#38bdf8", "#fbbf24", "#fb7185", "#a78bfa", "#f97316"),
    *("#22d3ee", "#e879f9", "#a3e635", "#94a3b8", "#fde68a", "#c4b5fd", "#fda4af"),
)


def picture() -> str:
    curves = _joined(stored())
    return drawing(
        "Recall against characters recalled, for every kind of memory, in English and Chinese",
        WIDTH,
        LEGEND_Y + ROW * _rows(_order(curves)) + 40,
        _inside(curves),
    )


def _inside(curves: ByLanguage) -> Iterator[str]:
    colours = dict(zip(_order(curves), HUES, strict=False))
    yield words(EDGE, 34, "What each kind of memory finds, and in how many characters", size=17)
    yield words(
        EDGE, 56, f"share of the evidence within {', '.join(map(str, DEPTHS))} recalled exchanges "
        "(MemoryBank); dots: texts", size=13, fill=DIM,
    )  # fmt: skip
    for place, (language, kinds) in enumerate(curves.items()):
        yield from _panel(EDGE + place * (PANEL + GAP), language, kinds, colours)
    yield from _legend(curves, colours)


def _joined(curves: ByLanguage) -> ByLanguage:
    """Kinds that recall the very same in both languages are one line, under all their names;
    those that show nothing are left out."""
    english, chinese = curves.values()
    alike: dict[str, list[str]] = {}
    for kind, points in english.items():
        if points:
            alike.setdefault(f"{points} {chinese[kind]}", []).append(kind)
    return {
        language: {", ".join(kinds): points[kinds[0]] for kinds in alike.values()}
        for language, points in curves.items()
    }


def _order(curves: ByLanguage) -> list[str]:
    """The best first, by what they find within five exchanges; then those that show texts, then
    those of several names."""
    english, chinese = curves.values()
    worth = {kind: best(english[kind]) + best(chinese[kind]) for kind in english}
    return sorted(english, key=lambda kind: ("," in kind, -worth[kind]))


def _panel(
    left: int, language: str, kinds: Mapping[str, list[Point]], colours: Mapping[str, str]
) -> Iterator[str]:
    most = max(x for points in kinds.values() for x, _ in points)
    scale = -(-most // 1000) * 1000
    yield box(left, TOP, PANEL, HEIGHT, fill="none", stroke=LINE)
    yield words(left + PANEL - 10, TOP + HEIGHT - 12, language, anchor="end", weight=600)
    for share in (0, 0.25, 0.5, 0.75, 1):
        yield _across(left, _y(share))
        yield words(left - 8, _y(share) + 4, f"{share:g}", size=12, fill=DIM, anchor="end")
    for part in range(5):
        x = left + PANEL * part // 4
        yield words(
            x, TOP + HEIGHT + 18, f"{scale * part // 4:,}", size=12, fill=DIM, anchor="middle"
        )
    yield words(
        left + PANEL / 2,
        TOP + HEIGHT + 38,
        "characters recalled",
        size=12,
        fill=DIM,
        anchor="middle",
    )
    for kind in reversed(list(colours)):
        yield _line(left, kinds[kind], scale, colours[kind])


def _across(left: int, y: int) -> str:
    return f'<path d="M{left} {y}h{PANEL}" stroke="{LINE}" stroke-width="1" opacity="0.5"/>'


def _line(left: int, points: Sequence[Point], scale: int, colour: str) -> str:
    places = [(left + round(PANEL * x / scale), _y(share)) for x, share in points]
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>' for x, y in places)
    if len(places) == 1:
        (x, y), = places  # fmt: skip
        return f'<circle cx="{x}" cy="{y}" r="6" fill="{colour}"/>'
    path = "L".join(f"{x} {y}" for x, y in places)
    return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}'


def _y(share: float) -> int:
    return TOP + round((HEIGHT - 12) * (1 - share)) + 6


def _legend(curves: ByLanguage, colours: Mapping[str, str]) -> Iterator[str]:
    english, chinese = curves.values()
    width = (WIDTH - 2 * EDGE) // COLUMNS
    for (kind, colour), place in zip(colours.items(), _places(list(colours)), strict=True):
        x, y = EDGE + place % COLUMNS * width, LEGEND_Y + place // COLUMNS * ROW
        yield box(x, y - 10, 14, 10, fill=colour, radius=3)
        yield words(x + 22, y, kind, fill=INK)
        figures = " · ".join(_figure(points[kind]) for points in (english, chinese))
        yield words(x + max(104, width_of(kind) + 28), y, figures, size=13, fill=DIM)
    below = LEGEND_Y + _rows(list(colours)) * ROW + 8
    note = "Within five exchanges, English · Chinese. Without a model summary shows nothing and"
    yield words(EDGE, below, f"{note} vectors the newest.", size=12.5, fill=DIM)


def _places(kinds: Sequence[str]) -> list[int]:
    """Where in the legend each stands; a long name has a row of its own."""
    places, free = [], 0
    for kind in kinds:
        if "," in kind:
            free = -(-free // COLUMNS) * COLUMNS
        places.append(free)
        free += COLUMNS if "," in kind else 1
    return places


def _rows(kinds: Sequence[str]) -> int:
    return max(_places(kinds)) // COLUMNS + 1


def _figure(points: Sequence[Point]) -> str:
    """In brackets where it is a text that tells the exchanges."""
    return f"{best(points):.2f}" if len(points) > 1 else f"({points[0][1]:.2f})"
