"""A newcomer's walk: started with only a token, the bot prints a code; whoever sends it owns it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.texts import Texts
from tests.processes import Running, environment, running
from tests.telegram.server import TOKEN, FakeTelegram

SAY = Texts().say
OMID, SARA = 11, 22


async def code_printed_by(process: Running) -> str:
    while not (found := re.search(r"/pair (\S{4}-\S{4})", await process.line())):
        pass
    return found[1]


async def test_from_a_token_alone_to_a_chat_with_a_friend(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with FakeTelegram() as telegram:
        env = environment(home, TELEGRAM_BOT_TOKEN=TOKEN, TELEGRAM_API_URL=telegram.url)

        async def say(text: str, user: int, name: str) -> str:
            """What that person is told next."""
            known = len(telegram.texts(user))
            telegram.say(text, chat_id=user, user_id=user, name=name)
            await telegram.until(lambda: len(telegram.texts(user)) > known, 60)
            return telegram.texts(user)[known]

        async with running("-m", "bot", "--local", env=env, cwd=tmp_path) as process:
            code = await code_printed_by(process)
            assert await say("hello", OMID, "Omid") == SAY("refused_ownerless", "en", id="11")
            assert await say(f"/pair {code}", OMID, "Omid") == SAY("pair_paired", "en", name="Omid")
            await say("My order number is HX-48213.", OMID, "Omid")
            assert "HX-48213" in await say("What is my order number?", OMID, "Omid")

            assert await say("hello", SARA, "Sara") == SAY("refused", "en", id="22")
            await say(f"/allow {SARA}", OMID, "Omid")
            await say("My lucky number is 4711.", SARA, "Sara")
            assert "4711" in await say("What is my lucky number?", SARA, "Sara")
            await say(f"/deny {SARA}", OMID, "Omid")
            assert await say("hello?", SARA, "Sara") == SAY("refused", "en", id="22")
            assert await process.end() == 0
            logged = "".join(process.lines)
        for private in (code, code.replace("-", ""), "HX-48213", "4711", TOKEN):
            assert private not in logged

        async with running("-m", "bot", "--local", env=env, cwd=tmp_path) as process:
            assert "HX-48213" in await say("Say again: what is my order number?", OMID, "Omid")
            assert await process.end() == 0
            assert process.process.stdout
            assert b"/pair" not in await process.process.stdout.read()


@pytest.mark.parametrize("command", [("-m", "bot")], ids=" ".join)
async def test_a_bot_alone_prints_the_same_code_until_it_is_used(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    codes = []
    async with FakeTelegram() as telegram:
        env = environment(
            tmp_path / "home", TELEGRAM_BOT_TOKEN=TOKEN, TELEGRAM_API_URL=telegram.url
        )
        for _ in range(2):
            async with running(*command, env=env, cwd=tmp_path) as process:
                codes.append(await code_printed_by(process))
                assert await process.end() == 0
    assert codes[0] == codes[1]
