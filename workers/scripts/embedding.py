"""The typed functions of the scripts that keep exchanges' vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from memory.conversation import ConversationId
from workers.keys import Keys
from workers.link import Argument
from workers.scripts import Runs, _bytes, _list, _run, _text


@dataclass(frozen=True, slots=True)
class VectorRecord:
    """What is new to a reader who knows of `mark` and the newest number: all, when its mark is
    another than this one. packed: by the exchanges' numbers, as stored."""

    mark: str
    model: str
    packed: Mapping[int, str]


async def load_vectors(
    link: Runs, keys: Keys, conversation: ConversationId, *, newest: int | None, mark: str
) -> VectorRecord:
    known = "-inf" if newest is None else f"({newest}"
    answer = _list(await _run(link, keys, "load_vectors", conversation, known, mark))
    pairs = zip(answer[2::2], answer[3::2], strict=True)
    packed = {int(_bytes(number)): _text(stored) for number, stored in pairs}
    return VectorRecord(_text(answer[0]), _text(answer[1]), packed)


async def add_vectors(
    link: Runs, keys: Keys, conversation: ConversationId, *, model: str, packed: Mapping[int, str]
) -> int:
    """How many were not there before."""
    args: list[Argument] = [model]
    for number, stored in sorted(packed.items()):
        args += [number, stored]
    return cast("int", await _run(link, keys, "add_vectors", conversation, *args))
