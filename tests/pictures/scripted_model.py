"""A model's server whose words are a script; what it says of earlier messages it must have been
shown, or it says nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

ANSWERS, SUMMARIZES = "scripted", "scripted-summarizer"
PIECE = 16
USED = {"prompt_tokens": 480, "completion_tokens": 60, "total_tokens": 540}


@dataclass
class Line:
    """question: what the person says · recalls: values that the prompt must show before the
    question · held: after these words of the answer it waits to be let go."""

    question: str
    answer: str
    recalls: Sequence[str] = ()
    held: str = ""
    go_on: asyncio.Event = field(default_factory=asyncio.Event)

    def check(self, messages: Sequence[Mapping[str, Any]]) -> None:
        shown = "\n".join(str(message["content"]) for message in messages)
        before = shown.rpartition(self.question)[0]
        missing = [value for value in self.recalls if value not in before]
        if missing:
            raise LookupError(f"the model was not shown {missing} when asked: {self.question}")

    async def pieces(self) -> AsyncIterator[str]:
        until = self.answer.index(self.held) + len(self.held) if self.held else 0
        for piece in _pieces(self.answer[:until]):
            yield piece
        if self.held:
            await self.go_on.wait()
        for piece in _pieces(self.answer[until:]):
            yield piece


@dataclass
class ScriptedModel:
    """`lost`: why it could not say its lines."""

    lines: Sequence[Line]
    summary: str
    url: str = ""
    lost: list[str] = field(default_factory=list)

    async def complete(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        try:
            line = self._line(body)
        except LookupError as lost:
            self.lost.append(str(lost))
            return web.json_response({"error": {"message": str(lost)}}, status=400)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        async for piece in line.pieces():
            await response.write(_event({"content": piece}))
        await response.write(_event({}, finish="stop") + _used() + b"data: [DONE]\n\n")
        return response

    def _line(self, body: Mapping[str, Any]) -> Line:
        if body["model"] == SUMMARIZES:
            return Line("", self.summary)
        messages = body["messages"]
        asked = str(messages[-1]["content"])
        for line in self.lines:
            if asked.endswith(line.question):
                line.check(messages)
                return line
        raise LookupError(f"no line for: {asked}")


@asynccontextmanager
async def serving(model: ScriptedModel) -> AsyncIterator[ScriptedModel]:
    app = web.Application(client_max_size=16 * 2**20)
    app.router.add_post("/v1/chat/completions", model.complete)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    model.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield model
    finally:
        await runner.cleanup()


def _pieces(text: str) -> Iterator[str]:
    for at in range(0, len(text), PIECE):
        yield text[at : at + PIECE]


def _event(delta: Mapping[str, str], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _chunk(choices=[choice])


def _used() -> bytes:
    """Always the same, so that a picture does not change with the wording of prompts."""
    return _chunk(choices=[], usage=USED)


def _chunk(**more: Any) -> bytes:
    head = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": ANSWERS}
    return f"data: {json.dumps({**head, **more})}\n\n".encode()
