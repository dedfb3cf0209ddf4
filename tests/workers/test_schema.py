"""The check at start that data and program fit together."""

from __future__ import annotations

import pytest

from workers.keys import Keys
from workers.redis_link import RedisLink
from workers.schema import SCHEMA, SchemaRefused, check_schema

KEYS = Keys(prefix="test", bot="1", shards=4)


async def test_the_first_start_writes_and_later_ones_agree(link: RedisLink) -> None:
    await check_schema(link, KEYS)
    await check_schema(link, KEYS)
    stored = await link.call("HMGET", KEYS.name("schema"), "schema", "shards")
    assert stored == [str(SCHEMA).encode(), b"4"]


async def test_another_shard_count_is_refused_in_a_sentence(link: RedisLink) -> None:
    await check_schema(link, KEYS)
    with pytest.raises(SchemaRefused, match=r"in 4 shards.*asks for 2; set HAFEZ_SHARDS=4\.$"):
        await check_schema(link, Keys(prefix="test", bot="1", shards=2))


async def test_a_newer_schema_is_refused_in_a_sentence(link: RedisLink) -> None:
    await check_schema(link, KEYS)
    await link.call("HSET", KEYS.name("schema"), "schema", SCHEMA + 1)
    with pytest.raises(SchemaRefused, match=rf"newer Hafez \(schema {SCHEMA + 1}"):
        await check_schema(link, KEYS)


@pytest.mark.parametrize("schema", ["", "x", "0", "-1"])
async def test_data_that_is_not_ours_is_refused(link: RedisLink, schema: str) -> None:
    await link.call("HSET", KEYS.name("schema"), "schema", schema, "shards", 4)
    with pytest.raises(SchemaRefused, match="not Hafez's"):
        await check_schema(link, KEYS)


async def test_a_refusal_changes_nothing(link: RedisLink) -> None:
    await link.call("HSET", KEYS.name("schema"), "schema", SCHEMA + 1, "shards", 9)
    with pytest.raises(SchemaRefused):
        await check_schema(link, KEYS)
    stored = await link.call("HMGET", KEYS.name("schema"), "schema", "shards")
    assert stored == [str(SCHEMA + 1).encode(), b"9"]


async def test_bots_and_prefixes_have_schemas_of_their_own(link: RedisLink) -> None:
    for keys in (KEYS, Keys("test", "2", 1), Keys("other", "1", 2)):
        await check_schema(link, keys)
