"""The first owner pairs with the code that was printed at start."""

from __future__ import annotations

import structlog
from aiogram import Router
from aiogram.enums import ChatType
from aiogram.filters import Filter
from aiogram.types import Message

from bot.access import Access
from bot.at_once import AtOnce
from bot.filters import called
from bot.handlers.messages import language
from bot.pairing import looks_like_code, typed_code
from bot.seldom import Seldom
from bot.texts import Texts
from workers.access import Paired

log = structlog.get_logger()


class PairingTried(Filter):
    """`/pair …`, or `/start CODE` as a link sends it, while there is no owner. Passes on `code`.
    Once there is one, such messages are like any other."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def __call__(self, message: Message) -> bool | dict[str, str]:
        command = called(message)
        if command is None or command.name not in ("pair", "start"):
            return False
        if command.name == "start" and not looks_like_code(command.rest):
            return False
        if (await self._access.who_may()).owners:
            return False
        return {"code": typed_code(command.rest)}


def pairing_router(access: Access, at_once: AtOnce, texts: Texts) -> Router:
    """Stands before the gate: nobody is allowed yet."""
    router = Router(name="pairing")
    told = Seldom(every_s=600)

    async def pair(message: Message, code: str) -> None:
        person = message.from_user
        if person is None:
            return
        sentence = "pair_in_private"
        if message.chat.type == ChatType.PRIVATE:
            paired = await access.pair(person.id, person.full_name, code)
            log.info("somebody tried to pair", user=person.id, outcome=paired.value)
            sentence = f"pair_{paired}"
        if sentence == f"pair_{Paired.PAIRED}" or told.due((person.id, sentence)):
            at_once.answer(message, texts.say(sentence, language(message), name=person.first_name))

    router.message.register(pair, PairingTried(access))
    return router
