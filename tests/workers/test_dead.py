"""What `python -m workers dead` prints and does."""

from __future__ import annotations

from pathlib import Path

import pytest

from settings import load_settings
from tests.servers import Server
from tests.workers.lanes_at_hand import RedisAtHand, answer, take, turn
from workers.cli import parse
from workers.dead import clean, has_reason, run_dead
from workers.jobs import Reply
from workers.keys import Keys
from workers.redis_link import RedisLink


class Desk:
    """An operator's desk: dead letters of four chats, and the command."""

    def __init__(self, link: RedisLink, server: Server, home: Path) -> None:
        self.at_hand = RedisAtHand(link, Keys("desk", "local"))
        self._settings = load_settings(
            _env_file=None, REDIS_URL=server.url, HAFEZ_PREFIX="desk", HAFEZ_HOME=home
        )

    async def give_up(self, update_id: int, chat: str, reason: str, text: str = "my words") -> str:
        lanes = self.at_hand.lanes
        await lanes.put(turn(update_id, chat, text))
        lease, opened = await take(lanes)
        await lanes.fail(lease, opened.turns, reason, None, Reply())
        await lanes.release(lease)
        return (await lanes.dead_letters(1))[0].id

    async def command(self, *written: str) -> int:
        return await run_dead(self._settings, "local", parse(["dead", *written]))

    async def ids(self) -> list[str]:
        return [letter.id for letter in await self.at_hand.lanes.dead_letters(99)]


@pytest.fixture
def desk(link: RedisLink, server: Server, tmp_path: Path) -> Desk:
    return Desk(link, server, tmp_path)


async def test_the_list_names_each_letter_and_quotes_nobody(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    older = await desk.give_up(1, "a", "model_unavailable:http_503")
    newer = await desk.give_up(2, "b", "failed:KeyError")
    assert await desk.command() == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines] == [newer, older]
    assert lines[1][2:] == ["a", "model_unavailable:http_503", "1 tries", "update 1"]
    await desk.command("--most", "1")
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 1
    assert "my words" not in out


async def test_one_letter_is_shown_whole_and_harmless(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    await desk.give_up(1, "a", "x", "not this one")
    wanted = await desk.give_up(2, "b", "x", "first line\nsecond \x1b]0;owned\x07 می\u200cشود")
    assert await desk.command("show", wanted) == 0
    out = capsys.readouterr().out
    assert "first line\nsecond \ufffd]0;owned\ufffd می\u200cشود\n" in out
    assert "not this one" not in out
    assert out.startswith(f"letter {wanted}\nchat b\n")


async def test_a_turn_that_cannot_be_read_is_shown_as_it_is_stored(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    at_hand = desk.at_hand
    await at_hand.lanes.put(turn(5))
    await at_hand.link.call("ZADD", at_hand.keys.name("turns", "7"), 1, b'{"of": "a later"}')
    await answer(at_hand.lanes)
    (unreadable,) = await desk.ids()
    await desk.command("show", unreadable)
    assert '{"of": "a later"}' in capsys.readouterr().out
    assert await desk.command("requeue", unreadable) == 1
    told = capsys.readouterr()
    assert told.out == "0 requeued.\n"
    assert told.err.startswith("1 cannot be read")
    assert await desk.ids() == [unreadable]


async def test_letters_are_requeued_by_id_and_only_once(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    one = await desk.give_up(1, "a", "x")
    other = await desk.give_up(2, "b", "x")
    assert await desk.command("requeue", one) == 0
    assert capsys.readouterr().out == "1 requeued.\n"
    assert await desk.command("requeue", one, other) == 1
    told = capsys.readouterr()
    assert told.out == "1 requeued.\n"
    assert told.err.startswith(f"{one}: no such letter")
    assert await answer(desk.at_hand.lanes) == (1,)
    assert await answer(desk.at_hand.lanes) == (2,)
    assert (await desk.at_hand.lanes.lease("w", 1)).leases == ()


async def test_letters_are_requeued_by_reason(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    await desk.give_up(1, "a", "model_unavailable:http_503")
    kept = await desk.give_up(2, "b", "model_refused")
    await desk.give_up(3, "c", "model_unavailable:timeout")
    assert await desk.command("requeue", "--reason", "model_unavailable") == 0
    assert capsys.readouterr().out == "2 requeued.\n"
    assert await desk.ids() == [kept]
    assert await answer(desk.at_hand.lanes) == (1,)
    assert await answer(desk.at_hand.lanes) == (3,)


async def test_all_letters_are_requeued_in_the_order_of_a_chat_s_turns(desk: Desk) -> None:
    for update_id in (3, 4, 2):
        await desk.give_up(update_id, "a", "x")
    await desk.command("requeue", "--all")
    assert [await answer(desk.at_hand.lanes) for _ in range(3)] == [(2,), (3,), (4,)]
    assert await desk.ids() == []


async def test_purging_says_how_many_and_keeps_what_is_young(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = [await desk.give_up(update_id, "a", "x") for update_id in (1, 2, 3)]
    assert await desk.command("purge", "--older-than", "1") == 0
    assert await desk.command("purge", ids[0]) == 0
    assert await desk.command("purge", "--older-than", "0") == 0
    assert await desk.command("purge", "--all") == 0
    told = capsys.readouterr().out.splitlines()
    assert told == ["0 purged.", "1 purged.", "2 purged.", "0 purged."]
    assert (await desk.at_hand.lanes.lease("w", 1)).leases == ()


async def test_a_reason_stands_for_those_that_say_more(desk: Desk) -> None:
    await desk.give_up(1, "a", "failed:KeyError")
    (letter,) = await desk.at_hand.lanes.dead_letters(1)
    assert has_reason(letter, "failed")
    assert has_reason(letter, "failed:KeyError")
    assert not has_reason(letter, "fail")
    assert not has_reason(letter, "failed:Key")


def test_what_a_terminal_would_obey_is_taken_out() -> None:
    assert clean("a\x1b[2J\x9b1m\r\x00b\nc") == "a\ufffd[2J\ufffd1m\ufffd\ufffdb\nc"
