"""Where Telegram calls us, and what it must send along."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from urllib.parse import urlsplit

DEFAULT_PATH = "/telegram"


@dataclass(frozen=True, slots=True)
class Webhook:
    """`url`: the public address; without a path of its own it gets DEFAULT_PATH · `secret`: 1 to
    256 of A-Z a-z 0-9 _ - · `listen`: host:port of ours; port 0 takes any."""

    url: str
    secret: str
    listen: str = "0.0.0.0:8080"

    @property
    def path(self) -> str:
        return urlsplit(self.url).path.rstrip("/") or DEFAULT_PATH

    @property
    def address(self) -> str:
        """The public address with its path."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}{self.path}"


def derived_secret(token: str) -> str:
    """For those who set none. The token cannot be told from it."""
    return hmac.new(token.encode(), b"hafez webhook", hashlib.sha256).hexdigest()
