"""Cuts a rendered text into messages: on a paragraph, line, sentence, space, or grapheme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from bot.rendered import Rendered, Span

MOST_UNITS = 4096
"""Telegram counts 4096 code points after parsing; UTF-16 units are never fewer, so counting
those is safe under either reading."""
MOST_SPANS = 100
"""Telegram keeps about this many entities of a message and drops the rest."""

_ENDS: Sequence[regex.Pattern[str]] = (
    regex.compile(r"\n[^\S\n]*\n\s*"),
    regex.compile(r"\n\s*"),
    regex.compile(r"(?:[.!?…؟۔]+[\"'»”’)\]]*\s+|[。！？]+[」』”’）]*\s*)"),
    regex.compile(r"\s+"),
)
_ISOLATES, _RELEASE = ("\u2066", "\u2067", "\u2068"), "\u2069"
LONGEST_KEPT_WHOLE = 200
"""Characters of an isolate (an id, a phone number in right-to-left text) that no cut divides."""
_GRAPHEME = regex.compile(r"\X")
_CODE = ("pre", "code")


def split(
    rendered: Rendered, most_units: int = MOST_UNITS, most_spans: int = MOST_SPANS
) -> tuple[Rendered, ...]:
    """The messages, in order; none is empty, none too long, none has too many spans.

    Only white space at the cuts is left out (inside code: only the line break at the cut). A
    span that is cut goes on in the next message, so code cut in two is code in both. What is
    isolated from the direction of its line stays whole.
    """
    return tuple(part for part in _parts(rendered, most_units, most_spans) if not part.blank)


def _parts(rendered: Rendered, most_units: int, most_spans: int) -> Iterator[Rendered]:
    at, text = 0, rendered.text
    while True:
        at = _next_start(rendered, at)
        if at >= len(text):
            return
        end = _furthest(rendered, at, most_units, most_spans)
        cut, after = end, end
        if end < len(text):
            cut, after = _before_isolate(rendered, at, *_best_cut(rendered, at, end))
        part = rendered.cut(at, cut)
        yield Rendered(part.text, _fewest(part.spans, most_spans))
        at = after


def _next_start(rendered: Rendered, at: int) -> int:
    """Past white space, which Telegram trims anyway, up to code, where it is kept."""
    if any(span.kind in _CODE and span.start <= at < span.end for span in rendered.spans):
        return at
    starts = (span.start for span in rendered.spans if span.kind in _CODE and span.start >= at)
    code = min(starts, default=len(rendered.text))
    while at < code and rendered.text[at].isspace():
        at += 1
    return at


def _furthest(rendered: Rendered, at: int, most_units: int, most_spans: int) -> int:
    """Where a message that begins at `at` must end at the latest; always past `at`."""
    end, units = at, 0
    while end < len(rendered.text):
        units += 2 if rendered.text[end] > "\uffff" else 1
        if units > most_units:
            break
        end += 1
    reaching = sorted(s.start for s in rendered.spans if s.end > at and s.start < end)
    if len(reaching) > most_spans and reaching[most_spans] > at:
        end = reaching[most_spans]
    return max(end, at + 1)


def _fewest(spans: Sequence[Span], most: int) -> Sequence[Span]:
    """The first `most`: only spans that all begin at one place can still be more."""
    return spans if len(spans) <= most else spans[:most]


def _best_cut(rendered: Rendered, at: int, end: int) -> tuple[int, int]:
    """(end of this message, start of the next), in the later half where there is a choice."""
    text = rendered.text
    code = [s for s in rendered.spans if s.kind in _CODE and s.start <= end and s.end > at]
    fence = next((s for s in code if s.kind == "pre" and s.start <= end < s.end), None)
    if fence and fence.start > at + (end - at) // 3:
        return _without_trailing_space(text, at, fence.start), fence.start
    if fence:
        return _line_cut(text, max(at, fence.start), end)
    for pattern in _ENDS:
        cut = _last_match(pattern, text, code, at, end)
        if cut:
            return cut
    hard = _last_grapheme(text, at, end)
    return hard, hard


def _before_isolate(rendered: Rendered, at: int, cut: int, after: int) -> tuple[int, int]:
    """The cut, moved before what is isolated where it would divide that; code is left alone."""
    text = rendered.text
    begins = max(text.rfind(sign, at, cut) for sign in _ISOLATES)
    if begins <= at or cut - begins > LONGEST_KEPT_WHOLE or _RELEASE in text[begins:cut]:
        return cut, after
    if any(span.kind in _CODE and span.start <= begins < span.end for span in rendered.spans):
        return cut, after
    return _without_trailing_space(text, at, begins), begins


def _last_match(
    pattern: regex.Pattern[str], text: str, code: Sequence[Span], at: int, end: int
) -> tuple[int, int] | None:
    """The last fitting place for a cut outside `code`."""
    best = None
    for found in pattern.finditer(text, at + (end - at) // 2, end):
        if not any(span.start <= found.start() < span.end for span in code):
            after = min((s.start for s in code if s.start > found.start()), default=found.end())
            after = min(after, found.end())
            best = _without_trailing_space(text, at, after), after
    return best if best and best[0] > at else None


def _line_cut(text: str, at: int, end: int) -> tuple[int, int]:
    """Inside code: before a line break, which alone is left out; else at a grapheme."""
    line_break = text.rfind("\n", at + 1, end + 1)
    while line_break > at and text[line_break - 1] == "\n":
        line_break -= 1
    if line_break > at and text[at:line_break].strip():
        return line_break, line_break + 1
    hard = _last_grapheme(text, at, end)
    return hard, hard


def _last_grapheme(text: str, at: int, end: int) -> int:
    """The last place not after `end` that cuts no visible character in two; `end` itself where
    one character fills everything."""
    best = at
    for cluster in _GRAPHEME.finditer(text, at):
        if cluster.end() > end:
            break
        best = cluster.end()
    return best if best > at else end


def _without_trailing_space(text: str, at: int, end: int) -> int:
    while end > at and text[end - 1].isspace():
        end -= 1
    return end
