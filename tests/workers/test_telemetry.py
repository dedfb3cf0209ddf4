"""Log lines tell what happened and hold no secret and no user's text."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import warnings
from collections.abc import Iterator

import openai
import pytest
import structlog

from workers.telemetry import configure_logging

TOKEN = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level, shown = list(root.handlers), root.level, warnings.showwarning
    stream = io.StringIO()
    configure_logging("info", secrets=["hush-hush"], stream=stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)
    warnings.showwarning = shown
    structlog.reset_defaults()


def test_an_event_is_one_line_with_its_values(lines: io.StringIO) -> None:
    structlog.get_logger().info("turn answered", tokens=12, chat="42")
    written = lines.getvalue()
    assert written.count("\n") == 1
    assert "event='turn answered'" in written
    assert "tokens=12" in written


def test_secrets_and_tokens_are_hidden_in_every_value(lines: io.StringIO) -> None:
    structlog.get_logger().warning("call", url=f"https://host/bot{TOKEN}/getMe", key="x hush-hush")
    logging.getLogger("aiogram").error("failed %s with %s", f"bot{TOKEN}", "hush-hush")
    written = lines.getvalue()
    assert written.count("[hidden]") == 4
    assert "AAEh" not in written
    assert "hush" not in written


def test_an_error_shows_its_type_and_place_but_not_its_text(lines: io.StringIO) -> None:
    try:
        raise KeyError("what the user wrote")
    except KeyError:
        structlog.get_logger().exception("turn failed")
        logging.getLogger("asyncio").error("Task exception", exc_info=True)
    written = lines.getvalue()
    assert written.count("KeyError at test_telemetry.py:") == 2
    assert "what the user wrote" not in written
    assert "Traceback" not in written


async def test_a_forgotten_task_shows_nothing_of_its_error(lines: io.StringIO) -> None:
    async def broken() -> None:
        raise KeyError("what the user wrote")

    task = asyncio.create_task(broken())
    await asyncio.wait({task})
    del task
    gc.collect()
    written = lines.getvalue()
    assert "KeyError at test_telemetry.py:" in written
    assert "what the user wrote" not in written


def test_a_warning_shows_its_type_and_place_but_not_its_text(lines: io.StringIO) -> None:
    warnings.showwarning("what the user wrote", UserWarning, "/somewhere/library.py", 7)
    assert "UserWarning at library.py:7" in lines.getvalue()
    assert "what the user wrote" not in lines.getvalue()


def test_lines_below_the_level_are_not_written(lines: io.StringIO) -> None:
    structlog.get_logger().debug("detail")
    logging.getLogger("httpx").info("HTTP Request: POST http://host")
    assert lines.getvalue() == ""


def test_the_models_client_tells_of_no_request_also_at_debug(lines: io.StringIO) -> None:
    configure_logging("debug", stream=lines)
    libraries = {c.__module__.partition(".")[0] for c in openai.DefaultAsyncHttpxClient.__mro__}
    libraries = {name for name in libraries if name.startswith("http")}
    assert libraries
    for name in libraries | {name.replace("httpx", "httpcore") for name in libraries}:
        logging.getLogger(name).info("HTTP Request: POST http://host")
        logging.getLogger(f"{name}.connection").debug("receive_response_headers")
    assert lines.getvalue() == ""
