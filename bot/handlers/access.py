"""Owners say who may talk to the bot: /allow, /deny and /who."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from aiogram import Bot, Router
from aiogram.types import Message, MessageOriginUser, Update, User

from bot.access import Access
from bot.at_once import AtOnce
from bot.chats import chat_named, is_private
from bot.filters import Called, CommandCalled
from bot.handlers.messages import language
from bot.privacy_mode import is_plain_member, what_is_hidden
from bot.storing import Storing
from bot.texts import Texts
from bot.texts.access import shown_name, who_page
from workers.access import Entry, Standing, WhoMay

log = structlog.get_logger()

_IDS = re.compile(r"(?<!\w)[-−]?\d{1,18}(?!\w)")


@dataclass(frozen=True, slots=True)
class Named:
    """Whom a command is about, by Telegram id."""

    id: int
    name: str = ""


def named_by(message: Message, rest: str) -> list[Named]:
    """Those whose ids are given; else who wrote the message that is replied to (what is forwarded
    was written by its first sender); else the group in which this is said."""
    ids = [int(found.replace("−", "-")) for found in _IDS.findall(rest)]
    if ids or rest:
        return [Named(id_) for id_ in ids]
    replied = message.reply_to_message
    # In a topic every message counts as a reply to the one that began it, which nobody wrote.
    if replied is not None and not replied.forum_topic_created:
        writer = _writer(replied)
        return [] if writer is None else [Named(writer.id, writer.full_name)]
    if is_private(message.chat.id):
        return []
    return [Named(message.chat.id, message.chat.title or "")]


def _writer(replied: Message) -> User | None:
    origin = replied.forward_origin
    if origin is None:
        writer = replied.from_user
    else:
        writer = origin.sender_user if isinstance(origin, MessageOriginUser) else None
    return None if writer is None or writer.is_bot else writer


def access_router(access: Access, at_once: AtOnce, texts: Texts, storing: Storing) -> Router:
    """Wants the gate before it, which passes on `who_may`."""
    router = Router(name="access")

    async def enter(
        message: Message, command: Called, who_may: WhoMay, event_update: Update, bot: Bot
    ) -> None:
        code, owner = language(message), message.from_user
        if owner is None or not who_may.is_owner(owner.id):
            at_once.answer(message, texts.say("access_owner_only", code))
            return
        named = named_by(message, command.rest)
        standing = Standing.ALLOWED if command.name == "allow" else Standing.DENIED
        if not named:
            at_once.answer(message, texts.say(f"{command.name}_help", code))
        elif standing is Standing.DENIED and any(_kept(who_may, owner.id, one) for one in named):
            at_once.answer(message, texts.say("deny_owner", code))
        else:
            await _enter(standing, named, who_may)
            if standing is Standing.DENIED:
                await _drop(named, event_update.update_id)
            shown = _all_shown(named, who_may, code)
            at_once.answer(message, texts.say(f"{command.name}_done", code, who=shown))
            if standing is Standing.ALLOWED and _opened_here(message, named, who_may):
                await _explain(message, bot)

    async def _explain(message: Message, bot: Bot) -> None:
        """When the bot was added, the group was not let in yet, and nothing was said there."""
        hidden = await what_is_hidden(bot, texts, language(message))
        if hidden is not None and await is_plain_member(bot, message.chat.id):
            at_once.send(str(message.chat.id), hidden)

    async def _enter(standing: Standing, named: Sequence[Named], who_may: WhoMay) -> None:
        for one in named:
            if standing is Standing.DENIED or not who_may.is_owner(one.id):
                await access.enter(one.id, Entry(standing, one.name or _known(who_may, one.id)))
                log.info("access changed", whose=one.id, standing=standing.value)

    async def _drop(named: Sequence[Named], update_id: int) -> None:
        """What waits in their own chat was taken before, and is not answered any more."""
        for one in named:
            await storing.stop(chat_named(one.id, None), update_id)

    async def who(message: Message, who_may: WhoMay) -> None:
        code, person = language(message), message.from_user
        if person is None or not who_may.is_owner(person.id):
            at_once.answer(message, texts.say("access_owner_only", code))
        elif is_private(message.chat.id):
            at_once.answer(message, who_page(who_may, code))
        else:
            allowed = "yes" if message.chat.id in who_may.allowed else "no"
            at_once.answer(message, texts.say(f"who_group_{allowed}", code))

    async def paired_already(message: Message) -> None:
        at_once.answer(message, texts.say("pair_over", language(message)))

    router.message.register(enter, CommandCalled("allow", "deny"))
    router.message.register(who, CommandCalled("who"))
    router.message.register(paired_already, CommandCalled("pair"))
    return router


def _kept(who_may: WhoMay, owner: int, one: Named) -> bool:
    """Nobody shuts out themselves, or whom the settings name an owner."""
    return one.id == owner or one.id in who_may.rules.owners


def _opened_here(message: Message, named: Sequence[Named], who_may: WhoMay) -> bool:
    """The group in which this is said was closed until now."""
    here = message.chat.id
    return any(one.id == here for one in named) and here not in who_may.allowed


def _known(who_may: WhoMay, id_: int) -> str:
    entry = who_may.entries.get(id_)
    return entry.name if entry else ""


def _all_shown(named: Sequence[Named], who_may: WhoMay, code: str) -> str:
    return ", ".join(shown_name(one.id, one.name or _known(who_may, one.id), code) for one in named)
