"""Text and boxes in SVG, for any page and with any reader's own fonts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

FONTS = (
    "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Vazirmatn,'Noto Sans Arabic',"
    "'Noto Naskh Arabic','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"
)
PAGE, LINE, INK, DIM = "#0f172a", "#334155", "#e2e8f0", "#94a3b8"
_ARABIC = re.compile(r"[\u0600-\u06ff\u200c]")
_NARROW = frozenset("iljtfrI.,:;'’‘|!()[]·«»“”-")


def drawing(title: str, width: int, height: int, inside: Iterable[str]) -> str:
    """A whole picture on its own dark card, which stands out on light and dark pages alike."""
    body = "\n".join(inside)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label={quoteattr(title)} '
        f'font-family="{FONTS}" font-size="15" fill="{INK}">\n<title>{escape(title)}</title>\n'
        f"{box(0.5, 0.5, width - 1, height - 1, fill=PAGE, stroke=LINE, radius=14)}\n"
        f"{body}\n</svg>\n"
    )


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str,
    stroke: str = "",
    radius: int = 0,
    dashed: bool = False,
) -> str:
    edge = f' stroke="{stroke}"' if stroke else ""
    edge += ' stroke-dasharray="4 4"' if dashed else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" '
        f'fill="{fill}"{edge}/>'
    )


def words(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 15,
    fill: str = INK,
    anchor: str = "start",
    weight: int = 400,
    rtl: bool | None = None,
    marks: Mapping[str, str] | None = None,
) -> str:
    """One line of text whose baseline is y; right-to-left text begins at the right end, where
    "start" is (`rtl`: by default what most of its letters are). `marks`: stretches that stand
    out -> their colour."""
    rtl = is_rtl(text) if rtl is None else rtl
    turned = ' direction="rtl" style="unicode-bidi:embed"' if rtl else ""
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" '
        f'text-anchor="{anchor}"{bold}{turned}>{_marked(text, marks or {})}</text>'
    )


def _marked(text: str, marks: Mapping[str, str]) -> str:
    if not marks:
        return escape(text)
    pieces = re.split("(" + "|".join(map(re.escape, marks)) + ")", text)
    return "".join(
        f'<tspan fill="{marks[piece]}" font-weight="700">{escape(piece)}</tspan>'
        if piece in marks
        else escape(piece)
        for piece in pieces
    )


def is_rtl(text: str) -> bool:
    """Whether more of it is in Arabic letters than in Latin ones."""
    return len(_ARABIC.findall(text)) > len(re.findall(r"[A-Za-z\u4e00-\u9fff]", text))


def width_of(text: str, size: float = 15) -> float:
    """About how wide it is in the fonts people have; rather too much than too little."""
    return size * sum(map(_em_hundredths, text)) / 100


def _em_hundredths(sign: str) -> int:
    """Whole numbers, because Python 3.12 began to add fractions up in another way."""
    if unicodedata.combining(sign) or unicodedata.category(sign) == "Cf":
        return 0
    if unicodedata.east_asian_width(sign) in "WF":
        return 103
    if _ARABIC.match(sign):
        return 56
    if sign in _NARROW or sign == " ":
        return 33
    if sign in "mwMW—%":
        return 95
    return 70 if sign.isupper() else 62


def cut_to(text: str, width: float, size: float = 15) -> str:
    """The text, or as much of it as is about this wide, with an ellipsis."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, width: float, size: float = 15) -> Sequence[str]:
    """The text in lines of about this width, cut at spaces."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
