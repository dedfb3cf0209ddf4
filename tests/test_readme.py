"""What the README says is there: commands, settings, files, pictures."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.__main__ as bot_command
from bot.handlers.commands import MENU
from memory.kinds import built_in
from memory.presets import PRESETS
from memory.recipes import DEFAULT_RECIPE, RECIPES
from settings import Settings
from tests.bench.__main__ import subcommands
from tests.processes import ROOT
from workers import cli

README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = README.splitlines()
RECALLED = {"nearest", "clusters", "topics", "sequence", "adaptive", "graph", "vectors"}
KINDS = RECALLED | {"buffer", "window", "summary", "facts", "profile"}
PARSERS = {"workers": cli.parse, "bot": bot_command.parse}
REGISTRIES = re.compile(
    r"--(?:extra-)?index-url|--find-link[s]|\bpypi\.|pythonhosted\.org|npmjs\.|https?://\S+/simple\b"
)
HERE = re.compile(re.escape(str(ROOT)) + r"/\w")
HOMES = re.compile(r"(?<![\w.])/(?:home|Users|root)/\w")


def code() -> Iterator[str]:
    """Everything in code blocks, line by line, without comments, and in code spans."""
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL):
        yield from (line.partition("#")[0].strip() for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", README, flags=re.DOTALL))


def commands(program: str) -> list[list[str]]:
    """The arguments of each command that begins with these words, settings before it left out."""
    plain = (re.sub(r"^(?:[A-Z_]+=\S+ )+", "", each) for each in code())
    return [shlex.split(each)[len(program.split()) :] for each in plain if each.startswith(program)]


def committed() -> list[Path]:
    """The files of the repository; of an unpacked archive, all that are not hidden."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode == 0:
        return [ROOT / name for name in listed.stdout.split("\0") if name]
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*"))
    return [ROOT / path for path in found if not any(p[0] in "._" for p in path.parts)]


def test_the_first_two_commands_stand_at_the_top_of_a_short_page() -> None:
    top = "\n".join(LINES[:15])
    assert re.search(r"^make run\b", top, re.MULTILINE)
    assert re.search(r"^make test\b", top, re.MULTILINE)
    assert len(LINES) <= 240


def test_every_make_target_exists_and_has_its_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {arguments[0] for arguments in commands("make ")}
    assert {"run", "test", "check", "pictures", "help"} <= named
    for target in named:
        assert re.search(rf"^{target}:.*##", makefile, re.MULTILINE), target


def test_every_command_is_one_that_its_parser_accepts() -> None:
    for program, parse in PARSERS.items():
        named = commands(f"python -m {program}")
        assert named
        for arguments in named:
            parse(arguments)
    chosen = {cli.parse(arguments).command for arguments in commands("python -m workers")}
    assert chosen >= {"work", "chat", "show", "dead", "lanes", "compare", "explain"}
    assert all(cli.parse(["dead", *arguments]).action for arguments in commands("dead "))


def test_every_bench_exists() -> None:
    named = [arguments[0] for arguments in commands("python -m tests.bench") if arguments]
    assert {"recall", "first_call"} <= set(named) <= set(subcommands())


def test_no_other_module_is_named() -> None:
    modules = {shlex.split(each)[0] for each in re.findall(r"python -m ([\w. ]+)", README)}
    assert modules == {"workers", "bot", "tests.bench"}


def test_every_setting_is_one_and_is_explained_in_the_example() -> None:
    assert ".env.example" in README
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    known = {field.alias for field in Settings.model_fields.values()}
    pattern = r"\b(?:(?:HAFEZ|OPENAI|TELEGRAM|REDIS|RETENTION)_[A-Z_]+|POLICY|TIMEZONE)\b"
    named = set(re.findall(pattern, README))
    assert {"TELEGRAM_BOT_TOKEN", "HAFEZ_ALLOWED_USERS", "REDIS_URL"} <= named <= known
    for name in named:
        assert re.search(rf"^(?:# )?{name}=", example, re.MULTILINE), name


def test_the_tables_hold_every_command_and_every_way_to_remember() -> None:
    rows = [line for line in LINES if line.startswith("| `")]
    called = {name for row in rows for name in re.findall(r"`/(\w+)`", row.split("|")[1])}
    assert called == {*MENU, "start"}
    modes = {row.split("`")[1]: row for row in rows if row.split("`")[1] in RECIPES}
    assert set(modes) == set(RECIPES)
    assert [name for name, row in modes.items() if "(default)" in row] == [DEFAULT_RECIPE]
    assert all(f"`{preset}`" in README for preset in PRESETS)


def test_the_table_of_kinds_holds_the_designs_and_names_cases_that_there_are() -> None:
    """Not one that somebody just added: that takes one file and no more."""
    table = README.partition("| kind |")[2].partition("\n\n")[0].splitlines()[2:]
    cases = {row.split("`")[1]: row.split("`")[-2] for row in table}
    assert KINDS <= set(cases) <= set(built_in())
    sources = "\n".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "memory").rglob("test_*.py")
    )
    for kind, case in cases.items():
        assert re.search(rf"def test_\w*{case}", sources), f"{kind}: {case}"


def test_every_file_and_picture_it_points_to_exists() -> None:
    linked = [to for to in re.findall(r"\]\(([^)]+)\)", README) if "://" not in to]
    assert {
        "docs/chat.svg",
        "docs/memory.svg",
        "docs/recall.svg",
        "Procfile",
        "CHANGELOG.md",
    } <= set(linked)
    named = [word for each in code() for word in each.split() if re.match(r"\w+/.*\w/?$", word)]
    for path in (*linked, *named):
        assert (ROOT / path).exists(), path


def test_the_processes_it_deploys_are_those_of_the_procfile() -> None:
    declared = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    started = [line.partition(": ")[2] for line in declared if line]
    shown = [
        re.sub(r"^REDIS_URL=\S+ ", "", each) for each in code() if each.startswith("REDIS_URL=")
    ]
    assert shown == started


@pytest.mark.parametrize("unwanted", [REGISTRIES, HOMES, HERE], ids=["registry", "home", "here"])
def test_no_file_names_this_machine_or_a_package_registry(unwanted: re.Pattern[str]) -> None:
    held = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in committed()
        if path.is_file() and (found := unwanted.search(path.read_text("utf-8", "replace")))
    ]
    assert held == []


@pytest.mark.parametrize(
    ("unwanted", "text"),
    [
        (REGISTRIES, "--extra-index" + "-url x"),
        (REGISTRIES, "https://files.python" + "hosted.org/packages/x"),
        (REGISTRIES, "http://mirror.local/root/" + "simple"),
        (HOMES, "in /ho" + "me/me/x"),
        (HERE, f"see {ROOT}/x"),
    ],
)
def test_such_a_name_would_be_seen(unwanted: re.Pattern[str], text: str) -> None:
    assert unwanted.search(text)
