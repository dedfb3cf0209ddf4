"""Markdown as a stream of events, each with the bytes of the source that it comes from.

Everything that holds text is among them: what the parser leaves out (link definitions that no
link uses, the cells a table row has too many) is put back where it stood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyromark

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_MATH
)
CONTAINERS = frozenset({"List", "Item", "BlockQuote"})


@dataclass(frozen=True, slots=True)
class Event:
    """act: start, end, or what stands by itself (Text, Code, SoftBreak…) · tag: of start and
    end · value: the text, or what the tag tells · start, end: bytes of the source."""

    act: str
    tag: str
    value: Any
    start: int
    end: int


def events(markdown: str) -> Iterator[Event]:
    """In the order of the text."""
    parsed = [
        _event(payload, span["start"], span["end"])
        for payload, span in pyromark.events_with_range(markdown, options=_OPTIONS)
    ]
    if "]:" not in markdown:
        return iter(parsed)
    return _with_left_out(markdown.encode(), parsed)


def _event(payload: Any, start: int, end: int) -> Event:
    if isinstance(payload, str):
        return Event(payload, "", None, start, end)
    ((act, value),) = payload.items()
    if act not in ("Start", "End"):
        return Event(act, "", value, start, end)
    if isinstance(value, str):
        return Event(act.lower(), value, None, start, end)
    ((tag, told),) = value.items()
    return Event(act.lower(), tag, told, start, end)


def _with_left_out(source: bytes, parsed: Sequence[Event]) -> Iterator[Event]:
    """With a Raw event for every link definition that no link needs."""
    needed = {
        _label(event.value["id"])
        for event in parsed
        if event.act == "start" and event.tag in ("Link", "Image")
    }
    waiting = list(_unused(_definitions(source, parsed), needed))
    for event in parsed:
        at = event.end if event.act == "end" else event.start
        while waiting and waiting[0].start < at:
            yield waiting.pop(0)
        yield event
    yield from waiting


def _unused(definitions: Iterable[Event], needed: set[str]) -> Iterator[Event]:
    """The first definition of a label is the one that its links go by."""
    for definition in definitions:
        label = _LABEL.match(definition.value)
        name = _label(label[1]) if label else ""
        if name in needed:
            needed.remove(name)
        else:
            yield definition


_LABEL = re.compile(r"\[((?:[^\]\\]|\\.)+)\]:")
_CONTAINER_MARKS = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?=\[)|^[ \t>]+")


def _definitions(source: bytes, parsed: Sequence[Event]) -> Iterator[Event]:
    """What stands between the parsed pieces and begins like a definition."""
    for start, end in _gaps(source, parsed):
        if b"]:" not in source[start:end]:
            continue
        statement, began, at = "", start, start
        for line in source[start:end].splitlines(keepends=True):
            text = _CONTAINER_MARKS.sub("", line.decode().rstrip("\n"))
            if text.startswith("[") and statement:
                yield Event("Raw", "", statement, began, at)
                statement = ""
            if text.strip():
                began = began if statement else at + len(line.rstrip(b"\n")) - len(text.encode())
                statement = f"{statement}\n{text}" if statement else text
            at += len(line)
        if "]:" in statement:
            yield Event("Raw", "", statement, began, at)


def _gaps(source: bytes, parsed: Sequence[Event]) -> Iterator[tuple[int, int]]:
    at = 0
    for event in parsed:
        if event.act == "end" or event.tag in CONTAINERS:
            continue
        if event.start > at and source[at : event.start].strip():
            yield at, event.start
        at = max(at, event.end)
    if source[at:].strip():
        yield at, len(source)


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


def told(event: Event) -> Mapping[str, Any]:
    return event.value if isinstance(event.value, Mapping) else {}
