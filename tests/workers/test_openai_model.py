"""ChatOpenAI behind the port, over real HTTP: llmock with its faults, and a server of ours."""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from aiohttp import web
from llmock.pytest_plugin import LLMock

from tests.workers.subprocesses import run_python
from workers import openai_model
from workers.language_model import Answer, ContextTooLong, ModelRefused, ModelUnavailable
from workers.openai_errors import retry_after_s
from workers.openai_model import OpenAIModel, api_root
from workers.prompt import Part, PromptMessage

SECRET, KEY = "my card is 6037-9918", "sk-test-very-secret"
PROMPT = (
    PromptMessage(Part.POLICY, "system", "Be brief."),
    PromptMessage(Part.CONTEXT, "system", "<memory>\nHX-48213\n</memory>", kind="facts"),
    PromptMessage(Part.RECENT, "user", "سلام"),
    PromptMessage(Part.RECENT, "assistant", "你好"),
    PromptMessage(Part.RECALLED, "user", "<recalled>\nold\n</recalled>"),
    PromptMessage(Part.QUESTION, "user", SECRET),
)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def words(text: str) -> int:
    return len(text.split())


def model_at(url: str, **more: Any) -> OpenAIModel:
    given = {"base_url": url, "api_key": KEY, "count": words, "timeout_s": 5.0, **more}
    return OpenAIModel("gpt-4o", **given)


async def ask(model: OpenAIModel, shown: list[str] | None = None) -> Answer:
    async def on_text(text: str) -> None:
        if shown is not None:
            shown.append(text)

    async with model:
        return await model.answer(PROMPT, on_text)


@asynccontextmanager
async def server(handler: Handler) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_post("/v1/chat/completions", handler)
    runner = web.AppRunner(app, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    finally:
        await runner.cleanup()


def event(delta: dict[str, Any], finish: str | None = None, **more: Any) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return b"data: " + json.dumps({**chunk, "choices": [choice], **more}).encode() + b"\n\n"


def event_with(message: str, **choice: Any) -> bytes:
    """As some servers end a stream: the whole answer in a `message`, with or without a delta."""
    whole = {"index": 0, "message": {"role": "assistant", "content": message}, **choice}
    return event({}, choices=[{"finish_reason": "stop", **whole}])


def streams(*events: bytes) -> Handler:
    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        for data in events:
            await response.write(data)
        await response.write(b"data: [DONE]\n\n")
        return response

    return handler


def fails(status: int, error: dict[str, Any], **headers: str) -> Handler:
    async def handler(request: web.Request) -> web.StreamResponse:
        return web.json_response({"error": error}, status=status, headers=headers)

    return handler


async def test_an_answer_streams_as_the_whole_text_so_far(llmock: LLMock) -> None:
    llmock.reply("سلام Sara, 你好 there 🙂")
    shown: list[str] = []
    answer = await ask(model_at(llmock.base_url()), shown)
    assert answer.text == shown[-1] == "سلام Sara, 你好 there 🙂"
    assert all(later.startswith(earlier) for earlier, later in pairwise(shown))
    assert len(shown) > 2
    assert "" not in shown
    assert answer.model == "gpt-4o"
    assert answer.prompt_tokens > 0
    assert answer.answer_tokens > 0
    assert not answer.cut


async def test_the_request_is_one_every_server_takes(llmock: LLMock) -> None:
    await ask(model_at(llmock.base_url()))
    sent = llmock.last_request.body
    assert sent == {
        "model": "gpt-4o",
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": [
            {"role": "system", "content": "Be brief.\n\n<memory>\nHX-48213\n</memory>"},
            {"role": "user", "content": "سلام"},
            {"role": "assistant", "content": "你好"},
            {"role": "user", "content": f"<recalled>\nold\n</recalled>\n\n{SECRET}"},
        ],
    }
    assert llmock.last_request.path == "/v1/chat/completions"


async def test_with_an_address_every_model_is_asked_at_the_endpoint_all_servers_have(
    llmock: LLMock,
) -> None:
    address = llmock.base_url()
    await ask(OpenAIModel("gpt-5-pro", api_key=KEY, base_url=address, count=words, timeout_s=5))
    assert llmock.last_request.path == "/v1/chat/completions"


async def test_a_temperature_is_sent_only_when_it_is_set(llmock: LLMock) -> None:
    await ask(model_at(llmock.base_url(), temperature=0.0))
    assert llmock.last_request.body["temperature"] == 0.0


async def test_an_undecodable_character_does_not_stop_the_request(llmock: LLMock) -> None:
    async with model_at(llmock.base_url()) as model:
        prompt = [PromptMessage(Part.QUESTION, "user", "a\udc80b")]
        await model.answer(prompt, lambda text: asyncio.sleep(0))
    assert llmock.last_request.body["messages"][0]["content"] == "a\ufffdb"


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
async def test_the_address_may_end_as_people_write_it(llmock: LLMock, path: str) -> None:
    assert (await ask(model_at(llmock.url + path))).text


def test_other_paths_are_left_as_they_are() -> None:
    assert api_root("https://h.example/api/v3/") == "https://h.example/api/v3"
    assert api_root("https://h.example?version=2") == "https://h.example/v1?version=2"


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (lambda mock: mock.truncate(after_chunks=3), "truncated"),
        (lambda mock: mock.corrupt(after_chunks=3), "corrupt"),
        (lambda mock: mock.disconnect(after_chunks=3), "connection"),
        (lambda mock: mock.outage(status=503), "http_503"),
        (lambda mock: mock.fail(500), "http_500"),
        (lambda mock: mock.fail(529), "http_529"),
        (lambda mock: mock.fail(408), "http_408"),
        (lambda mock: mock.fail(409), "http_409"),
        (lambda mock: mock.reply(""), "empty"),
        (lambda mock: mock.reply("  \n"), "empty"),
    ],
)
async def test_what_may_pass_is_unavailable(
    llmock: LLMock, fault: Callable[[LLMock], Any], reason: str
) -> None:
    fault(llmock)
    with pytest.raises(ModelUnavailable) as caught:
        await ask(model_at(llmock.base_url()))
    assert caught.value.reason == reason
    assert len(llmock.requests) == 1


async def test_a_stream_that_falls_silent_is_unavailable(llmock: LLMock) -> None:
    llmock.stall(after_chunks=2, seconds=3)
    with pytest.raises(ModelUnavailable, match="timeout"):
        await ask(model_at(llmock.base_url(), timeout_s=0.3))


async def test_a_server_that_is_not_there_is_unavailable(unused_tcp_port: int) -> None:
    with pytest.raises(ModelUnavailable, match="connection"):
        await ask(model_at(f"http://127.0.0.1:{unused_tcp_port}"))


async def test_a_flooded_server_says_when_to_come_back(llmock: LLMock) -> None:
    llmock.rate_limit(retry_after=7)
    with pytest.raises(ModelUnavailable) as caught:
        await ask(model_at(llmock.base_url()))
    assert (caught.value.reason, caught.value.retry_after_s) == ("http_429", 7.0)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2.5"}, 2.5),
        ({"retry-after": "-1"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Sun, 29 Nov 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Sun, 29 Nov 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
    ],
)
def test_retry_after_is_read_in_all_its_forms(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert retry_after_s(headers, datetime(2026, 11, 29, 12, tzinfo=UTC)) == seconds


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
async def test_what_will_not_pass_is_refused(llmock: LLMock, status: int) -> None:
    llmock.fail(status, message=f"no: {SECRET}")
    with pytest.raises(ModelRefused, match=f"^http_{status}$"):
        await ask(model_at(llmock.base_url()))


async def test_an_overflow_is_told_apart(llmock: LLMock) -> None:
    llmock.context_overflow()
    with pytest.raises(ContextTooLong):
        await ask(model_at(llmock.base_url()))


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "This model's maximum context length is 4096 tokens."),
        (400, "the request exceeds the available context size"),
        (400, "Prompt contains too many tokens"),
        (422, "inputs tokens + max_new_tokens: please reduce the length"),
        (429, "Request too large for gpt-4o on tokens per min"),
        (500, "The prompt is too long: 9000, model context window 8192"),
        (413, "no"),
    ],
)
async def test_other_servers_words_for_an_overflow_are_known(status: int, message: str) -> None:
    async with server(fails(status, {"message": message})) as url:
        with pytest.raises(ContextTooLong):
            await ask(model_at(url))


async def test_an_error_event_inside_the_stream_is_no_answer() -> None:
    error = b'data: {"error": {"message": "overloaded", "code": "x"}}\n\n'
    async with server(streams(event({"content": "Hal"}), error)) as url:
        with pytest.raises(ModelUnavailable, match="stream_error"):
            await ask(model_at(url))


async def test_a_refusal_is_refused_not_tried_again() -> None:
    said = (event({"refusal": "I can"}), event({"refusal": "not."}), event({}, "stop"))
    async with server(streams(*said)) as url:
        with pytest.raises(ModelRefused, match="refusal"):
            await ask(model_at(url))


async def test_a_filtered_answer_is_refused_unless_some_of_it_came() -> None:
    async with server(streams(event({}, "content_filter"))) as url:
        with pytest.raises(ModelRefused, match="content_filter"):
            await ask(model_at(url))
    async with server(streams(event({"content": "half"}, "content_filter"))) as url:
        assert (await ask(model_at(url))).cut


async def test_what_is_empty_at_first_is_not_shown() -> None:
    empty = (event({"role": "assistant", "content": ""}), event({"content": None}), event({}))
    shown: list[str] = []
    said = (*empty, event({"content": "\n"}), event({"content": "Hi"}), event({}, "stop"))
    async with server(streams(*said)) as url:
        await ask(model_at(url), shown)
    assert shown == ["\nHi"]


@pytest.mark.parametrize("delta", [{}, {"delta": {}}, {"delta": None}, {"delta": {"content": ""}}])
async def test_an_answer_that_stands_whole_beside_empty_deltas_is_taken(
    delta: dict[str, Any],
) -> None:
    shown: list[str] = []
    async with server(streams(event({"content": ""}), event_with("All of it.", **delta))) as url:
        answer = await ask(model_at(url), shown)
    assert (answer.text, shown) == ("All of it.", ["All of it."])


async def test_what_the_deltas_said_is_not_said_twice() -> None:
    said = event_with("All of it.", delta={"content": " of it."})
    async with server(streams(event({"content": "All"}), said)) as url:
        assert (await ask(model_at(url))).text == "All of it."


@pytest.mark.parametrize("said", ["", " \n", "\u200b", "\u2800\n"])
async def test_no_words_at_all_are_no_answer(said: str) -> None:
    async with server(streams(event({"content": said}), event({}, "stop"))) as url:
        with pytest.raises(ModelUnavailable, match="empty"):
            await ask(model_at(url))


async def test_an_answer_at_the_length_limit_is_marked_as_cut() -> None:
    async with server(streams(event({"content": "so lo"}), event({}, "length"))) as url:
        answer = await ask(model_at(url))
    assert (answer.text, answer.cut) == ("so lo", True)


async def test_tokens_are_counted_here_when_the_server_sends_none() -> None:
    async with server(streams(event({"content": "two words"}), event({}, "stop"))) as url:
        answer = await ask(model_at(url))
    assert answer.answer_tokens == 2
    assert answer.prompt_tokens > sum(words(message.text) for message in PROMPT)


async def test_cancelling_closes_the_stream_to_the_server() -> None:
    started, gone = asyncio.Event(), asyncio.Event()

    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        try:
            await response.write(event({"content": "one"}))
            await asyncio.Event().wait()  # aiohttp cancels this when the client goes away
        finally:
            gone.set()
        return response

    async def on_text(text: str) -> None:
        started.set()

    async with server(endless) as url, model_at(url) as model:
        asking = asyncio.create_task(model.answer(PROMPT, on_text))
        await asyncio.wait_for(started.wait(), 5)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.wait_for(gone.wait(), 5)


async def test_a_fault_of_the_draft_is_not_blamed_on_the_model(llmock: LLMock) -> None:
    async def broken(text: str) -> None:
        raise ValueError("the draft's own")

    async with model_at(llmock.base_url()) as model:
        with pytest.raises(ValueError, match="the draft's own"):
            await model.answer(PROMPT, broken)


@pytest.mark.parametrize("status", [400, 401, 429, 500])
async def test_no_error_carries_what_was_said_or_the_key(status: int) -> None:
    async with server(fails(status, {"message": f"bad: {SECRET} {KEY}"})) as url:
        with pytest.raises((ModelRefused, ModelUnavailable)) as caught:
            await ask(model_at(url))
    told = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert SECRET not in told
    assert KEY not in told


def test_the_key_is_not_in_the_models_repr() -> None:
    assert KEY not in repr(model_at("http://127.0.0.1:1")) + str(vars(model_at("http://h")))


def test_importing_opens_no_connection() -> None:
    script = """
import socket
def refuse(*given, **named): raise SystemExit("a socket was opened")
socket.socket.connect = socket.getaddrinfo = refuse
import workers.openai_model
"""
    assert run_python(script) == ""


@pytest.fixture(autouse=True)
def no_tracing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGSMITH_TRACING", "false")


async def test_without_an_address_models_of_the_responses_api_work_too(
    llmock: LLMock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openai_model, "OPENAI_API", llmock.base_url())
    llmock.reply("from the other endpoint")
    shown: list[str] = []
    model = OpenAIModel("gpt-5-pro", api_key=KEY, count=words, timeout_s=5)
    answer = await ask(model, shown)
    assert llmock.last_request.path == "/v1/responses"
    assert answer.text == shown[-1] == "from the other endpoint"
    assert not answer.cut
