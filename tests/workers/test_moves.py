"""Both versions of what is known of moved groups, under one contract."""

from __future__ import annotations

import pytest

from workers.keys import Keys
from workers.moves import DictMoves, Moves
from workers.redis_link import RedisLink
from workers.redis_moves import RedisMoves

GROUP, SUPERGROUP = -55, -1_001_234_567_890


@pytest.fixture(params=["in process", "on the server"])
def moves(request: pytest.FixtureRequest) -> Moves:
    if request.param == "in process":
        return DictMoves()
    link: RedisLink = request.getfixturevalue("link")
    return RedisMoves(link, Keys("test", "1", shards=3))


async def test_a_move_is_known_from_then_on_and_may_be_told_twice(moves: Moves) -> None:
    assert await moves.former(SUPERGROUP) is None
    for _ in range(2):
        await moves.moved(GROUP, SUPERGROUP)
    assert await moves.former(SUPERGROUP) == GROUP
    assert await moves.former(GROUP) is None


async def test_groups_are_known_by_their_titles_until_they_move(moves: Moves) -> None:
    for group, title in ((GROUP, "friends"), (-56, "=سلام")):
        await moves.seen(group, title)
    assert await moves.groups() == {GROUP: "friends", -56: "=سلام"}
    assert await moves.former(GROUP) is None
    await moves.moved(GROUP, SUPERGROUP)
    assert await moves.groups() == {-56: "=سلام"}
    assert await moves.former(SUPERGROUP) == GROUP
