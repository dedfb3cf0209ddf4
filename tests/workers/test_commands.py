from __future__ import annotations

from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from workers.jobs import Command, Notice


async def test_new_starts_the_next_conversation_and_the_old_talk_is_gone_from_the_prompt() -> None:
    stage = Stage(ScriptedModel("a", "b"))
    await stage.put("old topic")
    await stage.put("", command=Command.NEW, language="fa")
    await stage.put("hi")

    for _ in range(3):
        await stage.run_one()

    told = stage.replier.replies_to("1")[1]
    assert (told.notice, told.values, told.language) == (
        Notice.NEW_STARTED,
        {"conversation": 2},
        "fa",
    )
    assert told.reply_to == 102
    assert "old topic" not in " ".join(message.text for message in stage.model.prompts[1])
    assert [e.user for e in (await stage.memory(number=1)).exchanges] == ["old topic"]
    assert [e.user for e in (await stage.memory(number=2)).exchanges] == ["hi"]


async def test_mode_alone_lists_the_recipes() -> None:
    stage = Stage()
    await stage.put("", command=Command.MODE)

    await stage.run_one()

    (told,) = stage.replier.replies_to("1")
    assert told.notice is Notice.MODE_LIST
    assert told.values["current"] == "window"
    assert {"buffer", "window", "full"} <= set(told.values["recipes"])


async def test_a_chosen_recipe_is_used_and_kept_over_a_new_conversation() -> None:
    stage = Stage(recipe="window")
    await stage.put(" Buffer ", command=Command.MODE)
    await stage.put("", command=Command.NEW)
    await stage.put("", command=Command.MODE)

    for _ in range(3):
        await stage.run_one()

    chosen, _, listed = stage.replier.replies_to("1")
    assert (chosen.notice, chosen.values) == (Notice.MODE_SET, {"recipe": "buffer"})
    assert listed.values["current"] == "buffer"


async def test_the_owner_s_list_of_kinds_can_be_chosen_again_and_no_other_list() -> None:
    stage = Stage(recipe="nearest,window")
    for wanted in ("buffer", "facts,window", "Nearest, window", ""):
        await stage.put(wanted, command=Command.MODE)

    for _ in range(4):
        await stage.run_one()

    _, other, own, listed = stage.replier.replies_to("1")
    assert other.notice is Notice.MODE_UNKNOWN
    assert (own.notice, own.values) == (Notice.MODE_SET, {"recipe": "nearest,window"})
    assert listed.values["current"] == "nearest,window"
    assert listed.values["recipes"][0] == "nearest,window"


async def test_an_unknown_recipe_is_said_and_changes_nothing() -> None:
    stage = Stage()
    await stage.put("telepathy", command=Command.MODE)
    await stage.put("", command=Command.MODE)

    await stage.run_one()
    await stage.run_one()

    unknown, listed = stage.replier.replies_to("1")
    assert unknown.notice is Notice.MODE_UNKNOWN
    assert unknown.values["recipe"] == "telepathy"
    assert listed.values["current"] == "window"


async def test_memory_shows_the_chat_s_page_and_leaves_no_exchange() -> None:
    stage = Stage()
    await stage.put("Hello there")
    await stage.put("", command=Command.MEMORY)

    await stage.run_one()
    await stage.run_one()

    told = stage.replier.replies_to("1")[1]
    assert told.notice is Notice.MEMORY_PAGE
    assert told.values["recipe"] == "window"
    assert len((await stage.memory()).exchanges) == 1


async def test_commands_ask_no_model() -> None:
    stage = Stage()
    for command in Command:
        await stage.put("", command=command)
        await stage.run_one()

    assert stage.model.prompts == []
    assert len(stage.replier.delivered) == len(Command)
