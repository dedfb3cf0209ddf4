"""The terminal chat as a process: piped, interrupted, killed, twice at once, started again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from llmock.scenarios import StreamFault
from llmock.simulation import MockResponseSettings
from llmock.testing import LLMockServer

from bot.texts import Texts
from tests.processes import environment, running, until
from tests.test_entry_points import run

SAY = Texts().say
ORDER = "My order number is HX-48213-B and the fee is ۱۲٬۵۰۰ تومان."
OTHERS = [
    f"{name}'s order number is {code}."
    for name, code in {
        "Sara": "KT-10922",
        "Ali": "QM-55310",
        "Maryam": "ZL-70044-A",
        "Wei": "BB-21987",
        "Olga": "PX-33001-C",
        "Reza": "HX-48231-B",
        "Anna": "RT-60718",
        "Chen": "DN-90125-F",
        "Omid": "VV-11223",
        "Lena": "CC-84213-B",
    }.items()
]
SMALL_TALK = [
    f"{line} {n}"
    for n in range(1, 11)
    for line in (
        "Nice weather today, we walked along the river for an hour, day",
        "My cat sleeps on the keyboard again, that makes it time number",
        "I had tea with cardamom and a slice of cake, cup",
        "The neighbour plays the violin in the evening, song",
    )
]


def blocks(stdout: str) -> list[str]:
    return stdout.rstrip("\n").split("\n\n")


def chat(tmp_path: Path, *lines: str, **settings: str) -> list[str]:
    ran = run(tmp_path, "-m", "workers", "chat", stdin="".join(f"{s}\n" for s in lines), **settings)
    assert ran.returncode == 0, ran.stderr
    return blocks(ran.stdout) if ran.stdout else []


def test_it_remembers_whose_order_number_it_was_also_after_a_restart(tmp_path: Path) -> None:
    told = [ORDER, *OTHERS, *SMALL_TALK]
    answers = chat(tmp_path, *told, "what is my order number?", "what was the fee?")
    assert len(answers) == len(told) + 2
    for answer in (answers[-2], *chat(tmp_path, "what is my order number?")):
        assert "HX-48213-B" in answer
        assert not any(other.split()[-1].rstrip(".") in answer for other in OTHERS)
        assert "۱۲٬۵۰۰" not in answer
    assert "۱۲٬۵۰۰ تومان" in answers[-1]
    assert "HX-48213-B" not in answers[-1]


def test_replies_stand_alone_on_standard_output(tmp_path: Path) -> None:
    ran = run(tmp_path, "-m", "workers", "chat", stdin="hello\n\n   \n/help\n")
    assert len(blocks(ran.stdout)) == 2
    assert "offline" in ran.stderr
    assert "offline" not in ran.stdout


def test_no_input_is_no_turn(tmp_path: Path) -> None:
    assert chat(tmp_path) == []


def test_new_starts_a_conversation_that_does_not_know_the_last(tmp_path: Path) -> None:
    answers = chat(tmp_path, ORDER, "/new", "what is my order number?", "/memory")
    assert "HX-48213-B" not in answers[2]
    assert "HX-48213-B" not in answers[3]


def test_a_mode_is_chosen_and_kept(tmp_path: Path) -> None:
    answers = chat(tmp_path, "/mode knn", "/mode nonsense", "/mode")
    assert "knn" in answers[0]
    assert "nonsense" in answers[1]
    assert "knn" in chat(tmp_path, "/mode")[0].splitlines()[0]


def test_show_prints_what_the_terminal_chat_remembers(tmp_path: Path) -> None:
    chat(tmp_path, ORDER)
    shown = run(tmp_path, "-m", "workers", "show", "terminal")
    assert shown.returncode == 0, shown.stderr
    assert "full" in shown.stdout


async def test_two_chats_at_once_share_one_memory(tmp_path: Path) -> None:
    env = environment(tmp_path / "home")

    async def one(*lines: str) -> list[str]:
        async with running("-m", "workers", "chat", env=env, cwd=tmp_path) as ours:
            await ours.write("".join(f"{line}\n" for line in lines))
            return blocks(await ours.finish())

    first, second = await asyncio.gather(
        one("My bike code is AB-1200.", *SMALL_TALK[:5]),
        one("My door code is CD-3400.", *SMALL_TALK[5:10]),
    )
    assert (len(first), len(second)) == (6, 6)
    answers = await one("what is my bike code?", "what is my door code?")
    assert "AB-1200" in answers[0]
    assert "CD-3400" in answers[1]


@pytest.fixture
def model() -> Iterator[LLMockServer]:
    with LLMockServer(responses=MockResponseSettings(response_style="echo")) as server:
        yield server


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_a_turn_that_was_cut_off_by_a_signal_is_answered_at_the_next_start(
    tmp_path: Path, model: LLMockServer, kind: signal.Signals
) -> None:
    env = environment(
        tmp_path / "home",
        OPENAI_BASE_URL=model.url,
        OPENAI_MODEL="gpt-4o",
        POLICY="Be brief.",
        HAFEZ_LEASE_SECONDS="1",
        HAFEZ_DRAIN_SECONDS="9",
    )
    async with running("-m", "workers", "chat", env=env, cwd=tmp_path) as ours:
        await ours.write("remember the word kingfisher\n")
        assert await ours.line()
        model.state.scenarios.add(StreamFault("stall", after_chunks=1, stall_seconds=300))
        await ours.write("this one is cut off\n")
        await until(lambda: not model.state.scenarios.pending())
        ours.send_to_group(kind)
        status = await asyncio.wait_for(ours.process.wait(), 30)
    assert status == (-kind if kind is signal.SIGKILL else 128 + kind)
    assert "Traceback" not in "".join(ours.lines)

    async with running("-m", "workers", "chat", env=env, cwd=tmp_path) as again:
        await again.write("and now\n")
        assert len(blocks(await again.finish())) == 1
    assert again.said("earlier message")
    last = str(model.state.journal.records()[-1].body)
    for said in ("kingfisher", "this one is cut off", "and now"):
        assert said in last


def test_what_is_held_is_exported_to_files_and_the_language_is_chosen(tmp_path: Path) -> None:
    answers = chat(tmp_path, ORDER, "/export", "/lang ru", "/chats", "/retry")
    page, held = (Path(line) for line in answers[1].splitlines()[1:])
    assert ORDER in held.read_text(encoding="utf-8")
    assert page.suffix == ".html"
    assert "Русский" in answers[2]
    assert ORDER[:20] in answers[3]
    assert len(answers) == 5


def test_the_files_of_an_export_go_when_all_is_forgotten(tmp_path: Path) -> None:
    answers = chat(tmp_path, ORDER, "/export", "/forget HX-48213-B", "/forget all yes", "/memory")
    files = [Path(line) for line in answers[1].splitlines()[1:]]
    assert len(files) == 2
    assert SAY("forgotten_in_files", "en", files_left=2) in answers[2]
    assert SAY("forgotten_files_deleted", "en", files_deleted=2) in answers[3]
    assert not any(file.exists() for file in files)
