"""Parts of a text that are kept for their form: code, addresses, paths, quotations, assignments.

Every search here looks at a bounded stretch from each place it starts at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import regex

from memory.facts.languages import LANGUAGES
from memory.facts.shapes import has_digit
from memory.facts.span import Span, SpanKind

_LAYOUTS = tuple(layout for language in LANGUAGES for layout in language.layouts)
_HOST = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})"
_ADDRESSES = regex.compile(
    rf"""
    (?P<url> (?:(?<![A-Za-z0-9])[a-z][a-z0-9+]{{1,15}}://|(?<![\w.])www\.)
        [^\s<>"'`«»“”「」『』《》（）【】，。；！？、؛،\p{{Han}}]{{1,2000}}+ )
  | (?P<email> (?<![A-Za-z0-9._%+-]) [A-Za-z0-9._%+-]{{1,64}}+ @ {_HOST} (?:\.{_HOST}){{1,8}}+ )
  | (?P<path> (?<![A-Za-z_/.:]|\p{{Nd}}) (?:~|\.{{1,2}})?/ [A-Za-z0-9_.@+-]{{1,255}}+
        (?: / [A-Za-z0-9_.@+-]{{1,255}}+ ){{1,40}}+ /? (?: :\d{{1,6}} ){{0,2}} )
  | (?P<path2> (?<!\w) [A-Za-z]:\\ [^\s:*?"<>|]{{1,255}}+ )
  | (?P<id> (?<![\w@.]) @ [A-Za-z][A-Za-z0-9_]{{2,31}}+ )
  | (?P<id2> (?<![\w]) (?:[0-9A-Fa-f]{{1,4}}:){{3,7}}+ [0-9A-Fa-f]{{1,4}} (?![\w:]) )
  | (?P<date> (?<!\w) \p{{Nd}}{{4}}-\p{{Nd}}{{2}}-\p{{Nd}}{{2}} [T\ ]
        \p{{Nd}}{{2}}:\p{{Nd}}{{2}} (?: :\p{{Nd}}{{2}} (?:[.,]\p{{Nd}}{{1,9}})? )?
        (?: Z | [+-]\p{{Nd}}{{2}}:?\p{{Nd}}{{2}} )? (?!\w) )
  | (?P<version> (?<![\w@/-]) [A-Za-z] [\w.\[\]-]{{2,60}}+ (?:===?|~=|>=|<=) \d [\w.*]{{0,30}}+ )
  | (?P<id3> (?<!\w) [a-z] [a-z0-9._/-]{{0,80}}+ : v? \d{{1,4}} (?:\.\d{{1,4}}){{1,3}}
        -[\w.-]{{1,40}}+ )
  | (?P<id4> § {{1,2}} \s? \d [\w.]{{0,12}}+ (?: \( \w{{1,3}} \) ){{0,4}}+ )
  | (?P<quantity> (?<![\w.]) \d{{1,3}} (?:\.\d{{1,10}})? ° (?: \ ? \d{{1,2}} [′'] (?: \ ? \d{{1,2}}
        (?:\.\d{{1,6}})? [″"] )? )? \ ? [NSEW] (?!\w) )
  | (?P<ip> (?<![\w:.]) (?=[0-9A-Fa-f:]*::) (?=[^\s]*\d) [0-9A-Fa-f:]{{3,39}}+ (?![\w:]) )
  | (?P<phone> (?<![\w+]) \+?\p{{Nd}}{{1,3}} [ -]? \(\p{{Nd}}{{1,5}}\)
        (?:[ -]? \p{{Nd}}){{5,12}}+ (?!\w) )
  | (?P<tag> (?<![\w\#&/]) \# [\p{{L}}_] [\w-]{{1,63}}+ )
  | (?P<symbol> (?<![\w.]) [A-Za-z_][A-Za-z0-9_.]{{0,63}}+ \(\) )
    """,
    regex.VERBOSE | regex.V1,
)
_QUOTES = regex.compile(
    r"“[^”\n]{2,300}+”|«[^»\n]{2,300}+»|「[^」\n]{2,300}+」|『[^』\n]{2,300}+』|《[^》\n]{1,300}+》"
    r"|(?<![\w\"])\"[^\"\n]{2,300}+\"(?![\w\"])"
)
_QUOTE_MARKS = frozenset('“«「『《"')
_INLINE = regex.compile(r"(?<!`)``?[^`\n]{1,300}+``?(?!`)")
_ASSIGNED = regex.compile(
    r"(?<![\w.])(?P<name>[A-Za-z_][A-Za-z0-9_.\-]{0,63}+)[ \t]{0,3}+(?:=|:=|\+=)[ \t]{0,3}+(?![=>])"
    r"(?P<value>\"[^\"\n]{0,200}+\"|'[^'\n]{0,200}+'|[^\s,;\"'،؛，；。=<>)]{1,200}+)"
)
_ADDRESS_MARKS = regex.compile(
    r"[/\\@]|www\.|\(\)|::|\#[\p{L}_]|\p{Nd}[ -]?\(\p{Nd}|[0-9A-Fa-f]:[0-9A-Fa-f]{1,4}:"
    r"|[=~<>]=|§|°|[a-z]:v?\p{Nd}|\p{Nd}-\p{Nd}{2}[T ]"
)
"""Without one of these a text holds no address."""
_TRAILING = ".,;:!?)]}'\"…>*"


def fences_in(text: str) -> list[Span]:
    """Code blocks with their fences; one left open goes on to the end of the text."""
    spans: list[Span] = []
    if "```" not in text and "~~~" not in text:
        return spans
    opened, mark, at = -1, "", 0
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        if opened < 0 and stripped.startswith(("```", "~~~")):
            opened, mark = at, stripped[:3]
        elif opened >= 0 and stripped == mark:
            spans.append(Span(opened, at + len(line.rstrip()), "code"))
            opened = -1
        at += len(line)
    if opened >= 0:
        spans.append(Span(opened, len(text), "code"))
    return spans


def inline_code_in(text: str, timeout_s: float | None) -> Iterator[Span]:
    if "`" not in text:
        return
    for match in _INLINE.finditer(text, timeout=timeout_s):
        yield Span(match.start(), match.end(), "code")


def addresses_in(text: str, timeout_s: float | None) -> Iterator[Span]:
    """URLs, e-mail addresses, paths, handles, hardware addresses and calls like `search()`."""
    if _ADDRESS_MARKS.search(text) is None:
        return
    for match in _ADDRESSES.finditer(text, timeout=timeout_s):
        kind = _KINDS[str(match.lastgroup)]
        value = match.group()
        kept = value if kind == "symbol" else _without_trailing(value)
        yield Span(match.start(), match.start() + len(kept), kind)


@cache
def _layouts() -> regex.Pattern[str]:
    """All languages' layouts in one expression; each is a group with a number."""
    either = "|".join(f"({layout.expression})" for layout in _LAYOUTS)
    return regex.compile(rf"(?<![A-Za-z\p{{Nd}}])(?:{either})(?![A-Za-z\p{{Nd}}])")


def layouts_in(text: str, timeout_s: float | None) -> Iterator[Span]:
    """Number plates, postcodes, bank accounts: the languages' fixed arrangements."""
    if has_digit(text):
        for match in _layouts().finditer(text, timeout=timeout_s):
            yield Span(match.start(), match.end(), _LAYOUTS[(match.lastindex or 1) - 1].kind)


def quotations_in(text: str, timeout_s: float | None) -> Iterator[Span]:
    if _QUOTE_MARKS.isdisjoint(text):
        return
    for match in _QUOTES.finditer(text, timeout=timeout_s):
        yield Span(match.start(), match.end(), "quote")


def assignments_in(text: str, timeout_s: float | None) -> Iterator[Span]:
    """Each assignment, its name and its value (without quotation marks)."""
    if "=" not in text:
        return
    for match in _ASSIGNED.finditer(text, timeout=timeout_s):
        start, end = match.span("value")
        value = _without_trailing(match["value"]) if match["value"][0] not in "\"'" else ""
        if match["value"][0] not in "\"'" and not value:
            continue
        if value:
            end = start + len(value)
            yield Span(start, end, "id")
        elif end - start > 2:
            yield Span(start + 1, end - 1, "id")
        yield Span(match.start(), end, "assignment")
        yield Span(*match.span("name"), "symbol")


def _without_trailing(value: str) -> str:
    kept = value.rstrip(_TRAILING)
    closes = value[len(kept) : len(kept) + 1] == ")" and "(" in kept
    return value[: len(kept) + 1] if closes else kept


_KINDS: dict[str, SpanKind] = {
    "url": "url",
    "email": "email",
    "path": "path",
    "path2": "path",
    "id": "id",
    "id2": "id",
    "ip": "ip",
    "date": "date",
    "version": "version",
    "id3": "id",
    "id4": "id",
    "quantity": "quantity",
    "phone": "phone",
    "tag": "symbol",
    "symbol": "symbol",
}
