"""TF-IDF vectors of exchanges. Loads scikit-learn: only kinds that compare texts import this."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from memory.content_words import content_keys
from memory.conversation import Exchange
from memory.kind import BadParams
from memory.params import one_of, whole_number_or_none

VECTOR_PARAMS = frozenset({"vectorizer", "max_features", "stop_words", "ngram_range"})


@dataclass(frozen=True, slots=True)
class PlainWords:
    """scikit-learn's own reading of a text: words of two letters and more between spaces and
    punctuation, which makes one word of a Chinese sentence. The course project read this way."""

    max_features: int | None = None
    stop_words: str | None = None
    ngrams: tuple[int, int] = (1, 1)

    def reader(self) -> Callable[[str], list[str]]:
        words = CountVectorizer(stop_words=self.stop_words, ngram_range=self.ngrams)
        read: Callable[[str], list[str]] = words.build_analyzer()
        return read


@dataclass(frozen=True, slots=True)
class ContentWords:
    """The product's reading, in every script: what tells subjects apart. Words that every text
    has are left out; with them, small talks were grouped by who says "the"."""

    def reader(self) -> Callable[[str], list[str]]:
        return content_keys


Words = PlainWords | ContentWords
CONTENT_WORDS = ContentWords()


def words_from_params(params: Mapping[str, Any]) -> Words:
    """PlainWords when any of scikit-learn's own parameters is given, else ContentWords. What is
    not given has scikit-learn's default. Raises BadParams."""
    one_of(params, "vectorizer", ("tfidf",), "tfidf")
    if not VECTOR_PARAMS & params.keys():
        return CONTENT_WORDS
    return PlainWords(
        whole_number_or_none(params, "max_features", least=1),
        one_of(params, "stop_words", (None, "english"), None),
        _ngrams(params.get("ngram_range", [1, 1])),
    )


def plain_words_from_params(params: Mapping[str, Any]) -> PlainWords | None:
    """None where none of scikit-learn's own parameters is given. Raises BadParams."""
    words = words_from_params(params)
    return words if isinstance(words, PlainWords) else None


def _ngrams(value: Any) -> tuple[int, int]:
    if isinstance(value, list | tuple) and len(value) == 2:
        low, high = value
        if type(low) is int and type(high) is int and 1 <= low <= high <= 5:
            return low, high
    raise BadParams("ngram_range: two whole numbers from 1 to 5 are wanted, the smaller first")


def text_of(exchange: Exchange) -> str:
    """Both sides: what the assistant said is searched like what the user said."""
    return f"{exchange.user} {exchange.assistant}"


class Vectors:
    """One row per exchange, rows of length 1 (or 0, where nothing of the text counts), so that
    products of rows are cosines. Content words are weighed by 1 + ln(count), plain by count."""

    def __init__(self, exchanges: Sequence[Exchange], words: Words) -> None:
        self.count = len(exchanges)
        self._read = words.reader()
        keys = [self._read(text_of(exchange)) for exchange in exchanges]
        self.empty = not any(keys)
        """Nothing in any of the texts can be compared; then there are no rows."""
        self._weights = _weights(words)
        self.rows: Any = None if self.empty else self._weights.fit_transform(keys)

    def row(self, text: str) -> Any:
        """The text's vector: a sparse matrix of one row; ask only when not empty."""
        return self.rows_of([text])

    def rows_of(self, texts: Sequence[str]) -> Any:
        """One row per text, of the words that the exchanges hold; ask only when not empty."""
        return self._weights.transform([self._read(text) for text in texts])

    def similarities(self, text: str) -> NDArray[np.float64]:
        """Cosine of the text with every row, 0 to 1; all 0 when there is nothing to compare."""
        if self.empty:
            return np.zeros(self.count)
        product = self.rows @ self.row(text).T
        return np.asarray(product.toarray(), dtype=np.float64).ravel()


def _weights(words: Words) -> Any:
    return TfidfVectorizer(
        analyzer=_as_they_are,
        max_features=words.max_features if isinstance(words, PlainWords) else None,
        sublinear_tf=isinstance(words, ContentWords),
    )


def _as_they_are(keys: list[str]) -> list[str]:
    return keys
