"""The business accounts that the bot answers for. Their owners must be let in; whoever writes to
them is their guest."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError, TelegramNotFound
from aiogram.types import BusinessConnection

from bot.reaching import until_reached
from bot.storing import its_own, until_answered
from workers.access import WhoMay
from workers.business import Connection, Connections, DictConnections, host_of


@dataclass(slots=True)
class Hosts:
    """Only accounts that are let in are kept; of `most` others this process knows whose they are.
    `lane_of` tells the lane of any other chat · `sleep` is asyncio.sleep but for tests."""

    connections: Connections = field(default_factory=DictConnections)
    lane_of: Callable[[str], Awaitable[str]] = its_own
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    most: int = 1_000
    _others: OrderedDict[str, int] = field(default_factory=OrderedDict)

    async def lane(self, chat: str) -> str:
        """Named for the account, so that it stays the same when the account connects again."""
        kept = await self.kept(host_of(chat)) if host_of(chat) else None
        if kept is None:
            return await self.lane_of(chat)
        return f"{chat.partition('@')[0]}@{kept.account}"

    async def kept(self, connection: str) -> Connection | None:
        return await until_answered(lambda: self.connections.named(connection), self.sleep)

    async def host(self, bot: Bot, connection: str, who_may: WhoMay) -> Connection | None:
        """None where nobody is to be answered: the account's owner is not let in, ended the
        connection, or did not give the right to write."""
        found = await self.kept(connection) or await self._let_in(bot, connection, who_may)
        if found is None or not found.usable or not who_may.may_host(found.account):
            return None
        return found

    async def answers_for(self, account: int) -> bool:
        """Whether what comes from this account may be the bot's own words."""
        kept = await until_answered(lambda: self.connections.of_account(account), self.sleep)
        return kept is not None and kept.usable

    async def changed(self, connection: Connection, who_may: WhoMay) -> bool:
        """Telegram tells of a connection that was made, changed or ended. Whether its owner is
        let in."""
        may = who_may.may_host(connection.account)
        if (may and connection.enabled) or await self.kept(connection.id) is not None:
            await self._keep(connection)
        else:
            self._note(connection)
        return may

    async def _let_in(self, bot: Bot, connection: str, who_may: WhoMay) -> Connection | None:
        """One that was made before its owner was let in, or while nobody listened."""
        account = self._others.get(connection)
        if account is not None and not who_may.may_host(account):
            return None
        told = await _told(bot, connection)
        if told is None or not who_may.may_host(told.account):
            self._note(told or Connection(connection, 0))
            return None
        await self._keep(told)
        return told

    async def _keep(self, connection: Connection) -> None:
        await until_answered(lambda: self.connections.keep(connection), self.sleep)
        self._others.pop(connection.id, None)

    def _note(self, connection: Connection) -> None:
        self._others[connection.id] = connection.account
        while len(self._others) > self.most:
            self._others.popitem(last=False)


def connection_of(told: BusinessConnection) -> Connection:
    """Older servers tell the right to reply beside the others."""
    rights = told.rights
    can_reply = told.can_reply if rights is None else rights.can_reply
    return Connection(told.id, told.user.id, told.is_enabled, bool(can_reply))


async def _told(bot: Bot, connection: str) -> Connection | None:
    """What Telegram says of it, for as long as it takes; None where it knows none."""

    async def ask() -> Connection | None:
        try:
            return connection_of(await bot.get_business_connection(connection))
        except (TelegramBadRequest, TelegramForbiddenError, TelegramNotFound):
            return None

    return await until_reached(ask)
