"""How values are stored: compact JSON, always valid UTF-8."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def pack(value: object) -> bytes:
    """Letters stay as they are; a lone surrogate, which UTF-8 has no room for, is escaped."""
    try:
        return _compact(value).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def unpack(stored: bytes | None) -> Mapping[str, Any]:
    """A stored JSON object; {} for anything else, so that its reader names what is missing."""
    try:
        value = json.loads((stored or b"{}").decode())
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def unpack_ids(stored: bytes | None) -> tuple[int, ...]:
    """A stored list of message ids; () for anything else."""
    if stored is None:
        return ()
    try:
        return tuple(int(i) for i in json.loads(stored.decode()))
    except (ValueError, TypeError, RecursionError):
        return ()
