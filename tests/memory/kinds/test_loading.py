"""Kinds are found by their file names and loaded one by one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from memory.kinds import UnknownKind, kind_names, load_kind


def test_the_kinds_are_found_by_their_file_names() -> None:
    assert {"buffer", "window", "nearest", "clusters"} <= set(kind_names())


@pytest.mark.parametrize("name", ["", "no_such_kind", "__init__", "window.py", "../window"])
def test_an_unknown_kind_is_an_error_that_names_the_known(name: str) -> None:
    with pytest.raises(UnknownKind, match="buffer, clusters"):
        load_kind(name)


def test_kinds_without_vectors_load_no_scikit_learn() -> None:
    code = (
        "import sys; import memory.recall; from memory.kinds import kind_names, load_kind;"
        "kind_names(); load_kind('window'); load_kind('buffer');"
        "sys.exit(any(name.partition('.')[0] in ('sklearn', 'numpy') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_kinds_that_fit_no_models_load_no_scikit_learn() -> None:
    code = (
        "import sys; from memory.kind import MemoryOptions, Question, Budget, state_from;"
        "from memory.kinds import load_kind; from tests.memory.chats import chat, question, room\n"
        "for name in ('sequence', 'adaptive'):\n"
        "    kind = load_kind(name).from_options(MemoryOptions())\n"
        "    kind.recall(chat(9), state_from(kind, chat(9)), question(), room())\n"
        "sys.exit(any(name.partition('.')[0] == 'sklearn' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
