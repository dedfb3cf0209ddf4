"""How values are stored: compact JSON, always valid UTF-8."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import orjson


def pack(value: object) -> bytes:
    """Letters stay as they are; a lone surrogate, which UTF-8 has no room for, is escaped."""
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def unpack(stored: bytes | None) -> Mapping[str, Any]:
    """A stored JSON object; {} for anything else, so that its reader names what is missing."""
    value = _read(stored or b"{}")
    return value if isinstance(value, dict) else {}


def unpack_ids(stored: bytes | None) -> tuple[int, ...]:
    """A stored list of message ids; () for anything else."""
    if stored is None:
        return ()
    try:
        return tuple(map(int, _read(stored)))
    except (ValueError, TypeError):
        return ()


def _read(stored: bytes) -> Any:
    """None for what is no JSON. The slower way is for what only Python writes, as NaN is."""
    try:
        return orjson.loads(stored)
    except orjson.JSONDecodeError:
        pass
    try:
        return json.loads(stored.decode())
    except (ValueError, RecursionError):
        return None
