"""Which addresses Telegram accepts in a link entity. It refuses the whole message for one it
does not (400 "Entity URL … is invalid"), so what is not surely fine is shown as text."""

from __future__ import annotations

import re

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = rf"(?:{_LABEL}\.)+[a-z][a-z0-9-]*[a-z0-9]"
_WEB = re.compile(
    rf"https?://{_HOST}(?::(?P<port>\d{{1,5}}))?(?:[/?#][^\s\x00-\x20<>\"]*)?", re.IGNORECASE
)
_PERSON = re.compile(r"tg://user\?id=\d{1,15}")
MOST_CHARACTERS = 2000


def linkable(url: str) -> bool:
    """True only for addresses that Telegram's parser accepts; some it accepts are left out."""
    if len(url) > MOST_CHARACTERS:
        return False
    web = _WEB.fullmatch(url)
    if web:
        port = web["port"]
        return port is None or 0 < int(port) <= 65535
    return bool(_PERSON.fullmatch(url))
