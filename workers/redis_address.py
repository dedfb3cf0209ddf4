"""Where the server is and who we are to it, read from one address.

redis://[user:password@]host[:port][/db] or unix://[user:password@]/absolute/path.sock[?db=N];
user, password and path are percent-encoded where they hold special characters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

DEFAULT_PORT = 6379


class BadAddress(ValueError):
    """The address cannot be read; the text says what is wanted and holds no part of it."""


@dataclass(frozen=True, slots=True)
class Address:
    """path set: a unix socket; else host and port. user "" with a password: the default user."""

    host: str = ""
    port: int = DEFAULT_PORT
    path: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    db: int = 0

    @property
    def place(self) -> str:
        """What a person may read: no user, no password."""
        return self.path or f"{self.host}:{self.port}"


def read_address(url: str) -> Address:
    """Raises BadAddress."""
    try:
        parts = urlsplit(url)
        where = _socket(url) if parts.scheme == "unix" else _host(url)
    except ValueError:
        raise BadAddress(
            "the server's address must look like redis://[user:password@]host[:port][/db] "
            "or unix://[user:password@]/absolute/path.sock[?db=N]"
        ) from None
    return where


def unix_url(path: Path) -> str:
    """The address of a server without a password on the unix socket at an absolute path."""
    return f"unix://{quote(str(path))}"


def _host(url: str) -> Address:
    parts = urlsplit(url)
    if parts.scheme != "redis" or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("not a host")
    return Address(
        host=parts.hostname,
        port=parts.port or DEFAULT_PORT,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        db=_db(parts.path.strip("/") or "0"),
    )


def _socket(url: str) -> Address:
    parts = urlsplit(url)
    path, choices = unquote(parts.path), parse_qs(parts.query, strict_parsing=bool(parts.query))
    if parts.hostname or not path.startswith("/") or set(choices) - {"db"} or parts.fragment:
        raise ValueError("not a socket")
    return Address(
        path=path,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        db=_db(choices.get("db", ["0"])[-1]),
    )


def _db(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError("not a database number")
    return int(text)
