"""Markdown as models write it -> text with spans. Pure, and nothing that was written is lost."""

from __future__ import annotations

from bot.blocks import Blocks
from bot.cleaning import cleaned
from bot.fences import with_longer_outer_fences
from bot.isolates import isolated
from bot.parsing import events
from bot.rendered import Rendered
from bot.shielding import SPOILER_OPENS, shielded
from bot.spoilers import paired

MOST_GROWTH = 3
"""Formatting that makes a text longer than this many times itself (a table that repeats long
titles in every row) is dropped for the text as written."""


def render(markdown: str) -> Rendered:
    """What Telegram will show for it; the text as written where there would be nothing to see."""
    source = cleaned(markdown)
    prepared = shielded(with_longer_outer_fences(source))
    blocks = Blocks(prepared.encode())
    read = events(prepared)
    for event in paired(read) if SPOILER_OPENS in prepared else read:
        blocks.take(event)
    rendered = blocks.rendered()
    if rendered.blank or len(rendered.text) > MOST_GROWTH * len(source) + 1000:
        rendered = Rendered(source)
    return isolated(rendered)
