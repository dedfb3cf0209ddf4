"""Few directions instead of many words; and None where there are none to be found."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from memory.kind import BadParams
from memory.reduction import Method, Reduction, Rows, reduction_from_params
from memory.vectors import CONTENT_WORDS, Vectors
from tests.memory.chats import talk

TEXTS = (
    "the cat sleeps on the warm sofa",
    "a dog and a cat sleep on the sofa",
    "the dog chased our cat at home",
    "the train to Rome leaves at nine",
    "a ticket for the train to Rome",
    "our hotel in Rome is near the train",
)
PLACES = ("home", "home", "home", "trip", "trip", "trip")
ALL: tuple[Method, ...] = ("svd", "pca", "lda")


def reduced(method: Method, texts: tuple[str, ...], components: int = 2) -> Rows | None:
    rows = Vectors(talk(*texts, reply=""), CONTENT_WORDS).rows
    reducer = Reduction(method, components).fit(rows, PLACES[: len(texts)])
    return None if reducer is None else reducer.apply(rows)


@pytest.mark.parametrize("method", ALL)
def test_texts_of_one_subject_lie_nearer_in_few_directions(method: Method) -> None:
    rows = reduced(method, TEXTS)
    assert rows is not None
    assert rows.shape[1] <= 2
    likeness = rows @ rows.T
    pairs = list(combinations(range(6), 2))
    same = [likeness[i, j] for i, j in pairs if PLACES[i] == PLACES[j]]
    other = [likeness[i, j] for i, j in pairs if PLACES[i] != PLACES[j]]
    assert np.mean(same) > np.mean(other) + 0.5


@pytest.mark.parametrize("method", ALL)
def test_rows_have_length_one_and_come_out_the_same_each_time(method: Method) -> None:
    first, second = reduced(method, TEXTS), reduced(method, TEXTS)
    assert first is not None
    assert second is not None
    assert np.allclose(np.linalg.norm(first, axis=1), 1)
    assert np.array_equal(first, second)


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize(
    "texts", [("one text",), ("same", "same", "same"), ("7", "7")], ids=["one", "same", "short"]
)
def test_what_is_one_point_has_no_directions(method: Method, texts: tuple[str, ...]) -> None:
    assert reduced(method, texts) is None


@pytest.mark.parametrize("method", ALL)
def test_there_are_never_more_directions_than_rows_allow(method: Method) -> None:
    rows = reduced(method, TEXTS, components=500)
    assert rows is not None
    assert rows.shape[1] <= 3


@pytest.mark.parametrize("labels", [(), ("one",) * 6, tuple("abcdef")], ids=["no", "one", "all"])
def test_labels_that_tell_nothing_apart_give_no_discriminant(labels: tuple[str, ...]) -> None:
    rows = Vectors(talk(*TEXTS), CONTENT_WORDS).rows
    assert Reduction("lda").fit(rows, labels) is None


def test_labels_whose_texts_are_all_the_same_give_no_discriminant() -> None:
    rows = Vectors(talk("red", "red", "blue", "blue", reply=""), CONTENT_WORDS).rows
    assert Reduction("lda").fit(rows, ("r", "r", "b", "b")) is None


def test_parameters_are_read_and_the_wrong_one_is_named() -> None:
    assert reduction_from_params({}, ALL) is None
    assert reduction_from_params({"reduce": "pca", "components": 3}, ALL) == Reduction("pca", 3)
    with pytest.raises(BadParams, match="reduce"):
        reduction_from_params({"reduce": "lda"}, ("svd", "pca"))
    with pytest.raises(BadParams, match="components"):
        reduction_from_params({"reduce": "svd", "components": 0}, ALL)
