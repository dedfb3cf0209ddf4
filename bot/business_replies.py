"""Replies in the bot's own name, and in the names of the business accounts it answers for: fulfils
the workers' Replier port."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from aiogram import Bot

from bot.frames import Frames
from bot.on_behalf import OnBehalf
from workers.business import Connections, host_of
from workers.jobs import Outbox, Turn
from workers.leases import SERVER_TROUBLE
from workers.replier import (
    ChatClosed,
    DeliveryFailed,
    Draft,
    MarkSent,
    Replier,
    StillOurs,
    unquestioned,
)

MOST_HOSTS = 1_000


class BusinessReplier:
    """`replier_of` makes the replier of one name; those of the hosts are kept, with what they
    know of the replies that stream."""

    def __init__(
        self, bot: Bot, replier_of: Callable[[Bot], Replier], connections: Connections
    ) -> None:
        self._bot = bot
        self._replier_of = replier_of
        self._connections = connections
        self._own = replier_of(bot)
        self._hosts: OrderedDict[str, Replier] = OrderedDict()

    def working(
        self, turn: Turn, still_ours: StillOurs = unquestioned
    ) -> AbstractAsyncContextManager[Draft]:
        if not host_of(turn.chat):
            return self._own.working(turn, still_ours)
        return self._hosted(turn, still_ours)

    @asynccontextmanager
    async def _hosted(self, turn: Turn, still_ours: StillOurs) -> AsyncIterator[Draft]:
        """Nothing is shown where nothing can be delivered now; the delivery finds out why."""
        try:
            replier = await self._of(turn.chat)
        except (ChatClosed, *SERVER_TROUBLE):
            yield Frames()
            return
        async with replier.working(turn, still_ours) as draft:
            yield draft

    async def deliver(
        self,
        chat: str,
        outbox: Outbox,
        mark_sent: MarkSent,
        still_ours: StillOurs = unquestioned,
    ) -> Sequence[int]:
        if not host_of(chat):
            return await self._own.deliver(chat, outbox, mark_sent, still_ours)
        try:
            replier = await self._of(chat)
        except SERVER_TROUBLE as trouble:
            raise DeliveryFailed(type(trouble).__name__) from None
        return await replier.deliver(chat, outbox, mark_sent, still_ours)

    async def _of(self, chat: str) -> Replier:
        """Raises ChatClosed where the account's owner ended the connection or took the right to
        write back."""
        account = host_of(chat)
        found = await self._connections.of_account(int(account)) if account.isdigit() else None
        if found is None or not found.usable:
            raise ChatClosed
        if found.id not in self._hosts:
            self._hosts[found.id] = self._replier_of(OnBehalf(self._bot, found.id))
        self._hosts.move_to_end(found.id)
        while len(self._hosts) > MOST_HOSTS:
            self._hosts.popitem(last=False)
        return self._hosts[found.id]
