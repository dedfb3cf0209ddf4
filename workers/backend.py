"""Opens what a process works on: the server, its lanes and its store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import SecretStr

from workers.drivers import DriverName, LinkOptions, open_link
from workers.embedded_server import embedded_server
from workers.eviction import check_eviction
from workers.joining import MOST_JOINED
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.limit_settings import ahead_of_utc
from workers.link import Link
from workers.redis_access import RedisAccess
from workers.redis_audit import RedisAudit
from workers.redis_connections import RedisConnections
from workers.redis_dead_letters import RedisDeadLetters
from workers.redis_feedback import RedisFeedback
from workers.redis_holdings import RedisHoldings
from workers.redis_lanes import RedisLanes
from workers.redis_limits import RedisAccounts, RedisPace
from workers.redis_moves import RedisMoves
from workers.redis_placeholders import RedisPlaceholders
from workers.redis_sent_files import RedisSentFiles
from workers.redis_spending import RedisSpending
from workers.redis_store import RedisStore
from workers.redis_vectors import RedisVectors
from workers.schema import check_schema
from workers.trust import Trust


class ServerSettings(Protocol):
    """What is wanted of the settings to open the server; times are seconds."""

    @property
    def redis_url(self) -> SecretStr | None: ...
    @property
    def redis_driver(self) -> DriverName | None: ...
    @property
    def redis_ca(self) -> Path | None: ...
    @property
    def redis_tls_verify(self) -> bool: ...
    @property
    def home(self) -> Path: ...
    @property
    def prefix(self) -> str: ...
    @property
    def shards(self) -> int: ...
    @property
    def redis_timeout_s(self) -> float: ...
    @property
    def lease_s(self) -> float: ...
    @property
    def max_waiting(self) -> int: ...
    @property
    def max_waiting_all(self) -> int: ...
    @property
    def timezone(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class Backend:
    """One bot's lanes and memories on a server that answers."""

    link: Link
    lanes: RedisLanes
    store: RedisStore
    vectors: RedisVectors
    lost: RedisAudit
    dead: RedisDeadLetters
    access: RedisAccess
    pace: RedisPace
    accounts: RedisAccounts
    moves: RedisMoves
    sends: RedisSpending
    placeholders: RedisPlaceholders
    feedback: RedisFeedback
    holdings: RedisHoldings
    sent_files: RedisSentFiles
    connections: RedisConnections


@asynccontextmanager
async def open_backend(
    settings: ServerSettings, bot_id: str, *, most_turns: int = MOST_JOINED
) -> AsyncIterator[Backend]:
    """Connect to REDIS_URL, or to the embedded server under the home folder. Up to `most_turns`
    of a lane are answered together.

    Raises link.Unreachable, embedded_server.EmbeddedServerFailed, eviction.MayForget or
    schema.SchemaRefused, each with a sentence for people.
    """
    async with AsyncExitStack() as stack:
        if settings.redis_url:
            url = settings.redis_url.get_secret_value()
        else:
            url = await stack.enter_async_context(embedded_server(settings.home))
        link = await open_link(url, _options(settings))
        stack.push_async_callback(link.close)
        await check_eviction(link)
        keys = Keys(prefix=settings.prefix, bot=bot_id, shards=settings.shards)
        await check_schema(link, keys)
        lease_ms = round(settings.lease_s * 1000)
        known = KnownMemories()
        lanes = RedisLanes(
            link,
            keys,
            lease_ms=lease_ms,
            max_waiting=settings.max_waiting,
            max_waiting_all=settings.max_waiting_all,
            most_turns=most_turns,
            known=known,
        )
        lost = RedisAudit(link, keys, lease_ms=lease_ms)
        store, vectors = RedisStore(link, keys, known), RedisVectors(link, keys)
        yield Backend(
            link=link,
            lanes=lanes,
            store=store,
            vectors=vectors,
            lost=lost,
            dead=RedisDeadLetters(link, keys),
            access=RedisAccess(link, keys),
            pace=RedisPace(link, keys),
            accounts=RedisAccounts(link, keys, ahead_of_utc(settings.timezone)),
            moves=RedisMoves(link, keys),
            sends=RedisSpending(link, keys),
            placeholders=RedisPlaceholders(link, keys),
            feedback=RedisFeedback(link, keys),
            holdings=RedisHoldings(link, keys),
            sent_files=RedisSentFiles(link, keys),
            connections=RedisConnections(link, keys),
        )


def _options(settings: ServerSettings) -> LinkOptions:
    return LinkOptions(
        driver=settings.redis_driver,
        timeout_s=settings.redis_timeout_s,
        trust=Trust(ca=settings.redis_ca, verify=settings.redis_tls_verify),
    )
