"""/export: everything held about a chat, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from memory.conversation import Exchange
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from workers.export import Export, ExportFile, written
from workers.jobs import Command, Notice


async def test_all_conversations_settings_and_words_are_in_both_files() -> None:
    stage = Stage(ScriptedModel("بله، <b>ORD-1</b>", "two"))
    for text, command in [
        ("My order is ORD-1\n\tline two", None),
        ("Talk like a pirate", Command.PERSONA),
        ("", Command.NEW),
        ("another topic", None),
    ]:
        await stage.put(text, command=command)
        await stage.run_one()

    page, held = await Export(stage.store, stage.lanes).files("1")
    stored = json.loads(held.content)
    assert stored["chat"] == "1"
    assert stored["settings"]["persona"] == "Talk like a pirate"
    read = [[Exchange.from_json(e) for e in c["exchanges"]] for c in stored["conversations"]]
    kept = [list((await stage.memory(number=number)).exchanges) for number in (1, 2)]
    assert read == kept
    shown = page.content.decode()
    for words in (
        "My order is ORD-1\n\tline two",
        "&lt;b&gt;ORD-1&lt;/b&gt;",
        "Talk like a pirate",
    ):
        assert words in shown
    assert "<b>" not in shown


async def test_the_command_says_so_and_leaves_no_exchange() -> None:
    stage = Stage()
    await stage.put("", command=Command.EXPORT)
    await stage.run_one()
    (told,) = stage.replier.replies_to("1")
    assert told.notice is Notice.EXPORTED
    assert not (await stage.memory()).exchanges


def test_files_are_for_their_owner_only_and_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "export"
    for content in (b"a longer one", b"short"):
        (path,) = written([ExportFile("x.json", content)], folder)
        assert path.read_bytes() == content
    assert path.stat().st_mode & 0o077 == 0
