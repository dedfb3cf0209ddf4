"""Exchanges are embedded beside the turns, and questions in time or not at all."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from memory.conversation import ConversationId, pair
from memory.embedded import numbers_in
from memory.kind import Budget, MemoryOptions, Question
from memory.recipes import build_recipe
from tests.fakes.embedder import ListedMeanings
from tests.fakes.stage import NOON, Stage
from workers.embedding import BATCH, EmbedExchanges
from workers.language_model import ContextTooLong, ModelRefused, ModelUnavailable
from workers.link import OutcomeUnknown
from workers.meaning import Meaning
from workers.prompt import Part

TALK = ConversationId("1")
ROOM = Budget(1_000_000, len)
SECRET = "my card is 6037-9918"


class Parts:
    """A conversation with `exchanges`, an embedder and a store for its vectors."""

    def __init__(self, exchanges: int = 0, recipe: str = "vectors,window") -> None:
        self.embedder = ListedMeanings()
        numbers = MemoryOptions(window_pairs=1, recalled=1)
        self.stage = Stage(recipe=recipe, memory=numbers, embedder=self.embedder)
        self.vectors = self.stage.vectors
        self.embed = EmbedExchanges(
            embedder=self.embedder, store=self.stage.store, vectors=self.vectors
        )
        self.meaning = Meaning(embedder=self.embedder, vectors=self.vectors, timeout_s=5.0)
        for number in range(1, exchanges + 1):
            self.say(number, f"thing {number}")

    def say(self, number: int, text: str) -> None:
        store: Any = self.stage.store
        store.append(TALK, pair(number, text, "noted", at=NOON))

    async def run(self) -> list[int]:
        """Embed what is missing; the numbers that are embedded then."""
        await self.embed.run(await self.stage.memory())
        return sorted(numbers_in(await self.vectors.load(TALK), self.embedder.name))


async def test_every_exchange_is_embedded_once() -> None:
    parts = Parts(exchanges=3)
    assert await parts.run() == [1, 2, 3]
    parts.say(4, "one more")
    assert await parts.run() == [1, 2, 3, 4]
    assert [text.partition("\n")[0] for text in parts.embedder.embedded] == [
        "thing 1",
        "thing 2",
        "thing 3",
        "one more",
    ]


async def test_a_long_past_is_embedded_in_batches_that_stay() -> None:
    parts = Parts(exchanges=BATCH + 3)
    passages = parts.embedder.passages

    async def failing_later(texts: Any) -> Any:
        if parts.embedder.embedded:
            raise ModelUnavailable("http_503")
        return await passages(texts)

    parts.embedder.passages = failing_later  # type: ignore[method-assign]  # the second call fails
    with capture_logs() as lines:
        assert await parts.run() == list(range(1, BATCH + 1))
    assert ("exchanges not embedded", "http_503") in [
        (line["event"], line.get("reason")) for line in lines
    ]
    parts.embedder.passages = passages  # type: ignore[method-assign]
    assert await parts.run() == list(range(1, BATCH + 4))


async def test_another_model_embeds_everything_anew() -> None:
    parts = Parts(exchanges=2)
    await parts.run()
    parts.embedder.name = "another"
    assert await parts.run() == [1, 2]
    assert len(parts.embedder.embedded) == 4


@pytest.mark.parametrize("error", [ModelRefused, ContextTooLong])
async def test_an_exchange_that_is_refused_keeps_no_other_from_being_found(
    error: type[Exception],
) -> None:
    parts = Parts(exchanges=2)
    parts.say(3, SECRET)
    parts.say(4, "the last")
    passages = parts.embedder.passages

    async def particular(texts: Any) -> Any:
        if any(SECRET in text for text in texts):
            raise error("http_400")
        return await passages(texts)

    parts.embedder.passages = particular  # type: ignore[method-assign]
    with capture_logs() as lines:
        assert await parts.run() == [1, 2, 3, 4]
    assert (await parts.vectors.load(TALK))["vectors"]["3"] == ""
    assert SECRET not in str(lines)


async def test_a_wrong_key_marks_nothing_as_refused() -> None:
    parts = Parts(exchanges=2)

    async def refusing(texts: Any) -> Any:
        raise ModelRefused("http_401")

    parts.embedder.passages = refusing  # type: ignore[method-assign]
    with capture_logs() as lines:
        assert await parts.run() == []
    assert lines[0]["reason"] == "http_401"


async def test_a_turn_finds_in_other_words_what_was_embedded_after_its_turn() -> None:
    parts = Parts()
    stage = parts.stage
    for text in ("i bought an automobile", "the tea is cold", "hello", "what a day"):
        await stage.put(text)
        await run_one(stage)
    await stage.put("ماشین")
    await run_one(stage)
    recalled = [m.text for m in stage.model.prompts[-1] if m.part is Part.RECALLED]
    assert len(recalled) == 1
    assert "automobile" in recalled[0]
    assert "tea" not in recalled[0]


async def run_one(stage: Stage) -> None:
    """One turn, and the tending it asked for."""
    await stage.run_one()
    for lease in await stage.lanes.lease_tending("w1", 9):
        await stage.tend.run(lease)


async def test_a_recipe_that_compares_no_embeddings_costs_none() -> None:
    parts = Parts(exchanges=3, recipe="window")
    stage = parts.stage
    await stage.lanes.ask_tending(TALK)
    await stage.put("hello")
    await run_one(stage)
    assert parts.embedder.embedded == parts.embedder.questions == []


async def test_nothing_is_asked_before_there_is_something_to_find() -> None:
    parts = Parts(exchanges=1)
    memory, question = await added(parts)
    assert (question.vector, dict(memory.states)) == (None, {})
    assert parts.embedder.questions == []


async def added(parts: Parts) -> tuple[Any, Question]:
    recipe = build_recipe("vectors,window", MemoryOptions())
    memory = await parts.stage.memory()
    read = parts.stage.store.read
    return await parts.meaning.added(memory, recipe, Question("car", NOON), ROOM, read)


async def test_a_talk_that_is_shown_as_a_whole_needs_no_embedding() -> None:
    parts = Parts(exchanges=5)
    await parts.run()
    assert (await added(parts))[1].vector is None
    assert parts.embedder.questions == []
    parts.say(6, "one more than the window shows")
    assert (await added(parts))[1].vector is not None


async def test_a_late_question_leaves_the_turn_without_its_vector() -> None:
    parts = Parts(exchanges=6)
    await parts.run()
    parts.embedder.gate = asyncio.Event()
    parts.meaning = Meaning(embedder=parts.embedder, vectors=parts.vectors, timeout_s=0.01)
    memory, question = await added(parts)
    assert (question.vector, dict(memory.states)) == (None, {})


async def test_vectors_of_another_model_are_not_compared() -> None:
    parts = Parts(exchanges=6)
    await parts.run()
    parts.embedder.name = "another"
    assert (await added(parts))[1].vector is None


async def test_vectors_that_cannot_be_read_do_not_stop_the_turn() -> None:
    parts = Parts(exchanges=6)

    async def broken(conversation: ConversationId) -> Any:
        raise OutcomeUnknown("redis://user:secret@host")

    parts.vectors.load = broken  # type: ignore[method-assign]
    with capture_logs() as lines:
        assert (await added(parts))[1].vector is None
    assert "secret" not in str(lines)
