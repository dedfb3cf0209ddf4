"""Rich messages: which answers become one, and that no answer is lost to them."""

from __future__ import annotations

import time

import pytest
from aiogram import Bot
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.replies import TelegramReplier
from bot.rich import Rich, rich_source, runs_right_to_left, wants_rich, with_isolates
from tests.bot.conftest import FakeSleep
from tests.telegram.faults import bad_request
from tests.telegram.server import FakeTelegram
from workers.jobs import Outbox, Reply

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"See:\n\n{TABLE}\n\nDone.", True),
        (r"It is \(x^2\).", True),
        ("Behold\n$$\nx = 1\n$$", True),
        ("```math\nx\n```", True),
        ("<details><summary>more</summary>text</details>", True),
        (f"```\n{TABLE}\n```", False),
        (r"In code: `\(x\)`", False),
        ("It costs $395k vs $483k.", False),
        ("a | b\nand - c", False),
        ("**bold** and a list\n- one", False),
    ],
)
def test_tables_formulas_and_details_want_a_rich_message(text: str, wanted: bool) -> None:
    assert wants_rich(text) is wanted


def test_prices_stay_prices_formulas_become_some_and_code_stays_code() -> None:
    text = "$5 and $10, \\(x\\), \\[y\\], `$5 \\(z\\)`\n```sh\necho $1\n```\n$2"
    expected = "\\$5 and \\$10, $x$, $$y$$, `$5 \\(z\\)`\n```sh\necho $1\n```\n\\$2"
    assert rich_source(text) == expected


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("one\ntwo\n\nthree `a`\nfour", "one  \ntwo\n\nthree `a`  \nfour"),
        ("one \ntwo  \nthree\\\nfour", "one  \ntwo  \nthree\\\nfour"),
        ("- a\n  more\n> q\n> r", "- a  \n  more  \n> q  \n> r"),
        ("```py\nx = 1\ny = 2\n```\nthen\nlast", "```py\nx = 1\ny = 2\n```\nthen  \nlast"),
        (f"see:\n{TABLE}\nand", f"see:\n{TABLE}\nand"),
        ("# Title\ntext\n\n    code\n    more", "# Title\ntext\n\n    code\n    more"),
    ],
)
def test_line_breaks_stay(text: str, source: str) -> None:
    assert rich_source(text) == source


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("- Docker را در 2026-11-30 نصب کنید", "- Docker را در ‹2026-11-30› نصب کنید"),
        ("1. سفارش HX-1 و [x](https://e.com/a-1)", "1. سفارش ‹HX-1› و ‹[x](https://e.com/a-1)›"),
        ("تلفن +98 912 345 6789 و `a-1`", "تلفن ‹+98 912 345 6789› و ‹`a-1`›"),
        ("| HX-1 | در 2026-11-30 است |\n|---|---|", "| HX-1 | در ‹2026-11-30› است |\n|---|---|"),
        ("# عنوان HX-1/2\n> نقل 10-11", "# عنوان ‹HX-1/2›\n> نقل ‹10-11›"),
        ("```py\n# سلام 10-11\n```\n<b>سلام</b>", "```py\n# سلام 10-11\n```\n<b>سلام</b>"),
        ("The word سلام on 2026-11-30", "The word سلام on 2026-11-30"),
        ("خود \u200f2026-11-30 است", "خود \u200f2026-11-30 است"),
    ],
)
def test_ids_and_dates_keep_their_order_between_right_to_left_words(text: str, source: str) -> None:
    made = rich_source(text)
    assert made is not None
    assert made.translate({0x2066: "‹", 0x2069: "›"}) == source


@given(st.text(alphabet=[*"ab1-|.*`[]() \n$<>#", *"سلام۲"], max_size=80))
@settings(max_examples=200, deadline=None)
def test_nothing_but_isolates_is_added(text: str) -> None:
    assert with_isolates(text).translate({0x2066: None, 0x2069: None}) == text


@pytest.mark.parametrize("text", ["", "x" * 32_769, "line\n\n" * 501, "|" * 22 + "\n"])
def test_what_does_not_fit_a_rich_message_is_none(text: str) -> None:
    assert rich_source(text) is None


@pytest.mark.parametrize(
    "text", ["\\(" * 16_000, "|" * 32_000, "$$ " * 10_000, "` `` " * 6_000, " \n" * 16_000]
)
def test_strange_texts_are_read_in_time(text: str) -> None:
    began = time.process_time()
    assert wants_rich(text) in {True, False}
    rich_source(text)
    assert time.process_time() - began < 2


def test_the_first_letter_tells_the_direction() -> None:
    assert runs_right_to_left("12. سلام hello")
    assert not runs_right_to_left("1. hello سلام")


async def deliver(replier: TelegramReplier, text: str) -> tuple[int, ...]:
    async def mark(part: int, message_ids: object) -> None:
        pass

    return await replier.deliver("7", Outbox(Reply(text=text, reply_to=5)), mark)


@pytest.mark.parametrize(
    ("rich", "text", "method"),
    [
        ("off", TABLE, "sendMessage"),
        ("auto", TABLE, "sendRichMessage"),
        ("auto", "plain", "sendMessage"),
        ("always", "plain", "sendRichMessage"),
    ],
)
async def test_the_setting_decides(
    telegram: FakeTelegram, bot: Bot, rich: Rich, text: str, method: str
) -> None:
    (message_id,) = await deliver(TelegramReplier(bot, FakeSleep(), rich=rich), text)
    assert len(telegram.calls(method)) == len(telegram.log) == 1
    assert telegram.log[0].params["reply_parameters"]["message_id"] == 5
    assert telegram.sent[0]["message_id"] == message_id


@pytest.mark.parametrize(("text", "rtl"), [("- سلام Docker", True), ("- hello", None)])
async def test_a_right_to_left_answer_says_so(
    telegram: FakeTelegram, bot: Bot, text: str, rtl: bool | None
) -> None:
    await deliver(TelegramReplier(bot, FakeSleep(), rich="always"), text)
    assert telegram.log[0].params["rich_message"].get("is_rtl") is rtl


async def test_a_server_without_rich_messages_is_asked_once(
    telegram: FakeTelegram, bot: Bot
) -> None:
    telegram.missing_methods.add("sendrichmessage")
    replier = TelegramReplier(bot, FakeSleep(), rich="always")
    for text in ("one", "two"):
        await deliver(replier, text)
    assert telegram.texts() == ["one", "two"]
    assert len(telegram.calls("sendRichMessage")) == 1


async def test_a_rich_message_that_is_refused_arrives_plainly(
    telegram: FakeTelegram, bot: Bot
) -> None:
    telegram.script.add("sendRichMessage", bad_request("RICH_MESSAGE_EMAIL_INVALID"))
    replier = TelegramReplier(bot, FakeSleep(), rich="always")
    await deliver(replier, "write to a@b")
    await deliver(replier, "next")
    assert telegram.texts() == ["write to a@b", "next"]
    assert len(telegram.calls("sendRichMessage")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(["a"] * 501),
        "- a\n" * 501,
        "| a " * 21 + "|\n" + "|---" * 21 + "|\n" + "| b " * 21 + "|",
        ">" * 17 + " a",
        "".join("  " * depth + "- a\n" for depth in range(17)),
        "![a](https://a.b/c.png)\n\n" * 51,
    ],
    ids=["paragraphs", "items", "columns", "quotations", "lists", "pictures"],
)
async def test_what_is_beyond_the_limits_of_rich_messages_is_never_sent_as_one(
    telegram: FakeTelegram, bot: Bot, text: str
) -> None:
    await deliver(TelegramReplier(bot, FakeSleep(), rich="always"), text)
    assert telegram.sent
    assert telegram.calls("sendRichMessage") == []


async def test_what_keeps_to_the_limits_is_one_rich_message(
    telegram: FakeTelegram, bot: Bot
) -> None:
    lists = "".join("  " * depth + "- a\n" for depth in range(15))
    await deliver(TelegramReplier(bot, FakeSleep(), rich="always"), f"{lists}\n\n>>> b\n\n![c](d)")
    (call,) = telegram.calls("sendRichMessage")
    assert call.applied
