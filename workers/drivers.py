"""Which driver makes the link to the server.

asyncio-redis, contained, for one server; redis-py for Sentinel and Redis Cluster, and for one
server when asked to. redis-py is loaded only where it is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import structlog

from workers.link import Link, OutcomeUnknown, ServerSaidNo, Unreachable
from workers.redis_address import Address, BadAddress, Several, read_url
from workers.trust import Trust, tls_context

log = structlog.get_logger()

DriverName: TypeAlias = Literal["asyncio-redis", "redis-py"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkOptions:
    """driver None: the one that fits the address · timeout_s: how long a call may wait to be
    sent, and again for its answer · trust: whom to believe where the address asks for TLS."""

    driver: DriverName | None = None
    timeout_s: float = 5.0
    trust: Trust = field(default_factory=Trust)


async def open_link(url: str, options: LinkOptions | None = None) -> Link:
    """Raises Unreachable, in a sentence without secrets, when the address cannot be read, its
    driver is the wrong one, nobody answers in time or the server refuses us."""
    options = options or LinkOptions()
    try:
        where = read_url(url, options.trust)
    except BadAddress as error:
        raise Unreachable(str(error), refused=True) from None
    _check_trust(where)
    link = await _open(url, _driver(where, options), options)
    if isinstance(where, Address):
        try:
            await _check_alone(link, where)
        except BaseException:
            await link.close()
            raise
    return link


async def _open(url: str, driver: DriverName, options: LinkOptions) -> Link:
    """Importing a driver loads its library, and a process uses one."""
    if driver == "asyncio-redis":
        from workers.redis_link import RedisLink  # noqa: PLC0415

        return await RedisLink.open(url, timeout_s=options.timeout_s, trust=options.trust)
    from workers.redis_py_link import RedisPyLink  # noqa: PLC0415

    return await RedisPyLink.open(url, timeout_s=options.timeout_s, trust=options.trust)


async def _check_alone(link: Link, where: Address) -> None:
    """Most keys of a cluster lie on other servers than the one that was named."""
    try:
        said = await link.call("CLUSTER", "INFO")
    except (ServerSaidNo, OutcomeUnknown):  # no cluster, we may not ask, or nobody answers now
        return
    found = re.search(rb"cluster_size:(\d+)", said if isinstance(said, bytes) else b"")
    if found and int(found[1]) > 1:
        raise Unreachable(
            f"the server at {where.place} is one of a cluster; write redis+cluster:// (or "
            "rediss+cluster://) in REDIS_URL",
            refused=True,
        )


def _driver(where: Address | Several, options: LinkOptions) -> DriverName:
    if isinstance(where, Address):
        return options.driver or "asyncio-redis"
    if options.driver == "asyncio-redis":
        name = "Sentinel" if where.kind == "sentinel" else "Redis Cluster"
        raise Unreachable(
            f"REDIS_DRIVER=asyncio-redis cannot speak to {name}; leave REDIS_DRIVER out, or set "
            "it to redis-py",
            refused=True,
        )
    return "redis-py"


def _check_trust(where: Address | Several) -> None:
    trust = where.trust if isinstance(where, Address) else where.addresses[0].trust
    if trust is None:
        return
    tls_context(trust)
    if not trust.verify:
        log.warning("the server's certificate is not checked")
