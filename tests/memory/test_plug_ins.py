"""Kinds of other people's packages, installed as pip would install them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.conversation import ConversationId
from memory.kind import MemoryOptions
from memory.kinds import UnknownKind, built_in, kind_names, load_kind
from memory.plug_ins import BrokenKind
from memory.recall import recall
from memory.recipes import UnknownRecipe, build_recipe
from memory.store import ChatMemory
from tests.memory.chats import chat, question, room
from tests.memory.plugged import Package, install, of_the_readme
from tests.processes import ROOT, environment


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, as site-packages is; what was imported from it is forgotten again."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for file in folder.glob("*.py"):
        sys.modules.pop(file.stem, None)


def workers(tmp_path: Path, packages: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "workers", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        cwd=tmp_path,
        env=environment(tmp_path / "home", PYTHONPATH=f"{ROOT}{os.pathsep}{packages}"),
        check=False,
    )


def test_the_readmes_kind_is_in_compare_and_explain(tmp_path: Path, packages: Path) -> None:
    install(of_the_readme(), packages)
    file = tmp_path / "asked.json"
    file.write_text(
        '{"question": "?", "params": {"openings": {}},'
        ' "exchanges": [["a", "1"], ["b", "2"], ["c", "3"]]}'
    )

    compared = workers(tmp_path, packages, "compare", "--file", str(file))
    explained = workers(tmp_path, packages, "explain", "openings")

    assert [line.split()[1] for line in compared.stdout.splitlines() if "beginning" in line] == [
        "1",
        "2",
    ], compared.stderr
    assert explained.stdout.startswith("openings\n"), explained.stderr
    assert "openings" in workers(tmp_path, packages, "explain").stdout


def test_the_readmes_kind_takes_its_part_in_a_recipe(packages: Path) -> None:
    install(of_the_readme(), packages)
    recipe = build_recipe("openings, window", MemoryOptions(window_pairs=2))
    memory = ChatMemory(ConversationId("1"), chat(40), last_number=40)

    shown = recall(memory, recipe, question(), room(26 * 8))

    assert [pick.exchange.number for pick in shown.recalled] == [1, 2]
    assert shown.recent[-1].number == 40


def test_listing_the_kinds_imports_no_plug_in(packages: Path) -> None:
    install(Package("loud", {"loud": "loud_kind:KIND"}, "raise SystemExit('imported')"), packages)
    assert "loud" in kind_names()
    assert "loud_kind" not in sys.modules


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import a_module_that_is_nowhere", "ModuleNotFoundError"),
        ("raise RuntimeError('no licence')", "RuntimeError: no licence"),
        ("KIND = 3", "it is not a class"),
        ("class KIND: pass", "its name is not 'odd'"),
        ("class KIND:\n    name, version, place = 'odd', 1, 'everywhere'", "its place is not"),
        ("class KIND:\n    name, version, place = 'odd', 1, 'recalled'", "its explanation is not"),
        ("", "AttributeError"),
    ],
)
def test_a_broken_one_is_a_sentence_and_stands_in_nobodys_way(
    source: str, why: str, packages: Path
) -> None:
    install(Package("odd", {"odd": "odd_kind:KIND"}, source), packages)

    with pytest.raises(BrokenKind, match=r"^The kind odd of odd 1\.0 cannot be used: .*\.$") as no:
        load_kind("odd")
    with pytest.raises(UnknownRecipe, match="The kind odd of odd"):
        build_recipe("odd,window", MemoryOptions())

    assert why in str(no.value)
    assert load_kind("window").name == "window"
    assert build_recipe("full", MemoryOptions()).kinds


def test_explaining_all_says_which_one_is_broken_and_explains_the_rest(
    tmp_path: Path, packages: Path
) -> None:
    install(Package("odd", {"odd": "odd_kind:KIND"}, "KIND = 3"), packages)

    everything = workers(tmp_path, packages, "explain")
    alone = workers(tmp_path, packages, "explain", "odd")

    assert everything.returncode == 0, everything.stderr
    assert "cannot be used: it is not a class." in " ".join(everything.stdout.split())
    assert "window\n" in everything.stdout
    assert (alone.returncode, alone.stdout) == (2, "")
    assert alone.stderr == "The kind odd of odd 1.0 cannot be used: it is not a class.\n"


def test_comparing_every_kind_says_which_one_is_broken(tmp_path: Path, packages: Path) -> None:
    install(Package("odd", {"odd": "odd_kind:KIND"}, "KIND = 3"), packages)
    file = tmp_path / "asked.json"
    file.write_text('{"question": "?", "exchanges": [["a", "1"]]}')

    everything = workers(tmp_path, packages, "compare", "--file", str(file))
    file.write_text('{"question": "?", "exchanges": [["a", "1"]], "params": {"odd": {}}}')
    named = workers(tmp_path, packages, "compare", "--file", str(file))

    assert everything.returncode == 0, everything.stderr
    assert "The kind odd of odd 1.0 cannot be used" in everything.stdout
    assert (named.returncode, named.stdout) == (2, "")
    assert "The kind odd of odd 1.0 cannot be used" in named.stderr


def test_a_plug_in_cannot_take_the_place_of_a_built_in_kind(packages: Path) -> None:
    install(Package("thief", {"window": "thief_kind:KIND"}, "KIND = 3"), packages)
    assert kind_names().count("window") == 1
    assert load_kind("window").__module__ == "memory.kinds.window"


def test_two_packages_that_offer_one_name_are_told_apart_by_the_person(packages: Path) -> None:
    for name in ("first", "second"):
        install(Package(name, {"twin": f"{name}_kind:KIND"}, "KIND = 3"), packages)
    with pytest.raises(BrokenKind, match=r"offered by first 1\.0 and second 1\.0; remove all"):
        load_kind("twin")


def test_an_unknown_kind_is_told_with_the_plugged_in_ones(packages: Path) -> None:
    install(of_the_readme(), packages)
    with pytest.raises(UnknownKind, match=r"window, openings$"):
        load_kind("opening")
    assert "openings" not in built_in()
