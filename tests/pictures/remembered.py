"""A chat of sixty exchanges through real lanes, turns and tending, and what the model was shown
for two questions after it. Every clock stands still between turns, so that runs are alike."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from memory.conversation import ConversationId
from memory.kind import MemoryOptions
from memory.store import ChatMemory
from settings import DEFAULT_POLICY
from tests.fakes.replier import RecordingReplier
from workers.embedded_server import embedded_server
from workers.jobs import Turn
from workers.keys import Keys
from workers.language_model import Answer, OnText
from workers.leases import Held
from workers.offline_model import OfflineModel
from workers.prompt import Part, PromptMessage
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.tokens import TokenCounter
from workers.turn import AnswerTurn
from workers.turn_options import TurnOptions
from workers.upkeep import TendMemory

CHAT, LEASE_S = "1", 15.0
THRESHOLD_TOKENS = 500
OPTIONS = TurnOptions(
    policy=DEFAULT_POLICY, memory=MemoryOptions(threshold_tokens=THRESHOLD_TOKENS)
)
START = datetime(2026, 11, 1, 9, tzinfo=UTC)
QUESTIONS = ("What is the order number of the parcel to Shiraz?", "And who opens the green door?")
SAID = (
    "The parcel to {en} has the order number {code}; please keep an eye on it.",
    "The courier in {en} was friendly but sceptical, so I drew him the street and a green door.",
    "دربارهٔ {fa} حرف زدیم: مشتری بسته‌بندی ساده می‌خواهد و رنگ تند دوست ندارد.",
    "寄到{zh}的包裹运费是{price}元，客户说颜色和上次一样就好，不用再寄样品了。",
    "We talked about {en}, and whether the shop there should rest on Fridays like others.",
)
CITIES = (
    *(("Shiraz", "شیراز", "设拉子"), ("Berlin", "برلین", "柏林"), ("Tabriz", "تبریز", "大不里士")),
    *(("Lyon", "لیون", "里昂"), ("Kyoto", "کیوتو", "京都"), ("Porto", "پورتو", "波尔图")),
    *(("Oslo", "اسلو", "奥斯陆"), ("Cairo", "قاهره", "开罗"), ("Lima", "لیما", "利马")),
    *(("Wuhan", "ووهان", "武汉"), ("Seoul", "سئول", "首尔"), ("Turin", "تورین", "都灵")),
)


def lines() -> Iterator[str]:
    """Sixty: some on every city, one city after the other."""
    for at, (en, fa, zh) in enumerate(CITIES, 1):
        code = f"HX-{40000 + at * 1371}-{'ABCDE'[at % 5]}"
        values = {"en": en, "fa": fa, "zh": zh, "code": code, "price": at * 7 + 20}
        yield from (said.format_map(values) for said in SAID)


@dataclass(frozen=True)
class Remembered:
    """The memory after all exchanges, the two prompts that followed, and how tokens count."""

    memory: ChatMemory
    prompts: tuple[Sequence[PromptMessage], Sequence[PromptMessage]]
    tokens: TokenCounter


@dataclass
class _Overheard:
    """The offline model, and what it was asked by users."""

    model: OfflineModel
    prompts: list[Sequence[PromptMessage]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.model.name

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        if not any(part.part is Part.QUESTION and part.kind for part in prompt):
            self.prompts.append(prompt)
        return await self.model.answer(prompt, on_text)


@dataclass
class _Chat:
    lanes: RedisLanes
    store: RedisStore
    model: _Overheard
    tokens: TokenCounter
    turns: int = 0

    def now(self) -> datetime:
        return START + timedelta(hours=7 * self.turns)

    async def say(self, text: str) -> None:
        """One turn, answered and tended before this returns."""
        self.turns += 1
        turn = Turn(CHAT, self.turns, text, self.now(), message_ids=(self.turns,))
        await self.lanes.put(turn)
        (lease,) = (await self.lanes.lease("picture", 1)).leases
        await self._answer.run(Held(lease, LEASE_S, since=time.monotonic()))
        for tending in await self.lanes.lease_tending("picture", 1):
            await self._tend.run(tending)

    @property
    def _answer(self) -> AnswerTurn:
        return AnswerTurn(
            lane=self.lanes,
            store=self.store,
            model=self.model,
            replier=RecordingReplier(),
            options=OPTIONS,
            count=self.tokens.count,
            now=self.now,
        )

    @property
    def _tend(self) -> TendMemory:
        return TendMemory(
            tending=self.lanes,
            store=self.store,
            model=self.model,
            options=OPTIONS,
            count=self.tokens.count,
            choices=self.lanes,
            now=self.now,
        )


def remembered() -> Remembered:
    return asyncio.run(_remembered())


async def _remembered() -> Remembered:
    tokens = TokenCounter(None)
    model = _Overheard(OfflineModel(count=tokens.count, zone=ZoneInfo("UTC")))
    with tempfile.TemporaryDirectory(prefix="hafez-picture-") as home:
        async with embedded_server(Path(home)) as url, await RedisLink.open(url) as link:
            keys = Keys(prefix="picture", bot="1")
            chat = _Chat(RedisLanes(link, keys), RedisStore(link, keys), model, tokens)
            for line in lines():
                await chat.say(line)
            memory = await chat.store.load(ConversationId(CHAT))
            for question in QUESTIONS:
                await chat.say(question)
    first, second = model.prompts[-2:]
    return Remembered(memory, (first, second), tokens)
