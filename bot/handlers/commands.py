"""Commands: those about the conversation go through its lane, the others are answered at once."""

from __future__ import annotations

from collections.abc import Iterable

import structlog
from aiogram import Bot, Router
from aiogram.exceptions import AiogramError
from aiogram.types import BotCommand, Message, Update

from bot.chats import chat_key
from bot.filters import Called, CommandCalled
from bot.handlers.messages import Intake, language, turn_of
from bot.texts import LANGUAGES, Texts
from workers.access import WhoMay
from workers.jobs import Command
from workers.lanes import Stopped

log = structlog.get_logger()

MENU = (
    *("new", "chats", "stop", "retry", "mode", "memory", "facts", "forget"),
    *("persona", "model", "lang", "usage", "export", "help"),
)
OF_OWNERS = ("allow", "deny", "who")
MENU_TIMEOUT_S = 20


def command_lines(texts: Texts, code: str, names: Iterable[str] = MENU) -> str:
    return "\n".join(f"/{name} – {texts.say(f'command_{name}', code)}" for name in names)


def help_text(texts: Texts, code: str, *, owner: bool) -> str:
    text = texts.say("help", code, commands=command_lines(texts, code))
    if not owner:
        return text
    owners = texts.say("help_owner", code, commands=command_lines(texts, code, OF_OWNERS))
    return f"{text}\n\n{owners}"


async def set_menus(bot: Bot, texts: Texts) -> None:
    """The commands as Telegram shows them, per language; a bot without them works too, and one
    language does without the others."""
    for code in LANGUAGES:
        menu = [
            BotCommand(command=name, description=texts.say(f"command_{name}", code))
            for name in MENU
        ]
        shown_to = None if code == "en" else code
        try:
            await bot.set_my_commands(menu, language_code=shown_to, request_timeout=MENU_TIMEOUT_S)
        except AiogramError as fault:
            log.warning("a command menu was not set", language=code, why=type(fault).__name__)


def commands_router(intake: Intake) -> Router:
    """Wants the gate before it, which passes on `who_may`."""
    router = Router(name="commands")
    texts, at_once = intake.texts, intake.at_once

    async def start(message: Message) -> None:
        name = message.from_user.first_name if message.from_user else ""
        at_once.answer(message, texts.say("start", language(message), name=name))

    async def show_help(message: Message, who_may: WhoMay) -> None:
        person = message.from_user
        owner = person is not None and who_may.is_owner(person.id)
        at_once.answer(message, help_text(texts, language(message), owner=owner))

    async def stop(message: Message, event_update: Update) -> None:
        stopped = await intake.storing.stop(chat_key(message), event_update.update_id)
        intake.told.forget(chat_key(message))
        at_once.answer(message, stopped_sentence(stopped, texts, language(message)))

    async def in_lane(message: Message, event_update: Update, command: Called) -> None:
        turn = turn_of(message, event_update.update_id, command.rest, Command(command.name))
        await intake.take(message, turn)

    async def unknown(message: Message) -> None:
        code = language(message)
        sentence = texts.say("unknown_command", code, commands=command_lines(texts, code))
        at_once.answer(message, sentence)

    router.message.register(start, CommandCalled("start"))
    router.message.register(show_help, CommandCalled("help"))
    router.message.register(stop, CommandCalled("stop"))
    router.message.register(in_lane, CommandCalled(*Command))
    router.message.register(unknown, CommandCalled())
    return router


def stopped_sentence(stopped: Stopped, texts: Texts, code: str) -> str:
    """What happened, in one sentence."""
    if stopped.running and stopped.dropped:
        return texts.say("stopped_both", code, dropped=stopped.dropped)
    if stopped.running:
        return texts.say("stopped_running", code)
    if stopped.dropped:
        return texts.say("stopped_waiting", code, dropped=stopped.dropped)
    return texts.say("stopped_nothing", code)
