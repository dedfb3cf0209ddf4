"""A reply as the messages it is delivered in, and its end as it is shown while it streams. Pure but
for the thread that long texts are rendered in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import accumulate
from typing import TypeVar

from bot.markdown import render
from bot.rendered import Rendered
from bot.splitting import MOST_SPANS, MOST_UNITS, split
from bot.texts.notices import notice_rendered
from bot.texts.page import TEXTS
from workers.jobs import Reply

Given = TypeVar("Given")
Made = TypeVar("Made")

MOST_CHARACTERS_IN_LOOP = 8000
"""Rendering takes about a millisecond per thousand characters, more for strange ones."""
MOST_CHARACTERS_OF_A_FRAME = 16_000
"""More than is shown, so that what was opened before it (a fence, a list) is known."""


def parts_of(reply: Reply) -> tuple[Rendered, ...]:
    """The messages of a reply, the same ones every time, so that a crash between two of them
    can be resumed. One that was cut ends in "…", one that the model cut says so as well, one
    without anything to see says that."""
    rendered = render(reply.text) if reply.notice is None else notice_rendered(reply)
    if reply.cut and not rendered.blank:
        why = TEXTS.say("ended_by_model", reply.language) if reply.ended_by_model else ""
        end = f" …\n\n{why}" if why else " …"
        rendered = Rendered(f"{rendered.text.rstrip()}{end}", rendered.spans)
    parts = split(rendered)
    return parts or (Rendered(TEXTS.say("empty_answer", reply.language)),)


def frame_of(text: str) -> Rendered:
    """The end of an answer that still streams, as much as one message holds; blank where there
    is nothing to see yet."""
    rendered = render(text[-MOST_CHARACTERS_OF_A_FRAME:])
    if rendered.blank:
        return Rendered("")
    frame = rendered.cut(_first_shown(rendered.text), len(rendered.text))
    return Rendered(frame.text, tuple(frame.spans)[-MOST_SPANS:])


def _first_shown(text: str) -> int:
    """Where the last message's worth begins: at a line, if one begins in its first quarter."""
    if len(text) * 2 <= MOST_UNITS:
        return 0
    units = accumulate(2 if character > "\uffff" else 1 for character in reversed(text))
    start = len(text) - sum(1 for used in units if used <= MOST_UNITS)
    if start == 0:
        return 0
    line = text.find("\n", start, start + MOST_UNITS // 4)
    start = line + 1 if line >= 0 else start
    while start < len(text) and text[start].isspace():
        start += 1
    return start


async def parts_aside(reply: Reply) -> tuple[Rendered, ...]:
    """Long texts are rendered in a thread: a second of it must not hold up other chats."""
    return await _aside(parts_of, reply, len(reply.text))


async def frame_aside(text: str) -> Rendered:
    return await _aside(frame_of, text, len(text))


async def _aside(make: Callable[[Given], Made], of: Given, length: int) -> Made:
    if length > MOST_CHARACTERS_IN_LOOP:
        return await asyncio.to_thread(make, of)
    return make(of)
