"""Chats and topics have names that say where to answer."""

from __future__ import annotations

import pytest

from bot.chats import is_private, parse_chat


@pytest.mark.parametrize(
    ("key", "where"),
    [("123", (123, None)), ("-100123/42", (-100123, 42)), ("7/5", (7, 5))],
)
def test_a_name_says_chat_and_topic(key: str, where: tuple[int, int | None]) -> None:
    assert parse_chat(key) == where


@pytest.mark.parametrize("key", ["terminal", "", "12/", "a/1"])
def test_what_is_no_telegram_chat_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        parse_chat(key)


def test_people_have_positive_ids() -> None:
    assert is_private(7)
    assert not is_private(-1001)
