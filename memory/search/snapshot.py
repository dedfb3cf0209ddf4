"""A search index as compact bytes, which are read many times faster than an index is built from
cards. What is read back answers and grows exactly as the index that was written."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from typing import Any, cast

from memory.search.card import CARD_VERSION
from memory.search.columns import Column, pack_columns, unpack_columns
from memory.search.rows import Rows
from memory.search.vocabulary import Postings, Vocabulary

SHAPE = 1
"""Raised when what is written here changes otherwise than in the names of its columns."""

Listed = Mapping[str, "array[int]"] | Mapping[tuple[int, int], "array[int]"]
"""Keys and their places."""


def snapshot_version() -> str:
    """The same for programs that can read each other's snapshots."""
    names = " ".join(_columns(Rows(), Vocabulary()))
    return f"{CARD_VERSION}.{SHAPE}.{zlib.crc32(names.encode()):x}"


def pack_index(rows: Rows, vocabulary: Vocabulary) -> bytes:
    return pack_columns(_columns(rows, vocabulary))


def unpack_index(packed: bytes) -> tuple[Rows, Vocabulary]:
    """Of the same snapshot_version."""
    columns = unpack_columns(packed)
    rows, vocabulary = Rows(), Vocabulary()
    for name, column in vars(rows).items():
        listed = isinstance(column, dict)
        found = _listed(columns, f"rows.{name}") if listed else columns[f"rows.{name}"]
        setattr(rows, name, found)
    rows.named = {_day(key): places for key, places in _listed(columns, "rows.named").items()}
    words = cast("list[str]", columns["words"])
    vocabulary.ids = {word: at for at, word in enumerate(words)}
    vocabulary.postings = _postings(columns)
    vocabulary.holding = _listed(columns, "holding")
    vocabulary.grams = _numbers(columns, "grams")
    return rows, vocabulary


def _columns(rows: Rows, vocabulary: Vocabulary) -> dict[str, Column]:
    columns: dict[str, Column] = {"words": list(vocabulary.ids), "grams": vocabulary.grams}
    for name, column in vars(rows).items():
        own = f"rows.{name}"
        columns |= _of_listed(own, column) if isinstance(column, dict) else {own: column}
    columns |= _of_listed("holding", vocabulary.holding)
    columns["postings"] = array("l", map(len, vocabulary.postings))
    for name in Postings.__slots__:
        kind = getattr(Postings(), name).typecode
        columns[f"postings.{name}"] = _joined(
            kind, (getattr(each, name) for each in vocabulary.postings)
        )
    return columns


def _of_listed(name: str, listed: Listed) -> dict[str, Column]:
    return {
        f"{name}.keys": [key if isinstance(key, str) else "{} {}".format(*key) for key in listed],
        f"{name}.counts": array("l", map(len, listed.values())),
        f"{name}.places": _joined("l", listed.values()),
    }


def _listed(columns: Mapping[str, Column], name: str) -> dict[str, array[int]]:
    keys, counts = cast("list[str]", columns[f"{name}.keys"]), _numbers(columns, f"{name}.counts")
    return dict(zip(keys, _parted(_numbers(columns, f"{name}.places"), counts), strict=True))


def _postings(columns: Mapping[str, Column]) -> list[Postings]:
    counts = _numbers(columns, "postings")
    parted = (_parted(_numbers(columns, f"postings.{n}"), counts) for n in Postings.__slots__)
    found = []
    for parts in zip(*parted, strict=True):
        postings = Postings()
        for name, part in zip(Postings.__slots__, parts, strict=True):
            setattr(postings, name, part)
        found.append(postings)
    return found


def _joined(kind: str, parts: Iterable[array[Any]]) -> array[Any]:
    whole: array[Any] = array(kind)
    for part in parts:
        whole.extend(part)
    return whole


def _parted(whole: array[Any], counts: Iterable[int]) -> Iterable[array[Any]]:
    return (whole[start:end] for start, end in pairwise(accumulate(counts, initial=0)))


def _numbers(columns: Mapping[str, Column], name: str) -> array[int]:
    return cast("array[int]", columns[name])


def _day(key: str) -> tuple[int, int]:
    month, day = key.split()
    return int(month), int(day)
