"""Of every kind: nothing of another chat is ever recalled, however chats are interleaved."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation import ConversationId, Exchange, pair
from memory.kind import Absorbing, MemoryOptions, State, state_from
from memory.kinds import kind_names
from memory.recall import recall
from memory.recipes import build_recipe
from memory.store import ChatMemory, DictStore
from tests.memory.chats import question, room, talk
from tests.memory.contract import EVERY_KIND, built, check

SECRET = "ZX-99173-QP"
CHATS, TURNS, ASKED_EVERY = 1000, 3000, 50
SHARED = ("hello there", "my order number is {}", "I live in {}", "سفارش من {} است", "我的订单是{}")
ASKED = "What is the order number, and where do I live? سفارش 订单"


@EVERY_KIND
def test_nothing_of_another_conversation_is_ever_shown(name: str) -> None:
    kind = built(name)
    alice = talk(f"my order number is {SECRET}", "and my code is 4417", "thanks")
    bob = talk("my order number is AB-1", "and my code is 2", "hello", "bye")
    states: dict[str, State] = {"alice": {}, "bob": {}}
    for hers, his in zip(alice, bob[:3], strict=True):
        for chat_name, said in (("alice", hers), ("bob", his)):
            if isinstance(kind, Absorbing):
                states[chat_name] = kind.absorb(states[chat_name], said)

    kind.recall(alice, states["alice"], question(), room())
    shown = kind.recall(bob, states["bob"], question("order number code"), room())

    check(shown, bob, room())
    assert SECRET not in shown.text
    assert "4417" not in shown.text


@dataclass
class Chats:
    """Many chats of the same first words, each with a mark of its own in the rest."""

    chance: random.Random
    said: dict[int, tuple[Exchange, ...]] = field(default_factory=dict)

    def say(self, chat: int) -> tuple[Exchange, ...]:
        before = self.said.get(chat, ())
        text = SHARED[0] if not before else self.chance.choice(SHARED).format(mark_of(chat))
        self.said[chat] = (*before, pair(len(before) + 1, text, "noted"))
        return self.said[chat]


def mark_of(chat: int) -> str:
    return f"Q{chat:05}X"


@EVERY_KIND
def test_thousands_of_interleaved_turns_of_many_chats_never_mix(name: str) -> None:
    """One kind object serves all of them, as in a worker."""
    kind, chance = built(name), random.Random(7)
    chats, states = Chats(chance), dict[int, State]()
    for turn in range(TURNS):
        chat = chance.randrange(CHATS)
        exchanges = chats.say(chat)
        states[chat] = state_from(kind, exchanges[-1:], states.get(chat, {}))
        if turn % ASKED_EVERY == 0:
            shown = kind.recall(exchanges, states[chat], question(ASKED), room())
            check(shown, exchanges, room())
            only_its_own(shown.text, chat)


def only_its_own(text: str, chat: int) -> None:
    marks = {word for word in text.replace(",", " ").split() if word[:1] == "Q" and "X" in word}
    assert all(mark_of(chat) in mark for mark in marks), f"chat {chat} was shown {marks}"


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10_000), number=st.integers(2, 9))
def test_all_kinds_together_recall_of_a_store_only_its_own_chat(seed: int, number: int) -> None:
    recipe = build_recipe(",".join(kind_names()), MemoryOptions(window_pairs=1))
    chance, store = random.Random(seed), DictStore()
    chats = Chats(chance)
    for _ in range(number * 12):
        chat = chance.randrange(number)
        store.append(ConversationId(str(chat)), chats.say(chat)[-1])
    for chat, exchanges in chats.said.items():
        memory = ChatMemory(ConversationId(str(chat)), exchanges, len(exchanges))
        shown = recall(replace(memory), recipe, question(ASKED), room(200))
        for context in shown.context:
            only_its_own(context.text, chat)
        for each in (*shown.recent, *(pick.exchange for pick in shown.recalled)):
            assert any(each is own for own in exchanges)
