"""Both versions keep a chat's last placeholder."""

from __future__ import annotations

import pytest

from workers.keys import Keys
from workers.link import Link
from workers.placeholders import DictPlaceholders, Placeholder, Placeholders
from workers.redis_placeholders import KEPT_S, RedisPlaceholders

KEYS = Keys("test", "1", shards=4)


@pytest.fixture(params=["local", "redis"])
def placeholders(request: pytest.FixtureRequest, link: Link) -> Placeholders:
    return DictPlaceholders() if request.param == "local" else RedisPlaceholders(link, KEYS)


async def test_each_chat_and_topic_has_its_own(placeholders: Placeholders) -> None:
    assert await placeholders.of("-100/42") == Placeholder()
    await placeholders.keep("-100/42", Placeholder(5, 3))
    await placeholders.keep("-100", Placeholder(6, 4))
    await placeholders.keep("-100/42", Placeholder(5, 3, "1f"))
    assert await placeholders.of("-100/42") == (5, 3, "1f")
    assert await placeholders.of("-100") == (6, 4, "")


async def test_who_comes_late_changes_nothing(placeholders: Placeholders) -> None:
    newest = Placeholder(7, 3, "1f")
    assert await placeholders.keep("-100", Placeholder(6, 3))
    assert await placeholders.keep("-100", newest)
    assert not await placeholders.keep("-100", Placeholder(6, 3))
    assert await placeholders.of("-100") == newest
    assert await placeholders.keep("-100", Placeholder(1, 8))
    assert await placeholders.keep("-100", Placeholder())
    assert await placeholders.of("-100") == Placeholder()


async def test_it_is_gone_after_two_days(link: Link) -> None:
    await RedisPlaceholders(link, KEYS).keep("7", Placeholder(5))
    left_s = await link.call("TTL", KEYS.name("placeholder", "7"))
    assert isinstance(left_s, int)
    assert KEPT_S - 60 < left_s <= KEPT_S


@pytest.mark.parametrize("stored", ["damaged", "5", "5 x", "5 3 1f more", b"\xff 3"])
async def test_what_cannot_be_read_is_none(link: Link, stored: str | bytes) -> None:
    await link.call("SET", KEYS.name("placeholder", "7"), stored)
    assert await RedisPlaceholders(link, KEYS).of("7") == Placeholder()
