"""One message to Telegram: waits out floods, tries faults again, names what cannot be helped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    ClientDecodeError,
    TelegramBadRequest,
    TelegramEntityTooLarge,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import EditMessageText, SendDocument, SendMessage, SendRichMessage
from aiohttp import ClientTimeout, ConnectionTimeoutError

from bot.chats import is_private
from bot.send_budget import SendBudget, unlimited
from workers.replier import ChatClosed, DeliveryFailed, StillOurs, Undeliverable, unquestioned

log = structlog.get_logger()

QUICK_RETRIES_S = (0.5, 1.0, 2.0)
"""Waits before trying again what most likely was not taken: the server failed, or the connection
broke without an answer."""
UNKNOWN_WAIT_S = 10.0
"""A call that was not answered in time may have been taken; it is tried once more after this."""
ANSWER_TIMEOUT_S = 30.0
CONNECTED_WITHIN_S = 10.0
"""A call for which there was no connection by then was certainly not taken."""
LONGEST_FLOOD_S = 60.0
"""A longer one is not waited out here, so that it holds up nobody else's answer."""
CLOSED = (
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "not enough rights",
    "have no rights",
    "chat_write_forbidden",
    "topic_closed",
    "user is deactivated",
    "business connection",
    "business_connection",
    "business_peer",
)


GONE = ("message to edit not found", "message can't be edited", "message_id_invalid")

Method = SendMessage | SendRichMessage | SendDocument | EditMessageText


class Gone(Exception):
    """The message to edit is not there any more, or takes no edits; send a new one."""


class NotKnown(Exception):
    """The server is too old for rich messages."""


class TooLong(Exception):
    """Telegram finds the text too long; split it smaller."""


class NotFormatted(Exception):
    """Telegram refuses the text as it is formatted; send it without."""


class NotThere(Exception):
    """The message to reply to is gone, and without it nothing is to be sent."""


class NothingVisible(Exception):
    """Telegram finds the text empty; there is nothing to show."""


@dataclass(slots=True)
class _Tries:
    """What one message has been through; `unknown`: a call was not answered in time."""

    quick: int = 0
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Sending:
    """`sleep` is asyncio.sleep but for tests."""

    bot: Bot
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    budget: SendBudget = field(default_factory=unlimited)

    async def send(self, method: Method, still_ours: StillOurs = unquestioned) -> int:
        """Returns the message's id. Its turn in the budget and floods (429) are waited out; after
        a longer flood it is to be tried again by then (DeliveryFailed). What `still_ours`, asked
        before each try, raises passes through.

        Raises TooLong, NotFormatted, NothingVisible, ChatClosed, Gone (edits only), NotThere (only
        what must not go without the message it replies to), or DeliveryFailed. A message may be
        there twice when Telegram took it but its answer was lost: its API has no key by which a
        repetition could be told. An edit may be repeated freely.
        """
        tries = _Tries()
        while True:
            await self.budget.final(_chat_id(method))
            still_ours()
            try:
                return await self._try(method)
            except AiogramError as fault:
                method = await self._after(fault, method, tries)

    async def _try(self, method: Method) -> int:
        timeout: Any = ClientTimeout(total=ANSWER_TIMEOUT_S, connect=CONNECTED_WITHIN_S)
        if not isinstance(method, EditMessageText):
            sent = await self.bot(method, request_timeout=timeout)
            return sent.message_id
        try:
            await self.bot(method, request_timeout=timeout)
        except TelegramBadRequest as refused:
            if "message is not modified" not in refused.message.lower():
                raise
        return method.message_id or 0

    async def _after(self, fault: AiogramError, method: Method, tries: _Tries) -> Method:
        """What to send next, once the wait that the fault asks for is over."""
        match fault:
            case TelegramRetryAfter():
                await self._hold(_chat_id(method), fault.retry_after)
            case TelegramMigrateToChat() if isinstance(method, EditMessageText):
                raise Gone from None
            case TelegramMigrateToChat():
                await self._again(tries, "chat migrated")
                return method.model_copy(update={"chat_id": fault.migrate_to_chat_id})
            case TelegramNotFound() if _is_rich(method):
                raise NotKnown from None
            case TelegramForbiddenError():
                raise ChatClosed from None
            case TelegramEntityTooLarge():
                raise Undeliverable("too large") from None
            case TelegramBadRequest():
                return _without_lost_topic(method, fault)
            case TelegramNetworkError() if _may_be_there(method, fault):
                await self._once_more(tries)
            case TelegramNetworkError() | TelegramServerError() | ClientDecodeError():
                await self._again(tries, type(fault).__name__)
            case _:
                raise DeliveryFailed(type(fault).__name__) from None
        return method

    async def _hold(self, chat_id: int, seconds: float) -> None:
        """The budget lets nothing into the chat until the flood is over."""
        log.warning("waiting out a flood limit", seconds=seconds)
        await self.budget.hold(chat_id, seconds)
        if seconds > LONGEST_FLOOD_S:
            raise DeliveryFailed("a long flood", not_before_s=seconds) from None

    async def _again(self, tries: _Tries, why: str) -> None:
        if tries.quick == len(QUICK_RETRIES_S):
            raise DeliveryFailed(why)
        tries.quick += 1
        await self.sleep(QUICK_RETRIES_S[tries.quick - 1])

    async def _once_more(self, tries: _Tries) -> None:
        if tries.unknown:
            raise DeliveryFailed("no answer in time", not_before_s=UNKNOWN_WAIT_S)
        tries.unknown = True
        await self.sleep(UNKNOWN_WAIT_S)


def _may_be_there(method: Method, fault: TelegramNetworkError) -> bool:
    if isinstance(method, EditMessageText) or isinstance(fault.__cause__, ConnectionTimeoutError):
        return False
    return isinstance(fault.__cause__, TimeoutError)


def _is_rich(method: Method) -> bool:
    if isinstance(method, SendMessage | SendDocument):
        return False
    return method.rich_message is not None


def _has_entities(method: SendMessage | SendRichMessage | EditMessageText) -> bool:
    return isinstance(method, SendRichMessage) or bool(method.entities)


def _chat_id(method: Method) -> int:
    return int(method.chat_id or 0)


def _without_quote(method: SendMessage | SendRichMessage | SendDocument) -> Method:
    """Telegram may say so although it may go without: not across topics, for one."""
    quoted = method.reply_parameters
    if quoted is None or quoted.allow_sending_without_reply is not True:
        raise NotThere from None
    return method.model_copy(update={"reply_parameters": None})


def _without_lost_topic(method: Method, refused: TelegramBadRequest) -> Method:
    """In a private chat a lost topic's message goes to the chat itself, never elsewhere.
    Raises what any other refusal means."""
    said = refused.message.lower()
    if isinstance(method, EditMessageText):
        if any(reason in said for reason in GONE):
            raise Gone from None
    elif "thread not found" in said:
        if method.message_thread_id and is_private(_chat_id(method)):
            return method.model_copy(update={"message_thread_id": None})
        raise ChatClosed from None
    elif "message to be replied not found" in said:
        return _without_quote(method)
    if "too long" in said:
        raise TooLong from None
    if "text is empty" in said or "text must be non-empty" in said:
        raise NothingVisible from None
    if any(reason in said for reason in CLOSED):
        raise ChatClosed from None
    if not isinstance(method, SendDocument) and (_is_rich(method) or _has_entities(method)):
        raise NotFormatted from None
    log.error("telegram refused a plain message")
    raise Undeliverable("refused") from None
