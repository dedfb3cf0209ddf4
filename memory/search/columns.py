"""Columns of numbers and words as compact bytes, and back without a difference."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

Column: TypeAlias = "array[Any] | Sequence[str]"
"""Numbers, or words."""

INTEGERS = ("<i1", "<i2", "<i4", "<i8")
"""Steps from one number to the next are stored in the smallest that holds them all."""
FAST = 1
"""zlib's level: half the time of its usual one for a tenth more bytes."""


def pack_columns(columns: Mapping[str, Column]) -> bytes:
    """Each with what is needed to read it, compressed."""
    heads, bodies = [], []
    for name, column in columns.items():
        kind, body = _packed(column)
        heads.append([name, kind, len(column), len(body)])
        bodies.append(body)
    head = json.dumps(heads).encode()
    return zlib.compress(b"".join((len(head).to_bytes(4, "little"), head, *bodies)), FAST)


def unpack_columns(packed: bytes) -> dict[str, Column]:
    """Raises ValueError, or an error of zlib, for what is no such thing."""
    data = zlib.decompress(packed)
    at = 4 + int.from_bytes(data[:4], "little")
    columns: dict[str, Column] = {}
    for name, kind, count, size in json.loads(data[4:at]):
        columns[name] = _unpacked(kind, data[at : at + size])
        at += size
        if len(columns[name]) != count:
            raise ValueError("a column is damaged")
    return columns


def _packed(column: Column) -> tuple[str, bytes]:
    if not isinstance(column, array):
        return "words", json.dumps(list(column), ensure_ascii=True).encode()
    numbers = np.frombuffer(column, dtype=column.typecode)
    if column.typecode == "d":
        return "d", numbers.astype("<f8").tobytes()
    steps = np.diff(numbers, prepend=numbers.dtype.type(0))
    dtype = next(kind for kind in INTEGERS if np.array_equal(steps.astype(kind), steps))
    return f"{column.typecode}{dtype}", steps.astype(dtype).tobytes()


def _unpacked(kind: str, body: bytes) -> Column:
    if kind == "words":
        words: list[str] = json.loads(body)
        return words
    column: array[Any] = array(kind[0])
    if kind == "d":
        column.frombytes(np.frombuffer(body, dtype="<f8").astype("d").tobytes())
        return column
    steps = np.frombuffer(body, dtype=kind[1:])
    column.frombytes(np.cumsum(steps, dtype="i8").astype(kind[0]).tobytes())
    return column
