"""Business connections on the server: the same for all processes of a bot."""

from __future__ import annotations

from workers.business import Connection
from workers.keys import Keys
from workers.link import Link
from workers.packing import pack, unpack


class RedisConnections:
    """Fulfils Connections. An account's connection of before is forgotten."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._connections = keys.name("connections")
        self._accounts = keys.name("accounts")

    async def named(self, connection: str) -> Connection | None:
        kept = await self._link.call("HGET", self._connections, connection)
        return Connection.from_json(unpack(kept)) if isinstance(kept, bytes) else None

    async def of_account(self, account: int) -> Connection | None:
        newest = await self._newest(account)
        return await self.named(newest) if newest else None

    async def keep(self, connection: Connection) -> None:
        before = await self._newest(connection.account)
        kept = pack(connection.to_json())
        await self._link.call("HSET", self._connections, connection.id, kept)
        await self._link.call("HSET", self._accounts, str(connection.account), connection.id)
        if before not in ("", connection.id):
            await self._link.call("HDEL", self._connections, before)

    async def _newest(self, account: int) -> str:
        newest = await self._link.call("HGET", self._accounts, str(account))
        return newest.decode() if isinstance(newest, bytes) else ""
