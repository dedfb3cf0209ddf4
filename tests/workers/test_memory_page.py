"""/memory tells what was recalled for the last answer, as it was."""

from __future__ import annotations

import json

from memory.conversation import ConversationId, pair
from memory.store import DictStore
from tests.fakes.stage import Stage
from tests.workers.test_commands import told_to
from workers.jobs import Command


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
