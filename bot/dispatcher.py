"""Joins the filters, middlewares and handlers into one dispatcher."""

from __future__ import annotations

from aiogram import Dispatcher

from bot.at_once import AtOnce
from bot.filters import ForUs
from bot.handlers.commands import commands_router
from bot.handlers.failures import failures_router
from bot.handlers.messages import Intake, messages_router
from bot.middlewares import Allowed, LogContext
from bot.storing import Storing
from bot.texts import Texts
from workers.lanes import TurnQueue


def build_dispatcher(
    queue: TurnQueue | Storing,
    allowed: frozenset[int],
    at_once: AtOnce,
    texts: Texts | None = None,
) -> Dispatcher:
    """Messages become turns on `queue`; `at_once` (entered by the caller) sends our own
    sentences. `allowed`: Telegram user ids, empty means nobody."""
    texts = texts or Texts()
    storing = queue if isinstance(queue, Storing) else Storing(queue)
    intake = Intake(storing, at_once, texts)
    dispatcher = Dispatcher(disable_fsm=True, name="hafez")
    dispatcher.message.outer_middleware(LogContext())
    dispatcher.message.filter(ForUs())
    commands, messages = commands_router(intake), messages_router(intake)
    gate = Allowed(allowed, at_once, texts)
    for router in (commands, messages):
        router.message.middleware(gate)
    dispatcher.include_routers(failures_router(at_once, texts), commands, messages)
    return dispatcher
