"""What a process remembers of texts is forgotten when a chat has something erased."""

from __future__ import annotations

import gc
import sys

import pytest

from memory.conversation import ConversationId, pair
from memory.kind import MemoryOptions, state_from
from memory.kinds import load_kind
from memory.kinds.clusters import Clusters
from memory.log import Log
from memory.remembered import forget_texts, remembered
from memory.store import DictStore
from tests.memory.chats import question, room

HERE = ConversationId("1")
KINDS = ("adaptive", "clusters", "facts", "graph", "sequence", "topics")


def held(text: str) -> int:
    """How many hold it."""
    gc.collect()
    return sys.getrefcount(text)


def recall_with_every_kind(text: str) -> None:
    said = [pair(n, f"{text} {n}" if n > 1 else text, "noted, thanks") for n in range(1, 13)]
    log = Log(range(1, 13), {each.number: each for each in said})
    for each in said:
        log = log.with_next(each)
    kinds = [load_kind(name).from_options(MemoryOptions()) for name in KINDS]
    for kind in (*kinds, Clusters(5, choice="soft")):
        kind.recall(log, state_from(kind, log), question("the garden code"), room())


def test_nobody_holds_a_text_any_more_that_was_forgotten() -> None:
    text = " ".join(["my garden code is", "HX-48213", "and I like it", str(id(object()))])
    before = held(text)
    recall_with_every_kind(text)
    assert held(text) > before

    forget_texts()

    assert held(text) == before


@pytest.mark.parametrize("how", ["erase", "expire"])
async def test_erasing_forgets_and_what_is_asked_for_again_is_the_same(how: str) -> None:
    worked: list[str] = []

    @remembered(8)
    def length(text: str) -> int:
        worked.append(text)
        return len(text)

    store = DictStore()
    store.append(HERE, pair(1, "secret", "ok"))
    assert (length("secret"), length("secret")) == (6, 6)

    if how == "erase":
        await store.erase(HERE, [1])
    else:
        await store.expire(HERE, 2)

    assert length("secret") == 6
    assert worked == ["secret", "secret"]
