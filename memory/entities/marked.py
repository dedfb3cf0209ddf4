"""Names that signs give away: quoted titles, hashtags, mentions."""

from __future__ import annotations

from collections.abc import Iterator

import regex

_TAG = regex.compile(r"(?<![\w/])[#＃](?=\w*\p{L})([\w\u200c]+)|(?<![\w.@])@(\w{3,32})")
_QUOTED = regex.compile(
    r"«([^«»\n]{1,60})»|“([^“”\n]{1,60})”|《([^《》\n]{1,60})》|「([^「」\n]{1,40})」|『([^『』\n]{1,40})』"
    r'|(?<!\w)"([^"\n]{1,60})"(?!\w)|〈([^〈〉\n]{1,40})〉'
)
_MOST_WORDS = 8
_SENTENCE = regex.compile(r"[.!?。！？؟،,，;；]")


def marked(text: str) -> Iterator[tuple[int, int]]:
    """Places of the names, in characters, without their signs."""
    for match in _TAG.finditer(text):
        yield match.span(1) if match[1] else match.span(2)
    for match in _QUOTED.finditer(text):
        inside = next(group for group in range(1, len(match.groups()) + 1) if match[group])
        start, end = match.span(inside)
        title = text[start:end].strip()
        if title and len(title.split()) <= _MOST_WORDS and not _SENTENCE.search(title):
            yield start, end
