"""Names and quoted titles: what a question with "what", "which" or "who" is often after."""

from __future__ import annotations

import regex

_CAPITALISED = regex.compile(r"(?<=[\p{L}\p{N},;)’'] )\p{Lu}\p{L}+")
"""Not at the start of a sentence, where every word has a capital."""
_QUOTED = regex.compile(r"[\"“«《「『][^\"“”«»《》「」『』\n]{2,60}[\"”»》」』]")
_ASKS = regex.compile(r"\b(?:what|which|who|whose|whom|چه کسی|کدام|نام|اسم)\b|谁|哪|什么|名字")
MOST = 3


def names_in(text: str) -> int:
    """How many a text as written holds, a title counting twice; at most MOST."""
    return min(MOST, len(_CAPITALISED.findall(text)) + 2 * len(_QUOTED.findall(text)))


def asks_for_name(text: str) -> bool:
    """Whether a folded question may be after one."""
    return _ASKS.search(text) is not None
