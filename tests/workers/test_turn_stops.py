"""A turn that its user stops: what was shown stays, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.fakes.language_model import Held as HeldAnswer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from workers.language_model import ModelUnavailable


async def test_a_stop_keeps_what_was_shown_and_marks_it_cut() -> None:
    answer = HeldAnswer("all of it", shown="Half of")
    stage = Stage(ScriptedModel(answer))
    await stage.put("Hello")
    held = await stage.lease()
    running = asyncio.create_task(stage.answer.run(held))
    await answer.reached.wait()

    await stage.lanes.stop("1", before=99)
    held.stop()
    await running

    assert answer.closed
    (reply,) = stage.replier.replies_to("1")
    assert (reply.text, reply.cut) == ("Half of", True)
    (exchange,) = (await stage.memory()).exchanges
    assert (exchange.assistant, exchange.cut) == ("Half of", True)


async def test_a_stop_before_anything_was_shown_stores_nothing() -> None:
    answer = HeldAnswer("all of it")
    stage = Stage(ScriptedModel(answer))
    await stage.put("Hello")
    held = await stage.lease()
    running = asyncio.create_task(stage.answer.run(held))
    await answer.reached.wait()

    await stage.lanes.stop("1", before=99)
    held.stop()
    await running
    await stage.put("What came later")
    await stage.run_one()

    assert answer.closed
    assert stage.replier.texts("1") == ["echo: What came later"]
    assert [e.user for e in (await stage.memory()).exchanges] == ["What came later"]


async def test_a_stop_that_comes_with_the_last_word_keeps_the_answer() -> None:
    stage = Stage()
    await stage.put("Hello")

    class Late(ScriptedModel):
        async def answer(self, prompt: Any, on_text: Any) -> Any:
            answer = await super().answer(prompt, on_text)
            await stage.lanes.stop("1", before=99)  # nobody told the turn yet
            return answer

    stage.model = Late("Whole.")
    await stage.run_one()

    (exchange,) = (await stage.memory()).exchanges
    assert (exchange.assistant, exchange.cut) == ("Whole.", True)


async def test_a_model_that_fails_while_it_is_stopped_is_a_stop() -> None:
    stage = Stage()
    await stage.put("Hello")
    held = await stage.lease()

    class Failing(ScriptedModel):
        async def answer(self, prompt: Any, on_text: Any) -> Any:
            await on_text("Half")
            await stage.lanes.stop("1", before=99)
            held.stop()
            raise ModelUnavailable("broken_stream")

    stage.model = Failing()
    await stage.answer.run(held)

    assert stage.replier.texts("1") == ["Half"]
