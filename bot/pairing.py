"""The one-time code by which whoever started the bot becomes its first owner."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Callable

from aiogram import Bot

from bot.access import Access

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without signs that are read for one another."""
LENGTH = 8  # 30**8, against five guesses an hour


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def shown_code(code: str) -> str:
    return f"{code[:4]}-{code[4:]}"


def typed_code(text: str) -> str:
    """The code as it is kept, however people type it."""
    return re.sub(r"[^0-9A-Za-z]", "", text).upper()[: 4 * LENGTH]


def looks_like_code(text: str) -> bool:
    typed = typed_code(text)
    return len(typed) == LENGTH and set(typed) <= set(ALPHABET)


def invitation(code: str, username: str) -> str:
    return (
        "\nNobody owns this bot yet. To become its owner, write to it in a private chat:\n\n"
        f"    /pair {shown_code(code)}\n\n"
        f"or open https://t.me/{username}?start={code}\n"
        "The code works once, within a day. It is shown to nobody else.\n\n"
    )


def to_the_terminal(text: str) -> None:
    """Standard output, not the log: log lines are sent to where others read them."""
    sys.stdout.write(text)
    sys.stdout.flush()


async def offer_pairing(
    bot: Bot, access: Access, show: Callable[[str], None] = to_the_terminal
) -> None:
    """While there is no owner, show a code to whoever started this process."""
    if not (await access.who_may()).owners:
        code = await access.offer(new_code())
        show(invitation(code, (await bot.me()).username or ""))
