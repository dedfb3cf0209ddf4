"""The link against a real server: what every caller may rely on."""

from __future__ import annotations

from workers.redis_link import RedisLink, Script


async def test_a_script_answers(link: RedisLink) -> None:
    add = Script("add", "return redis.call('INCRBY', KEYS[1], ARGV[1])")

    assert await link.run(add, ["n"], [2]) == 2
    assert await link.run(add, ["n"], ["3"]) == 5
