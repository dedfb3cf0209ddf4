"""The topics that people name themselves: labels of exchanges, and their names in a question."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from memory.conversation import Exchange
from memory.words import folded

_HASHTAG = regex.compile(
    r"(?<![\w/&#])[#＃]([\p{L}\p{M}\p{N}_\u200c]*\p{L}[\p{L}\p{M}\p{N}_\u200c]*)"
)
"""As Telegram reads one: letters, digits and underscores, not digits alone."""


def own_label(exchange: Exchange) -> str:
    """`more["topic"]`, else the first hashtag the user wrote; "" where there is neither."""
    label = exchange.more.get("topic")
    if isinstance(label, str) and label:
        return label
    return first_hashtag(exchange.user)


def first_hashtag(text: str) -> str:
    """Without its sign, folded, so that one topic is one whatever keyboard it was typed on."""
    found = _HASHTAG.search(text)
    return folded(found[1]) if found else ""


def named_in(text: str, names: Sequence[str]) -> str:
    """The topic that a question names: by hashtag, or by the name as a word of its own (in a
    script without spaces, anywhere); of several the longest. "" where it names none."""
    said = folded(text)
    named = [name for name in names if name and _stands_in(folded(name), said)]
    return max(named, key=len, default="")


def _stands_in(name: str, said: str) -> bool:
    spaced = not regex.search(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]", name)
    edges = (r"(?<!\w)", r"(?!\w)") if spaced else ("", "")
    return bool(name.strip() and regex.search(edges[0] + regex.escape(name) + edges[1], said))
