"""Updates that aiogram cannot read must not stop the ones behind them.

One update with a field of an unknown shape fails the whole getUpdates answer, and the poller
would ask for the same answer for ever.
"""

from __future__ import annotations

from typing import Any

import structlog
from aiogram import Bot
from aiogram.client.session.middlewares.base import (
    BaseRequestMiddleware,
    NextRequestMiddlewareType,
)
from aiogram.exceptions import ClientDecodeError
from aiogram.methods import GetUpdates, TelegramMethod
from aiogram.methods.base import TelegramType
from aiogram.types import Update
from pydantic import ValidationError

log = structlog.get_logger()


class SkipUnreadable(BaseRequestMiddleware):
    """Passes on the updates that can be read; with none, asks for those after the unreadable."""

    async def __call__(
        self,
        make_request: NextRequestMiddlewareType[TelegramType],
        bot: Bot,
        method: TelegramMethod[TelegramType],
    ) -> Any:
        while True:
            try:
                return await make_request(bot, method)
            except ClientDecodeError as fault:
                received = _updates_in(fault) if isinstance(method, GetUpdates) else []
                if not received:
                    raise
                readable = [u for u in (_read(one, bot) for one in received) if u is not None]
                if readable:
                    return readable
                after = max(int(one["update_id"]) for one in received) + 1
                method = method.model_copy(update={"offset": after})


def _updates_in(fault: ClientDecodeError) -> list[dict[str, Any]]:
    result = fault.data.get("result") if isinstance(fault.data, dict) else None
    return [one for one in result or [] if isinstance(one, dict) and "update_id" in one]


def _read(received: dict[str, Any], bot: Bot) -> Update | None:
    try:
        return Update.model_validate(received, context={"bot": bot})
    except ValidationError:
        log.warning("an update could not be read and was skipped", update_id=received["update_id"])
        return None
