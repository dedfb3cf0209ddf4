"""What Telegram itself would drop or refuse is out of a text before anything else reads it."""

from __future__ import annotations

import re

_UNSENDABLE = re.compile(r"[\x00-\x08\x0b-\x1f]")
_OVERRIDES = re.compile(r"[\u202a-\u202e]")
_LINE_SEPARATORS = re.compile(r"\r\n|[\r\u2028\u2029]")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


def cleaned(text: str) -> str:
    """Control characters become spaces, line separators line breaks, halves of surrogate pairs
    U+FFFD; direction overrides go. So no control character but tab and line break is left, and
    the others are free to stand for something (bot/shielding.py)."""
    text = _OVERRIDES.sub("", _LINE_SEPARATORS.sub("\n", text))
    return _LONE_SURROGATE.sub("\ufffd", _UNSENDABLE.sub(" ", text))
