"""The command /forget: erases what holds a value, or everything, from wherever the chat has it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from functools import partial

from memory.conversation import ConversationId
from memory.fact_messages import fact_messages
from memory.facts.checking import occurs
from memory.facts.fact import Fact
from memory.facts_page import facts_page
from memory.forgetting import ToForget, fact_of, to_forget, value_named
from memory.store import ChatMemory, MemoryStore
from workers.fact_commands import Told, looked
from workers.jobs import ChatSettings, DeadLetter, Notice, Turn
from workers.lanes import DeadLetters
from workers.unread import Read

MOST_LETTERS = 100_000
_ALL = frozenset(
    {"all", "everything", "همه", "همه چیز", "همه‌چیز", "全部", "所有", "всё", "все", "كل شيء"}
)
_YES = frozenset({"yes", "بله", "آره", "是", "确认", "да", "نعم"})
_PRESSED = re.compile(r"#(?:p(?P<page>\d{1,4})|(?P<conversation>\d{1,9}):(?P<fact>[\d.-]+))( yes)?")
"""What buttons say: "#p2" for the next facts to choose among, "#1:12.0.5-12" for the fact of this
id in conversation 1, and then the same with " yes"."""


@dataclass(frozen=True, kw_only=True)
class ForgetCommand:
    """Without `dead` there are no dead letters to empty."""

    store: MemoryStore
    dead: DeadLetters | None = None

    async def run(self, turn: Turn, settings: ChatSettings, memory: ChatMemory, read: Read) -> Told:
        """ "/forget", "/forget 12", "/forget VALUE", "/forget all", and what buttons say."""
        wanted = " ".join(turn.text.split())
        first, _, last = wanted.rpartition(" ")
        if wanted.casefold() in _ALL:
            return Notice.FORGET_ALL_ASK, {"exchanges": len(memory.exchanges)}
        if first.casefold() in _ALL and last.casefold() in _YES:
            return await self._everything(turn.chat, settings)
        if pressed := _PRESSED.fullmatch(wanted):
            return await self._pressed(pressed, turn.chat, settings, memory, read)
        if not wanted:
            return await _choice(memory, 1, read)
        value = await looked(memory, partial(_named, wanted), read)
        return await self._value(value, turn.chat, settings, read)

    async def _pressed(
        self,
        pressed: re.Match[str],
        chat: str,
        settings: ChatSettings,
        memory: ChatMemory,
        read: Read,
    ) -> Told:
        """A fact is looked for in the conversation that the button was about."""
        if pressed["page"]:
            return await _choice(memory, int(pressed["page"]), read)
        number, id_ = int(pressed["conversation"]), pressed["fact"]
        if not 1 <= number <= settings.last_conversation:
            return Notice.FORGET_NOTHING, {}
        if number != memory.conversation.number:
            memory = await self.store.load(ConversationId(chat, number))
        found = await looked(memory, partial(_fact, id_), read)
        if found is None:
            return Notice.FORGET_NOTHING, {}
        fact, message = found
        if pressed[4]:
            return await self._value(fact.value, chat, settings, read)
        return await self._ask(fact, message, memory.conversation, settings, read)

    async def _ask(
        self,
        fact: Fact,
        message: int,
        conversation: ConversationId,
        settings: ChatSettings,
        read: Read,
    ) -> Told:
        held = [
            found async for _, found in self._holding(fact.value, conversation.chat, settings, read)
        ]
        return Notice.FORGET_ASK, {
            "chat": conversation.chat,
            "pressed": f"#{conversation.number}:{fact.id}",
            "value": fact.value,
            "key": fact.key,
            "message": message,
            "exchanges": sum(len(found.exchanges) for found in held),
            "facts": sum(found.facts for found in held),
        }

    async def _value(self, value: str, chat: str, settings: ChatSettings, read: Read) -> Told:
        """From all conversations of the chat, its dead letters and its persona."""
        exchanges = facts = 0
        async for conversation, found in self._holding(value, chat, settings, read):
            await self.store.erase(conversation, found.exchanges)
            exchanges, facts = exchanges + len(found.exchanges), facts + found.facts
        letters = await self._letters(chat, value) if value else 0
        persona = bool(value) and occurs(value, settings.persona)
        if not (exchanges or letters or persona):
            return Notice.FORGET_NOTHING, {}
        told = {"exchanges": exchanges, "facts": facts, "letters": letters, "persona": persona}
        return Notice.FORGOTTEN, told

    async def _holding(
        self, value: str, chat: str, settings: ChatSettings, read: Read
    ) -> AsyncIterator[tuple[ConversationId, ToForget]]:
        """The conversations in which it occurs."""
        for number in range(1, settings.last_conversation + 1):
            memory = await self.store.load(ConversationId(chat, number))
            found = await looked(memory, partial(_held, value), read)
            if found.exchanges:
                yield memory.conversation, found

    async def _everything(self, chat: str, settings: ChatSettings) -> Told:
        """All conversations of the chat. Their numbers stay, so that none is given out again."""
        exchanges = conversations = 0
        for number in range(1, settings.last_conversation + 1):
            memory = await self.store.load(ConversationId(chat, number))
            exchanges += len(memory.exchanges)
            conversations += bool(memory.exchanges)
            await self.store.expire(memory.conversation, memory.last_number + 1)
        return Notice.FORGOTTEN_ALL, {
            "exchanges": exchanges,
            "conversations": conversations,
            "letters": await self._letters(chat),
            "persona": bool(settings.persona),
        }

    async def _letters(self, chat: str, value: str = "") -> int:
        """Turns that were given up hold what was written, too; those that hold this value, or
        all of the chat's."""
        if self.dead is None:
            return 0
        letters = await self.dead.dead_letters(MOST_LETTERS)
        return await self.dead.purge(
            [letter for letter in letters if letter.chat == chat and _holds(letter, value)]
        )


def _holds(letter: DeadLetter, value: str) -> bool:
    texts = (text for turn in letter.turns for text in (turn.text, *_quoted(turn)))
    return not value or any(occurs(value, text) for text in texts)


def _quoted(turn: Turn) -> tuple[str, ...]:
    return (turn.quoted.text,) if turn.quoted else ()


async def _choice(memory: ChatMemory, page: int, read: Read) -> Told:
    """How to say what is to be forgotten, and facts to press instead."""
    shown = await looked(memory, partial(facts_page, page=page), read)
    return Notice.FORGET_HELP, {
        "conversation": memory.conversation.number,
        "page": shown.page,
        "pages": shown.pages,
        "rows": [asdict(row) for row in shown.rows],
    }


def _named(wanted: str, memory: ChatMemory) -> str:
    return value_named(memory, wanted)


def _held(value: str, memory: ChatMemory) -> ToForget:
    return to_forget(memory, value)


def _fact(id_: str, memory: ChatMemory) -> tuple[Fact, int] | None:
    fact = fact_of(memory, id_)
    return None if fact is None else (fact, fact_messages(memory, [fact])[fact.id])
