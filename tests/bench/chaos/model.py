"""The chaos bench's model: quick, sometimes slower than a lease, failing and refusing by chance."""

from __future__ import annotations

import asyncio
import random
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workers.language_model import Answer, ModelRefused, ModelUnavailable, OnText
from workers.prompt import PromptMessage

FAILING, LONG = 0.04, 0.03
REFUSED_OF = 250
"""One turn of so many is refused whoever asks."""
SPEEDS_S = ((0.005, 0.04), (0.04, 0.3), (0.5, 3.0))
SPEED_WEIGHTS = (70, 25, 5)
LONG_WORDS = 400
PIECES = 5
"""Whoever sees only some of them sees that it is half an answer."""


@dataclass(frozen=True)
class ChanceModel:
    """Every call says other words. began: told the words' nonce before a call, and returns what
    is to be called at its end."""

    seed: int
    chances: random.Random
    began: Callable[[str], Callable[[], None]]
    name: str = "chance"

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        ids = re.findall(r"#(\d+)", prompt[-1].text)
        nonce = f"{self.chances.getrandbits(48):012x}"
        ended = self.began(nonce)
        try:
            text = await self._say(ids, nonce, on_text)
        finally:
            ended()
        return Answer(text, self.name, prompt_tokens=1, answer_tokens=1)

    async def _say(self, ids: Sequence[str], nonce: str, on_text: OnText) -> str:
        self._refuse(ids)
        text = f"re {' '.join(ids)} {nonce}"
        (speed,) = self.chances.choices(SPEEDS_S, SPEED_WEIGHTS)
        takes_s = self.chances.uniform(*speed)
        for _ in range(PIECES):
            await asyncio.sleep(takes_s / PIECES)
            text += " and"
            await on_text(text)
        text += " so on"
        if self.chances.random() < LONG:
            text += "".join(f" {nonce}-{n}" for n in range(LONG_WORDS))
        return text

    def _refuse(self, ids: Sequence[str]) -> None:
        if any(refused(self.seed, int(id_)) for id_ in ids):
            raise ModelRefused("chance")
        if self.chances.random() < FAILING:
            raise ModelUnavailable(*self.chances.choice([("http_429", 0.5), ("http_500", None)]))


def refused(seed: int, update_id: int) -> bool:
    return zlib.crc32(f"{seed}/{update_id}".encode()) % REFUSED_OF == 0
