"""Turns of a bot whose owner listed kinds of memory instead of naming a recipe."""

from __future__ import annotations

from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from workers.prompt import Part

SAID = (
    "I met Sara at the fair, she works with Omid Karimi.",
    "Omid Karimi sits in Building Seven.",
    "My name is Mina and I'm allergic to nuts.",
)
CHATTER = [f"it was a day like many others, the {n}th of them" for n in range(7)]


async def test_every_listed_kind_has_its_part_in_the_prompt() -> None:
    stage = Stage(ScriptedModel(*["noted"] * 11), recipe="profile,graph,window")
    for text in (*SAID, *CHATTER, "Where do I find the colleague of Sara?"):
        await stage.put(text)
        await stage.run_one()

    shown = stage.model.prompts[-1]
    kinds = {message.kind: message.text for message in shown if message.kind}
    assert "allergies: nuts (exchange 3" in kinds["profile"]
    recalled = [
        e.number for message in shown for e in message.exchanges if message.part is Part.RECALLED
    ]
    assert sorted(set(recalled)) == [1, 2]
