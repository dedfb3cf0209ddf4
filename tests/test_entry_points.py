"""What nobody runs by hand every day: empty and wrong environments, and what a command loads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import environment

HEAVY = ("aiogram", "langchain_core", "langchain_openai", "openai", "sklearn", "prompt_toolkit")
TOKEN = "123456:" + "T" * 35
LOADED_AFTER = """
import json, runpy, sys
sys.argv = ["it", *{arguments}]
try:
    runpy.run_module({module!r}, run_name="__main__")
except SystemExit as left:
    print(json.dumps([left.code, [name for name in {heavy} if name in sys.modules]]))
"""
WITHOUT_ITS_JOB = """
import os, runpy, sys, workers.starting
workers.starting.run = lambda job: job.close() or 0
sys.argv = ["it", *{arguments}]
try:
    runpy.run_module({module!r}, run_name="__main__")
except SystemExit as left:
    print(left.code, os.environ.get("LANGSMITH_TRACING"), os.environ.get("LANGCHAIN_TRACING_V2"))
"""


def run(
    tmp_path: Path, *command: str, stdin: str = "", **settings: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=90,
        cwd=tmp_path,
        env=environment(tmp_path / "home", **settings),
        check=False,
    )


def loaded_after(tmp_path: Path, module: str, *arguments: str, **settings: str) -> set[str]:
    code = LOADED_AFTER.format(arguments=list(arguments), module=module, heavy=HEAVY)
    ran = run(tmp_path, "-c", code, **settings)
    status, loaded = json.loads(ran.stdout.splitlines()[-1])
    assert status == 0, ran.stderr
    return set(loaded)


def test_a_worker_without_a_token_says_what_is_wanted(tmp_path: Path) -> None:
    ran = run(tmp_path, "-m", "workers")
    assert ran.returncode == 2
    assert ran.stderr.startswith("TELEGRAM_BOT_TOKEN: ")
    assert len(ran.stderr.splitlines()) == 1


def test_a_bot_without_a_token_says_where_one_is_had(tmp_path: Path) -> None:
    ran = run(tmp_path, "-m", "bot")
    assert ran.returncode == 2
    assert "@BotFather" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [("workers",), ("workers", "chat"), ("bot",)])
def test_a_bad_value_stops_the_process_with_its_name_alone(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    ran = run(tmp_path, "-m", *command, HAFEZ_CONCURRENCY="sesame", OPENAI_API_KEY="sk-sesame")
    assert ran.returncode == 2
    assert ran.stderr.startswith("HAFEZ_CONCURRENCY: ")
    assert "sesame" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_unreachable_server_is_said_in_a_sentence_without_its_password(tmp_path: Path) -> None:
    ran = run(
        tmp_path,
        "-m",
        "workers",
        "dead",
        REDIS_URL="redis://me:sesame@127.0.0.1:9",
        HAFEZ_REDIS_TIMEOUT_SECONDS="0.5",
    )
    assert ran.returncode == 1
    assert "127.0.0.1:9" in ran.stderr
    assert "sesame" not in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("command", ["chat", "show terminal"])
def test_a_recipe_with_an_unknown_kind_stops_the_process_in_a_sentence(
    tmp_path: Path, command: str
) -> None:
    ran = run(tmp_path, "-m", "workers", *command.split(), HAFEZ_RECIPE="facts,nix")
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("HAFEZ_RECIPE: no recipe is called")
    assert "no kind is called 'nix'" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_showing_a_chat_of_an_unknown_bot_asks_for_the_token(tmp_path: Path) -> None:
    ran = run(tmp_path, "-m", "workers", "show", "123")
    assert ran.returncode == 2
    assert ran.stderr.startswith("TELEGRAM_BOT_TOKEN: ")


def test_showing_a_chat_that_said_nothing_shows_an_empty_memory(tmp_path: Path) -> None:
    ran = run(tmp_path, "-m", "workers", "show", "-100123/42", TELEGRAM_BOT_TOKEN=TOKEN)
    assert ran.returncode == 0, ran.stderr
    assert "remember nothing yet" in ran.stdout


def test_there_are_no_dead_letters_at_first(tmp_path: Path) -> None:
    ran = run(tmp_path, "-m", "workers", "dead")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert ran.stderr == "No turn was given up.\n"


@pytest.mark.parametrize("command", ["dead", "dead requeue --all", "lanes", "lanes --json"])
def test_an_operator_s_command_loads_nothing_heavy(tmp_path: Path, command: str) -> None:
    assert loaded_after(tmp_path, "workers", *command.split()) == set()


def test_a_letter_that_is_not_there_is_said_and_told_by_the_status(tmp_path: Path) -> None:
    ran = run(tmp_path, "-m", "workers", "dead", "show", "0123456789ab")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("0123456789ab: no such letter")
    assert len(ran.stderr.splitlines()) == 1


def test_importing_the_polling_process_loads_no_model_and_no_scikit_learn(tmp_path: Path) -> None:
    code = f"import sys, bot.receiving; print([n for n in {HEAVY} if n in sys.modules])"
    assert run(tmp_path, "-c", code).stdout.strip() == "['aiogram']"


def test_the_offline_chat_loads_neither_aiogram_nor_a_models_client(tmp_path: Path) -> None:
    loaded = loaded_after(tmp_path, "workers", "chat")
    assert loaded <= {"langchain_core", "sklearn"}


@pytest.mark.parametrize(
    ("module", "arguments"),
    [("bot", ["--local"]), ("workers", []), ("workers", ["start"]), ("workers", ["chat"])],
)
def test_a_process_that_loads_langchain_has_its_tracing_off(
    tmp_path: Path, module: str, arguments: list[str]
) -> None:
    code = WITHOUT_ITS_JOB.format(module=module, arguments=arguments)
    ran = run(tmp_path, "-c", code, TELEGRAM_BOT_TOKEN=TOKEN)
    assert ran.stdout == "0 false false\n", ran.stderr
