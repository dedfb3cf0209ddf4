"""/facts shows what is kept with its source; /forget erases it from wherever it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import pytest

from memory.conversation import ConversationId
from memory.facts.known_ledger import facts_of
from memory.store import MemoryConflict, Tended
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from tests.workers.test_worker_on_server import KEYS, on_server
from workers.jobs import Command, DeadLetter, Notice, Reply
from workers.link import Response
from workers.redis_dead_letters import RedisDeadLetters
from workers.redis_link import RedisLink
from workers.redis_vectors import RedisVectors

HERE = ConversationId("1")
SECRET = "HX-48213"


async def said(stage: Stage, *texts: str, command: Command | None = None) -> Reply:
    for text in texts:
        await stage.put(text, command=command)
        await stage.run_one()
    return stage.replier.delivered[-1][1]


async def facts(stage: Stage, words: str = "") -> list[dict[str, Any]]:
    reply = await said(stage, words, command=Command.FACTS)
    assert reply.notice is Notice.FACTS_PAGE
    return [dict(row) for row in reply.values["rows"]]


def stage_that_says(*answers: str) -> Stage:
    return Stage(ScriptedModel(*answers), recipe="full")


async def test_every_fact_is_shown_with_its_number_source_and_status() -> None:
    stage = stage_that_says("Noted.", "Done.")
    await said(stage, "My budget is $600.", "Make the budget $775, not $600.")

    rows = await facts(stage)

    assert [(r["number"], r["value"], r["status"], r["exchange"]) for r in rows] == [
        (2, "$775", "active", 2),
        (1, "$600", "superseded", 1),
    ]
    assert all(row["who"] == "user" and row["message"] for row in rows)


async def test_words_choose_among_the_facts_and_pages_part_them() -> None:
    stage = stage_that_says(*["Noted."] * 20)
    await said(stage, *(f"The code of box {n} is BX-{n}77" for n in range(10, 30)))
    await said(stage, "My flight is AB-123")

    assert [row["value"] for row in await facts(stage, "my flight")] == ["AB-123"]
    first = await said(stage, "box", command=Command.FACTS)
    second = await said(stage, "box p2", command=Command.FACTS)
    assert first.values["pages"] > 1
    assert (second.values["page"], second.values["words"]) == (2, "box")
    shown = [row["number"] for page in (first, second) for row in page.values["rows"]]
    assert len(set(shown)) == len(shown)


async def test_a_fact_is_corrected_by_telling() -> None:
    stage = stage_that_says(*["Noted."] * 3)
    await said(stage, "The door code is 4821.", "The door code is 5932 now, not 4821.")
    assert [row["value"] for row in await facts(stage) if row["status"] == "active"] == ["5932"]


@pytest.mark.parametrize("named", ["1", "۱", SECRET, f"“{SECRET}”", f"\u2068{SECRET}\u2069"])
async def test_forgetting_one_erases_every_exchange_that_holds_it(named: str) -> None:
    stage = stage_that_says("Noted.", "A fine day.", f"It is {SECRET}.", "Bye.")
    await said(stage, f"My order is {SECRET}.", "How are you?", "What was it?", "Thanks, AB-77.")

    reply = await said(stage, named, command=Command.FORGET)

    told = {"exchanges": 2, "facts": 1, "letters": 0, "persona": False}
    assert (reply.notice, dict(reply.values)) == (Notice.FORGOTTEN, told)
    memory = await stage.memory()
    assert [e.number for e in memory.exchanges] == [2, 4]
    assert [row["value"] for row in await facts(stage)] == ["AB-77"]
    assert memory.last_number == 4


async def test_what_nothing_holds_erases_nothing() -> None:
    stage = stage_that_says("Noted.")
    await said(stage, f"My order is {SECRET}.")
    for named in ("HX-4821", "99", "8213"):
        reply = await said(stage, named, command=Command.FORGET)
        assert reply.notice is Notice.FORGET_NOTHING
    assert (await said(stage, "", command=Command.FORGET)).notice is Notice.FORGET_HELP
    assert len((await stage.memory()).exchanges) == 1


async def test_everything_is_erased_only_after_a_yes() -> None:
    stage = stage_that_says("Noted.", "Again.")
    await said(stage, f"My order is {SECRET}.")
    await said(stage, "", command=Command.NEW)
    await said(stage, "And AB-77.")

    asked = await said(stage, "all", command=Command.FORGET)
    assert (asked.notice, len((await stage.memory(number=2)).exchanges)) == (
        Notice.FORGET_ALL_ASK,
        1,
    )
    told = await said(stage, "all yes", command=Command.FORGET)

    assert (told.notice, told.values["exchanges"]) == (Notice.FORGOTTEN_ALL, 2)
    for number in (1, 2):
        memory = await stage.memory(number=number)
        assert (len(memory.exchanges), memory.states) == (0, {})


async def stored_texts(link: RedisLink) -> list[bytes]:
    """Every key of the server, and all that is in it."""
    names = cast("list[bytes]", await link.call("KEYS", "*"))
    found: list[bytes] = list(names)
    for name in names:
        kind = cast("bytes", await link.call("TYPE", name.decode())).decode()
        read: Iterable[Response] = await _read(link, kind, name.decode())
        found += _flat(read)
    return found


async def _read(link: RedisLink, kind: str, name: str) -> Iterable[Response]:
    commands = {
        "hash": ("HGETALL", name),
        "list": ("LRANGE", name, 0, -1),
        "set": ("SMEMBERS", name),
        "zset": ("ZRANGE", name, 0, -1),
        "string": ("GET", name),
    }
    answer = await link.call(*commands[kind])
    return answer if isinstance(answer, list) else [answer]


def _flat(values: Iterable[Response]) -> list[bytes]:
    return [value for value in values if isinstance(value, bytes)]


async def full_of_secrets(link: RedisLink) -> Stage:
    """A chat whose log, summary, ledger, cards, index, vectors and dead letters hold it."""
    model = ScriptedModel("Noted.", f"So it is {SECRET}.", "Hello.")
    stage = on_server(link, model, recipe="full", max_attempts=1)
    await said(stage, f"My order is {SECRET}.", f"Again: {SECRET}", "hello there")
    memory = await stage.memory()
    states = {
        "summary": {"version": 1, "state": {"text": f"Order {SECRET}.", "first": 1, "last": 2}}
    }
    await stage.store.commit_tended(memory, Tended(2, states))
    await RedisVectors(link, KEYS).add(HERE, "m", {1: "AAAA", 3: "AAAA"})
    return stage


async def test_nothing_of_a_forgotten_value_is_left_on_the_server(link: RedisLink) -> None:
    stage = await full_of_secrets(link)
    assert any(SECRET.encode() in text for text in await stored_texts(link))

    reply = await said(stage, SECRET, command=Command.FORGET)

    assert reply.values["exchanges"] == 2
    texts = await stored_texts(link)
    assert not any(SECRET.encode() in text or b"48213" in text for text in texts)
    assert any(b"hello there" in text for text in texts)
    assert [e.number for e in (await stage.memory()).exchanges] == [3]


async def test_nothing_of_a_chat_is_left_on_the_server_when_all_is_forgotten(
    link: RedisLink,
) -> None:
    stage = await full_of_secrets(link)
    dead = RedisDeadLetters(link, KEYS)
    await stage.put(f"never answered {SECRET}")
    leased = await stage.lanes.lease("w1", 1)
    (lease,) = leased.leases
    opened = await stage.lanes.open(lease)
    await stage.lanes.fail(lease, opened.turns, "given up", None, Reply(text="sorry"))
    await stage.lanes.mark_sent(lease, 0, [5])
    await stage.lanes.release(lease)
    letters: tuple[DeadLetter, ...] = await dead.dead_letters(9)
    assert len(letters) == 1

    stage.dead = dead
    reply = await said(stage, "all yes", command=Command.FORGET)

    assert (reply.notice, reply.values["letters"]) == (Notice.FORGOTTEN_ALL, 1)
    for text in await stored_texts(link):
        assert SECRET.encode() not in text
        assert b"hello there" not in text
        assert b"So it is" not in text
    assert await dead.dead_letters(9) == ()
    assert facts_of((await stage.memory()).states.get("facts", {}).get("state", {})) == ()


@pytest.mark.parametrize("named", [SECRET, "all yes"])
async def test_a_summary_that_comes_late_brings_nothing_back(link: RedisLink, named: str) -> None:
    stage = await full_of_secrets(link)
    seen = await stage.memory()
    late = Tended(3, {"summary": {"version": 1, "state": {"text": SECRET, "first": 1, "last": 3}}})

    await said(stage, named, command=Command.FORGET)

    with pytest.raises(MemoryConflict):
        await stage.store.commit_tended(seen, late)
    assert not any(SECRET.encode() in text for text in await stored_texts(link))


async def test_what_was_put_after_forgetting_all_is_new_talk(link: RedisLink) -> None:
    stage = await full_of_secrets(link)
    await stage.put("all yes", command=Command.FORGET)
    await stage.put("My new code is AB-77.")
    for _ in range(2):
        await stage.run_one()
    assert [e.user for e in (await stage.memory()).exchanges] == ["My new code is AB-77."]


async def test_the_next_exchange_after_forgetting_gets_a_new_number(link: RedisLink) -> None:
    stage = await full_of_secrets(link)
    await said(stage, "all yes", command=Command.FORGET)
    await said(stage, "And now?")
    assert [e.number for e in (await stage.memory()).exchanges] == [4]


async def test_one_fact_is_chosen_asked_about_and_forgotten() -> None:
    stage = stage_that_says("Noted.", "A fine day.", f"It is {SECRET}.")
    await said(stage, f"My order is {SECRET}.", "How are you?", "What was it?")

    offered = await said(stage, "", command=Command.FORGET)
    row = next(row for row in offered.values["rows"] if row["value"] == SECRET)
    asked = await said(stage, f"#1:{row['id']}", command=Command.FORGET)
    kept = len((await stage.memory()).exchanges)
    told = await said(stage, f"{asked.values['pressed']} yes", command=Command.FORGET)

    assert (offered.notice, offered.values["conversation"]) == (Notice.FORGET_HELP, 1)
    assert (asked.notice, asked.values["value"], asked.values["exchanges"]) == (
        Notice.FORGET_ASK,
        SECRET,
        2,
    )
    assert (told.notice, told.values["exchanges"], kept) == (Notice.FORGOTTEN, 2, 3)
    again = await said(stage, f"{asked.values['pressed']} yes", command=Command.FORGET)
    assert again.notice is Notice.FORGET_NOTHING


async def test_a_button_of_an_earlier_conversation_means_the_fact_of_that_one() -> None:
    stage = stage_that_says("Noted.", "Noted.")
    await said(stage, f"My order is {SECRET}.")
    (row,) = (await said(stage, "", command=Command.FORGET)).values["rows"]
    await said(stage, "", command=Command.NEW)
    await said(stage, "My order is AB-77123.")
    asked = await said(stage, f"#1:{row['id']}", command=Command.FORGET)
    assert (asked.notice, asked.values["value"]) == (Notice.FORGET_ASK, SECRET)
    for gone in ("#9:1.0.0-3", "#1:99.0.0-3"):
        assert (await said(stage, gone, command=Command.FORGET)).notice is Notice.FORGET_NOTHING


async def test_a_value_is_forgotten_in_every_conversation_of_the_chat_and_in_its_persona() -> None:
    stage = stage_that_says("Noted.", "Noted.")
    await said(stage, f"My order is {SECRET}.")
    await said(stage, f"Sign with {SECRET}", command=Command.PERSONA)
    await said(stage, "", command=Command.NEW)
    await said(stage, f"Again {SECRET}.")

    told = await said(stage, SECRET, command=Command.FORGET)

    assert (told.values["exchanges"], told.values["persona"]) == (2, True)
    assert [len((await stage.memory(number=n)).exchanges) for n in (1, 2)] == [0, 0]
    assert (await stage.lanes.settings_of("1")).persona == ""


async def test_a_turn_that_was_given_up_is_forgotten_with_the_value_it_holds(
    link: RedisLink,
) -> None:
    stage = on_server(link)
    stage.dead = RedisDeadLetters(link, KEYS)
    for text in (f"never answered {SECRET}", "never answered either"):
        await stage.put(text)
        (lease,) = (await stage.lanes.lease("w1", 1)).leases
        opened = await stage.lanes.open(lease)
        await stage.lanes.fail(lease, opened.turns, "given up", None, Reply(text="sorry"))
        await stage.lanes.release(lease)

    told = await said(stage, SECRET, command=Command.FORGET)

    assert (told.notice, told.values["letters"]) == (Notice.FORGOTTEN, 1)
    assert not any(SECRET.encode() in text for text in await stored_texts(link))
    assert len(await stage.dead.dead_letters(9)) == 1
