"""/export: everything held about a chat, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.texts.export_page import export_page
from memory.conversation import ConversationId, Exchange
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from tests.workers.test_forgetting import SECRET, full_of_secrets, said, stored_texts
from tests.workers.test_worker_on_server import KEYS, on_server
from workers.access import Entry, Standing
from workers.export import Export, ExportFile
from workers.export_folder import written
from workers.jobs import Command, Notice, Reply
from workers.keys import OF_BOT, OF_CHAT, OF_CONVERSATION, OF_SENDS, OF_SHARD
from workers.redis_access import RedisAccess
from workers.redis_holdings import (
    BY_CHAT,
    BY_CONVERSATION,
    BY_ID,
    BY_SENDS,
    OF_NOBODY,
    TOLD_APART,
    RedisHoldings,
)
from workers.redis_link import RedisLink
from workers.redis_sent_files import RedisSentFiles


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

    page, held = await Export(stage.store, stage.lanes, export_page).files("1")
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


async def exported(stage: Stage, link: RedisLink, language: str = "") -> tuple[str, dict[str, Any]]:
    export = Export(stage.store, stage.lanes, export_page, RedisHoldings(link, KEYS))
    page, held = await export.files("1", language)
    return page.content.decode(), json.loads(held.content)


async def test_the_json_file_holds_everything_that_the_server_holds_of_the_chat(
    link: RedisLink,
) -> None:
    stage = await full_of_secrets(link)
    await RedisAccess(link, KEYS).enter(1, Entry(Standing.ALLOWED, "Anna SECRET-NAME"))
    await RedisSentFiles(link, KEYS).note("1", 77)
    for text in ("never answered XX-1", "committed XX-2", "still waiting XX-3"):
        await stage.put(text)
    (lease,) = (await stage.lanes.lease("w1", 1)).leases
    opened = await stage.lanes.open(lease)
    await stage.lanes.fail(lease, opened.turns, "given up", None, Reply(text="sorry XX-4"))
    await stage.put("of another chat YY-1", chat="2")

    _, stored = await exported(stage, link)

    held = stored["held"]
    assert [turn["text"] for turn, _ in held["turns"]] == ["committed XX-2", "still waiting XX-3"]
    assert held["dead"][0]["turns"][0]["text"] == "never answered XX-1"
    assert held["outbox"]["reply"]["text"] == "sorry XX-4"
    assert (held["exported"], held["access"]) == (["77"], "allowed Anna SECRET-NAME")
    assert {"own", "seen", "lease", "reply_ids"} <= set(held)
    assert {"meta", "cards", "vectors"} <= set(held["conversations"]["1"])
    (conversation,) = stored["conversations"]
    assert f"Order {SECRET}." in json.dumps(conversation["states"])
    whole = json.dumps(stored, ensure_ascii=False)
    assert "YY-1" not in whole
    names = [text.decode("utf-8", "replace") for text in await stored_texts(link)]
    of_chat = [
        name for name in names if name.startswith("{test:1:s") and name.endswith((":1", ":1#1"))
    ]
    for name in of_chat:
        what = name.split("}:")[1].partition(":")[0]
        told = held | held["conversations"]["1"]
        assert what in told or what in TOLD_APART, name


async def test_every_key_of_a_chat_is_read_for_its_export(link: RedisLink) -> None:
    for what in (*OF_CHAT, *OF_CONVERSATION):
        owner = ConversationId("1") if what in OF_CONVERSATION else "1"
        await link.call("SET", KEYS.name(what, owner), f"value of {what}")
    held = await RedisHoldings(link, KEYS).of("1", [1])
    assert {what: held[what] for what in OF_CHAT} == {w: f"value of {w}" for w in OF_CHAT}
    kept = set(OF_CONVERSATION) - TOLD_APART
    assert set(held["conversations"]["1"]) == kept


def test_every_other_key_is_read_too_or_is_no_chat_s() -> None:
    read = {*BY_CHAT, *BY_CONVERSATION, *BY_ID, *BY_SENDS, "dead"}
    assert not read & OF_NOBODY
    assert read | OF_NOBODY == {*OF_BOT, *OF_SENDS, *OF_SHARD}


async def test_what_is_no_text_is_exported_too(link: RedisLink) -> None:
    await link.call("SET", KEYS.name("index", ConversationId("1")), b"\xff\x00\xfe")
    held = await RedisHoldings(link, KEYS).of("1", [1])
    assert held["conversations"]["1"]["index"] == {"base64": "/wD+"}


async def test_a_big_chat_is_read_in_pieces_and_whole(link: RedisLink) -> None:
    name = KEYS.name("cards", ConversationId("1"))
    for n in range(2_000):
        await link.call("HSET", name, n, "x" * 80)
    held = await RedisHoldings(link, KEYS).of("1", [1])
    assert len(held["conversations"]["1"]["cards"]) == 2_000


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        (
            "fa",
            [
                '<html lang="fa" dir="rtl">',
                "هر چه از این گفت‌وگو نگه داشته‌ام",
                "گفت‌وگوی ۱ · ۲ پرسش و پاسخ",
                "۲۰۲۶-۱۱-۲۹ ۱۲:۰۰",
                "پیام‌هایی که در انتظار پاسخ‌اند",
            ],
        ),
        ("ar", ['<html lang="ar" dir="rtl">', "المحادثة ١", "رسائل تنتظر جوابها"]),
        ("zh", ['<html lang="zh" dir="ltr">', "第 1 段对话 · 2 次问答"]),
        ("ru", ['<html lang="ru" dir="ltr">', "Разговор 1 · 2 вопроса с ответами"]),
        ("de", ['<html lang="en" dir="ltr">', "Conversation 1 · 2 exchanges"]),
    ],
)
async def test_the_page_speaks_the_language_of_whom_it_is_for(
    link: RedisLink, language: str, parts: list[str]
) -> None:
    stage = on_server(link, ScriptedModel("one", "two"))
    await said(stage, "Order ORD-1", "سفارش ORD-2")
    await stage.put("wait for me")
    page, _ = await exported(stage, link, language)
    for part in (*parts, "Order ORD-1", "wait for me", 'dir="auto"'):
        assert part in page
    assert "سفارش ORD-2" in page


async def test_the_language_that_the_chat_chose_goes_before_the_person_s(link: RedisLink) -> None:
    stage = on_server(link)
    await said(stage, "fa", command=Command.LANG)
    page, _ = await exported(stage, link, "ru")
    assert 'lang="fa"' in page
    assert "از این گفت‌وگو چیزی نگه نداشته‌ام." in page


async def test_what_is_no_utf_8_ends_no_export() -> None:
    stage = Stage(ScriptedModel("so \ud800 it"))
    await said(stage, "hello")
    page, held = await Export(stage.store, stage.lanes, export_page).files("1")
    (conversation,) = json.loads(held.content)["conversations"]
    assert conversation["exchanges"][0]["messages"][1]["text"] == "so \ud800 it"
    assert b"so ? it" in page.content
