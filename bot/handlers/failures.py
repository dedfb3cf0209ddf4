"""A fault of ours in a handler: logged without what was written, and owned up to."""

from __future__ import annotations

import structlog
from aiogram import Router
from aiogram.types import ErrorEvent

from bot.at_once import AtOnce
from bot.handlers.messages import language
from bot.texts import Texts

log = structlog.get_logger()


def failures_router(at_once: AtOnce, texts: Texts) -> Router:
    router = Router(name="failures")

    async def failed(event: ErrorEvent) -> bool:
        error = event.exception
        seen = event.update.update_id
        log.error(
            "an update failed", update_id=seen, exc_info=(type(error), error, error.__traceback__)
        )
        message = event.update.message or event.update.business_message
        if message is not None:
            at_once.answer(message, texts.say("not_taken", language(message)))
        return True

    router.errors.register(failed)
    return router
