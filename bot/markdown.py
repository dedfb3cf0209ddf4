"""Markdown as models write it -> text with spans. Pure, and nothing that was written is lost."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from telegramify_markdown import MessageEntity, RenderConfig, convert

from bot.escaping import Unsettled, escaped
from bot.links import linkable
from bot.rendered import Rendered, Span


def _symbols() -> RenderConfig:
    """Headings without pictures, a bullet every font has, boxes for tasks."""
    config = RenderConfig.isolated()
    symbols = config.markdown_symbol
    symbols.heading_level_1 = symbols.heading_level_2 = ""
    symbols.heading_level_3 = symbols.heading_level_4 = ""
    symbols.unordered_list_item = "•"
    symbols.task_completed, symbols.task_uncompleted = "☑", "☐"
    return config


CONFIG = _symbols()
MOST_GROWTH = 3
"""Formatting that makes a text longer than this many times itself (a table padded by one huge
cell) is dropped for the text as written."""


def render(markdown: str) -> Rendered:
    """What Telegram will show for it; the text as written where formatting it would lose any."""
    source = cleaned(markdown)
    try:
        text, entities = convert(escaped(source), latex_escape=False, config=CONFIG)
    except Unsettled:
        return Rendered(source)
    except Exception:  # noqa: BLE001 - whatever a parser trips over, the answer is delivered
        return Rendered(source)
    rendered = with_refused_links_as_text(Rendered(text, spans(text, entities)))
    return rendered if keeps(source, rendered) else Rendered(source)


_UNSENDABLE = re.compile(r"[\x00-\x08\x0b-\x1f\u2028\u2029\u202a-\u202e]")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


def cleaned(text: str) -> str:
    """Without what Telegram itself drops or refuses: control characters become spaces, line
    separators line breaks, halves of surrogate pairs U+FFFD; direction overrides go."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\u2028", "\n").replace("\u2029", "\n")
    text = re.sub(r"[\u202a-\u202e]", "", text)
    return _LONE_SURROGATE.sub("\ufffd", _UNSENDABLE.sub(" ", text))


_LANGUAGE = re.compile(r"[\w+#.-]{1,32}")
_WANTED = frozenset(
    {
        "blockquote",
        "bold",
        "code",
        "expandable_blockquote",
        "italic",
        "pre",
        "strikethrough",
        "text_link",
        "underline",
    }
)


def spans(text: str, entities: Iterable[MessageEntity]) -> tuple[Span, ...]:
    """The converter's entities (UTF-16 offsets) as spans (code points), in reading order."""
    points = _code_point_at(text)
    found = (
        Span(
            kind=entity.type,
            start=points[entity.offset],
            end=points[entity.offset + entity.length],
            url=entity.url or "",
            language=_language(entity.language or ""),
        )
        for entity in entities
        if entity.type in _WANTED and entity.length > 0
    )
    return tuple(sorted(found, key=lambda span: (span.start, -span.end)))


def _language(info: str) -> str:
    """The first word of a fence's info string, if it can name a language."""
    word = _LANGUAGE.match(info)
    return word.group() if word else ""


def _code_point_at(text: str) -> dict[int, int]:
    """UTF-16 offset -> code point offset, for every character's start and the text's end."""
    units = accumulate((2 if character > "\uffff" else 1 for character in text), initial=0)
    return {offset: index for index, offset in enumerate(units)}


def with_refused_links_as_text(rendered: Rendered) -> Rendered:
    """Links Telegram would refuse lose their entity; their address follows them in brackets."""
    while refused := _last_refused(rendered):
        rendered = _unlinked(rendered, refused)
    return rendered


def _last_refused(rendered: Rendered) -> Span | None:
    links = (span for span in reversed(rendered.spans) if span.kind == "text_link")
    return next((link for link in links if not linkable(link.url)), None)


def _unlinked(rendered: Rendered, link: Span) -> Rendered:
    shown = rendered.text[link.start : link.end]
    addition = "" if link.url in ("", shown, f"mailto:{shown}") else f" ({cleaned(link.url)})"
    text = rendered.text[: link.end] + addition + rendered.text[link.end :]
    kept = [_moved(span, link.end, len(addition)) for span in rendered.spans if span is not link]
    return Rendered(text, tuple(kept))


def _moved(span: Span, at: int, by: int) -> Span:
    start = span.start + by if span.start >= at else span.start
    end = span.end + by if span.end > at else span.end
    return Span(span.kind, start, end, span.url, span.language)


_MARKS: Sequence[re.Pattern[str]] = (
    re.compile(
        r"^[ \t>]*(?:```[^`\n]*|~~~.*)$", re.MULTILINE
    ),  # fence lines: the language is a span's
    re.compile(r"^[ \t>*+-]*\d+[.)](?=\s|$)", re.MULTILINE),  # list numbers: counted anew
    re.compile(r"^[ \t>*+-]*\[[xX]\](?=\s)", re.MULTILINE),  # done tasks
    re.compile(r"\]\[[^\]\n]*\]"),  # labels of links
    re.compile(r"^[ \t>*+-]*\[[^\]\n]+\]:", re.MULTILINE),
    re.compile(r"\$[^$]*\\[^$]*\$"),  # formulas: \alpha becomes α
    re.compile(r"&#?\w+;"),
)


def keeps(source: str, rendered: Rendered) -> bool:
    """Whether every letter and digit of the source is still there, markup aside, and the text
    has neither vanished nor been blown up."""
    for mark in _MARKS:
        source = mark.sub(" ", source)
    shown = [rendered.text, *(s.url for s in rendered.spans), *(s.language for s in rendered.spans)]
    lost = _signs(html.unescape(source)) - _signs("".join(shown))
    return (
        not lost and not rendered.blank and len(rendered.text) <= MOST_GROWTH * len(source) + 1000
    )


def _signs(text: str) -> Counter[str]:
    return Counter(character for character in text if character.isalnum())
