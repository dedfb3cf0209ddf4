"""Where the server is and who we are to it, read from one address.

redis://[user:password@]host[:port][/db], rediss:// for the same with TLS, or
unix://[user:password@]/absolute/path.sock[?db=N] name one server. Several are named by
redis+sentinel://[user:password@]host[:port][,host[:port]…]/service[/db] and
redis+cluster://[user:password@]host[:port][,host[:port]…], with rediss+ for TLS. User, password
and path are percent-encoded where they hold special characters.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlsplit

from workers.trust import Trust

DEFAULT_PORT = 6379
DEFAULT_SENTINEL_PORT = 26379
WANTED = (
    "the server's address must look like redis://[user:password@]host[:port][/db], "
    "rediss://… (with TLS), unix://[user:password@]/absolute/path.sock[?db=N], "
    "redis+sentinel://host:port,host:port/service[/db] or redis+cluster://host:port,host:port"
)


class BadAddress(ValueError):
    """The address cannot be read; the text says what is wanted and holds no part of it."""


@dataclass(frozen=True, slots=True)
class Address:
    """path set: a unix socket; else host and port. user "" with a password: the default user.
    trust: whom we believe to be the server; None: the connection is not encrypted."""

    host: str = ""
    port: int = DEFAULT_PORT
    path: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    db: int = 0
    trust: Trust | None = None

    @property
    def place(self) -> str:
        """What a person may read: no user, no password."""
        return self.path or f"{self.host}:{self.port}"

    def at(self, host: str, port: int) -> Address:
        """Another server of the same user."""
        return replace(self, host=host, port=port)


@dataclass(frozen=True, slots=True)
class Several:
    """Servers that work together. sentinel: the addresses are those of the Sentinels, while
    user, password and db are for the primary of `service`."""

    kind: Literal["sentinel", "cluster"]
    addresses: tuple[Address, ...]
    service: str = ""


def read_url(url: str, trust: Trust | None = None) -> Address | Several:
    """trust: whom to believe where the address asks for TLS. Raises BadAddress."""
    try:
        parts = urlsplit(url)
        scheme, _, kind = parts.scheme.partition("+")
        if parts.scheme == "unix":
            return _socket(parts)
        if scheme not in {"redis", "rediss"} or parts.query or parts.fragment:
            raise ValueError("not ours")
        believed = (trust or Trust()) if scheme == "rediss" else None
        if kind == "sentinel":
            return _sentinel(parts, believed)
        if kind == "cluster":
            return _cluster(parts, believed)
        if kind:
            raise ValueError("not ours")
        (address,) = _hosts(parts, believed, DEFAULT_PORT)
        return replace(address, db=_db(parts.path.strip("/")))
    except ValueError:
        raise BadAddress(WANTED) from None


def read_address(url: str, trust: Trust | None = None) -> Address:
    """The address of one server. Raises BadAddress."""
    where = read_url(url, trust)
    if isinstance(where, Several):
        raise BadAddress(WANTED)
    return where


def unix_url(path: Path) -> str:
    """The address of a server without a password on the unix socket at an absolute path."""
    return f"unix://{quote(str(path))}"


def _sentinel(parts: SplitResult, trust: Trust | None) -> Several:
    service, _, db = parts.path.strip("/").partition("/")
    if not service:
        raise ValueError("no service")
    hosts = _hosts(parts, trust, DEFAULT_SENTINEL_PORT)
    return Several("sentinel", tuple(replace(h, db=_db(db)) for h in hosts), unquote(service))


def _cluster(parts: SplitResult, trust: Trust | None) -> Several:
    if parts.path.strip("/") not in {"", "0"}:
        raise ValueError("a cluster has one database")
    return Several("cluster", _hosts(parts, trust, DEFAULT_PORT))


def _hosts(parts: SplitResult, trust: Trust | None, port: int) -> tuple[Address, ...]:
    who, _, hosts = parts.netloc.rpartition("@")
    user, _, password = who.partition(":")
    each = [urlsplit(f"//{host}") for host in hosts.split(",")]
    if not all(host.hostname for host in each):
        raise ValueError("no host")
    return tuple(
        Address(
            host=host.hostname or "",
            port=host.port or port,
            user=unquote(user),
            password=unquote(password),
            trust=trust,
        )
        for host in each
    )


def _socket(parts: SplitResult) -> Address:
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
    if text and not (text.isascii() and text.isdigit()):
        raise ValueError("not a database number")
    return int(text or 0)
