"""/memory tells what was recalled for the last answer, as it was."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

from memory.conversation import ConversationId, pair
from memory.kind import MemoryOptions
from memory.store import DictStore
from tests.fakes.embedder import ListedMeanings
from tests.fakes.language_model import Held, ScriptedModel
from tests.fakes.stage import ANNA, NOON, Stage
from tests.workers.test_commands import told_to
from workers.embedding import EmbedExchanges
from workers.jobs import Command, Turn


async def test_what_was_recalled_is_told_as_it_was_and_not_found_anew() -> None:
    stage = Stage(recipe="knn", prompt_tokens=300)
    said, asked = "the code of the lamp is ORD-77", "is ORD-77 the code of the lamp?"
    for text in (said, *["how is the weather"] * 30, asked):
        await stage.put(text)
        await stage.run_one()
    (first,) = await told_to(stage, (Command.MEMORY, ""))
    _, other_mode = await told_to(stage, (Command.MODE, "buffer"), (Command.MEMORY, ""))
    _, forgotten = await told_to(stage, (Command.FORGET, said), (Command.MEMORY, ""))

    line = first.values["recalled"][0]
    assert (line["text"], line["message"]) == (said, 101)
    assert other_mode.values["recalled"] == first.values["recalled"]
    assert other_mode.values["recent"] == first.values["recent"]
    assert said not in [line["text"] for line in forgotten.values["recalled"]]
    assert forgotten.values["recalled_gone"] == 1


async def test_the_exchange_holds_numbers_of_what_was_recalled_and_no_words_of_it() -> None:
    stage = Stage(recipe="facts,nearest,window", prompt_tokens=300)
    asked = "is HX-48213 the number of my order?"
    for text in ("my order is HX-48213", *["how is the weather"] * 30, asked):
        await stage.put(text)
        await stage.run_one()
    last = (await stage.memory()).exchanges[-1]
    assert set(last.more["shown"]) == {"recent", "recalled", "context"}
    assert last.more["shown"]["recalled"][0] == 1
    assert "facts" in last.more["shown"]["context"]
    assert "HX" not in json.dumps(last.more)


async def test_an_answer_of_an_older_version_tells_nothing_of_what_was_recalled() -> None:
    stage = Stage()
    assert isinstance(stage.store, DictStore)
    stage.store.append(ConversationId("1"), pair(1, "hello", "hi"))
    (page,) = await told_to(stage, (Command.MEMORY, ""))
    assert (page.values["recent"], page.values["recalled"]) == (0, ())


async def test_what_was_recalled_by_meaning_is_told_too() -> None:
    options = MemoryOptions(window_pairs=1, recalled=1)
    stage = Stage(recipe="vectors,window", memory=options, embedder=ListedMeanings())
    for text in ("the car is red", "how is the weather", "what about lunch"):
        await stage.put(text)
        await stage.run_one()
    embed = EmbedExchanges(embedder=ListedMeanings(), store=stage.store, vectors=stage.vectors)
    await embed.run(await stage.memory())
    await stage.put("automobile colour?")
    await stage.run_one()
    (page,) = await told_to(stage, (Command.MEMORY, ""))

    shown = " ".join(message.text for message in stage.model.prompts[-1])
    recalled = [line["text"] for line in page.values["recalled"]]
    assert recalled == ["the car is red"]
    assert recalled[0] in shown


async def test_an_answer_that_was_stopped_tells_what_it_was_made_with() -> None:
    answer = Held("half of it", shown="half")
    stage = Stage(ScriptedModel("one", answer))
    await stage.put("first")
    await stage.run_one()
    await stage.put("second")
    held = await stage.lease()
    running = asyncio.create_task(stage.answer.run(held))
    await answer.reached.wait()
    await stage.lanes.stop("1", before=99)
    held.stop()
    await running
    last = (await stage.memory()).exchanges[-1]
    assert (last.cut, last.more["shown"]["recent"]) == (True, 1)


async def test_an_edited_question_tells_what_its_new_answer_was_made_with() -> None:
    stage = Stage(ScriptedModel("one", "two", "again"), prompt_tokens=1)
    for text in ("first", "second"):
        await stage.put(text)
        await stage.run_one()
    answer = replace(stage.answer, options=replace(stage.options, prompt_tokens=5_000))
    asked = (await stage.memory()).exchanges[-1]
    turn = Turn("1", 9, "second, corrected", NOON, ANNA, asked.message_ids, edited=True)
    await stage.lanes.put(turn)
    await answer.run(await stage.lease())
    new = (await stage.memory()).exchanges[-1]
    assert (asked.more["shown"]["recent"], new.more["shown"]["recent"]) == (0, 1)
