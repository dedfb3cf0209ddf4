"""Every language says everything, with the same values, and numbers as it writes them."""

from __future__ import annotations

from string import Formatter

import pytest

from bot.handlers.commands import MENU
from bot.texts import LANGUAGES, Texts, language_of, number
from bot.texts.memory_page import bar
from bot.texts.notices import notice_rendered, notice_text
from bot.texts.numbers import digits
from bot.texts.recipes import recipe_words
from settings import RECIPES
from tests.telegram import judge
from workers.jobs import Notice, Reply

SAY = Texts().say
OVERVIEW = {
    "recipe": "full",
    "conversation": 2,
    "exchanges": 1234,
    "first": 1,
    "last": 1234,
    "tokens_past": 900,
    "threshold": 2000,
    "watermark": 1200,
    "summary": "They spoke of a trip to Shiraz.",
    "facts": [
        {
            "value": "ORD-۱۲۳<b>",
            "key": "order",
            "kind": "id",
            "who": "user",
            "exchange": 3,
            "status": "active",
        },
        {"value": "15 USD", "key": "", "who": "assistant", "status": "superseded"},
    ],
    "facts_total": 5,
}


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_has_every_sentence_with_the_same_values(language: str) -> None:
    english, other = LANGUAGES["en"], LANGUAGES[language]
    assert set(other) == set(english)
    differing = [k for k in english if placeholders(english[k]) != placeholders(other[k])]
    assert differing == []
    assert all(sentence.strip() for sentence in other.values())


@pytest.mark.parametrize(
    "notice", [n for n in Notice if not n.endswith("_page") and n != "chats_list"]
)
def test_every_notice_has_a_text(notice: Notice) -> None:
    assert f"notice_{notice}" in LANGUAGES["en"]


def placeholders(text: str) -> frozenset[str]:
    """The names of the values that a sentence wants."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def test_every_command_of_the_menu_and_every_recipe_has_words() -> None:
    assert all(f"command_{name}" in LANGUAGES["en"] for name in MENU)
    assert all(f"recipe_{name}" in LANGUAGES["en"] for name in RECIPES)
    assert all(f"picture_{name}" in LANGUAGES["en"] for name in RECIPES)


@pytest.mark.parametrize(
    ("code", "language"),
    [
        *[("fa", "fa"), ("fa-IR", "fa"), ("zh-hans", "zh"), ("zh_TW", "zh"), ("EN-us", "en")],
        *[("ru", "ru"), ("ar-EG", "ar"), ("", "en"), ("de", "en"), ("fary", "en")],
    ],
)
def test_a_language_code_finds_its_language(code: str, language: str) -> None:
    assert language_of(code) == language


def test_numbers_of_ours_are_written_as_the_language_writes_them() -> None:
    assert number(12345, "fa") == "۱۲٬۳۴۵"
    assert number(12345, "en") == "12,345"
    assert number(12345, "ar") == "١٢٬٣٤٥"
    assert number(12345, "ru") == "12\u00a0345"


@pytest.mark.parametrize(
    ("language", "shown"), [("fa", "۲۰۲۶-۱۱-۳۰"), ("ar", "٢٠٢٦-١١-٣٠"), ("ru", "2026-11-30")]
)
def test_dates_of_ours_have_the_languages_digits_too(language: str, shown: str) -> None:
    day = "2026-11-30"
    chats = [{"number": 2, "title": "t", "exchanges": 1, "day": day}]
    fact = {"number": 1, "value": "7 kg", "who": "user", "day": day, "exchange": 1}
    recalled = {"exchanges": 1, "recalled": [{"day": day, "text": "t"}]}
    replies = {
        Notice.LIMIT_DAY: {"most": 5, "anew": f"{day} 00:00"},
        Notice.CHATS_LIST: {"chats": chats, "current": 2},
        Notice.FACTS_PAGE: {"rows": [fact], "total": 1},
        Notice.MEMORY_PAGE: recalled,
    }
    for notice, values in replies.items():
        reply = Reply(notice=notice, values=values, language=language)
        assert shown in notice_text(reply), notice


@pytest.mark.parametrize(
    ("language", "forms", "spoken"),
    [
        ("en", "# tree|# trees", {0: "0 trees", 1: "1 tree", 2: "2 trees", 21: "21 trees"}),
        ("fa", "# درخت", {1: "۱ درخت", 5: "۵ درخت"}),
        ("zh", "# 棵树", {1: "1 棵树", 5: "5 棵树"}),
        (
            "ru",
            "# день|# дня|# дней",
            {
                1: "1 день",
                21: "21 день",
                101: "101 день",
                2: "2 дня",
                4: "4 дня",
                33: "33 дня",
                0: "0 дней",
                5: "5 дней",
                11: "11 дней",
                12: "12 дней",
                114: "114 дней",
            },
        ),
        (
            "ar",
            "لا يوم|يوم واحد|يومان|# أيام|# يوماً|# يوم",
            {
                0: "لا يوم",
                1: "يوم واحد",
                2: "يومان",
                3: "٣ أيام",
                10: "١٠ أيام",
                11: "١١ يوماً",
                99: "٩٩ يوماً",
                100: "١٠٠ يوم",
                102: "١٠٢ يوم",
                103: "١٠٣ أيام",
            },
        ),
    ],
)
def test_what_is_counted_stands_in_its_form(
    language: str, forms: str, spoken: dict[int, str]
) -> None:
    texts = Texts({language: {"k": f"{{n:{forms}}}"}})
    assert {n: texts.say("k", language, n=n) for n in spoken} == spoken


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_sentence_can_be_said_with_every_number(language: str) -> None:
    """Sentences whose values are counted have all of their language's forms."""
    for key, sentence in LANGUAGES[language].items():
        for n in (0, 1, 2, 5, 11, 100):
            values = dict.fromkeys(placeholders(sentence), n)
            assert "#" not in SAY(key, language, **values)


def test_an_id_to_be_copied_keeps_its_digits_in_every_language() -> None:
    assert all("987654321" in SAY("refused", code, id="987654321") for code in LANGUAGES)


def test_values_are_never_read_as_sentences() -> None:
    assert SAY("start", "en", name="{id} %s").startswith("Hello, {id} %s!")


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        SAY("refused", "en")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_memory_page_shows_what_is_held(language: str) -> None:
    text = notice_text(Reply(notice=Notice.MEMORY_PAGE, values=OVERVIEW, language=language))
    assert "ORD-۱۲۳<b>" in text
    assert "They spoke of a trip to Shiraz." in text
    assert number(1234, language) in text
    assert "▰▰▰▰▱▱▱▱▱▱" in text
    assert SAY("recipe_full", language) in text
    assert SAY("memory_superseded", language) in text
    assert SAY("memory_more_facts", language, more=3) in text


def test_facts_stand_as_written_in_code_and_apart_in_right_to_left_text() -> None:
    page = notice_rendered(Reply(notice=Notice.MEMORY_PAGE, values=OVERVIEW, language="fa"))
    shown = [page.text[span.start : span.end] for span in page.spans if span.kind == "code"]
    assert shown == ["ORD-۱۲۳<b>", "15 USD"]
    assert "\u2068ORD-۱۲۳<b>\u2069" in page.text
    english = notice_text(Reply(notice=Notice.MEMORY_PAGE, values=OVERVIEW, language="en"))
    assert "\u2068" not in english


def test_an_empty_memory_says_so_nicely() -> None:
    for values in ({}, {"exchanges": 0, "facts": []}):
        page = Reply(notice=Notice.MEMORY_PAGE, values=values, language="en")
        assert notice_text(page) == SAY("memory_empty", "en")


def test_a_memory_page_with_less_than_everything_is_still_a_page() -> None:
    page = Reply(notice=Notice.MEMORY_PAGE, values={"exchanges": 1, "facts": [{}]})
    assert SAY("memory_counts", "en", exchanges=1) in notice_text(page)


def test_modes_are_listed_in_words() -> None:
    values = {"current": "full", "recipes": ["window", "mine"]}
    text = notice_text(Reply(notice=Notice.MODE_LIST, values=values, language="en"))
    picture = SAY("picture_window", "en")
    assert f"• window – {SAY('recipe_window', 'en')}\n    {picture}\n• mine" in text
    text = notice_text(Reply(notice=Notice.MODE_SET, values={"recipe": "knn"}, language="zh"))
    assert SAY("recipe_knn", "zh") in text
    values = {"recipe": "x", "recipes": ["window"]}
    text = notice_text(Reply(notice=Notice.MODE_UNKNOWN, values=values, language="fa"))
    assert "«\u2068x\u2069»" in text


@pytest.mark.parametrize(
    ("part", "whole", "cells"), [(0, 10, 0), (999, 1000, 9), (1000, 1000, 10), (5000, 1000, 10)]
)
def test_the_bar_is_full_only_when_the_whole_is_reached(part: int, whole: int, cells: int) -> None:
    assert bar(part, whole).count("▰") == cells


@pytest.mark.skipif(not judge.available(), reason=judge.MISSING)
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_telegram_keeps_the_isolating_characters(language: str) -> None:
    judge.execute(judge.execute_quietly)
    page = notice_text(Reply(notice=Notice.MEMORY_PAGE, values=OVERVIEW, language=language))
    verdict = judge.execute(
        {"@type": "getMarkdownText", "text": {"@type": "formattedText", "text": page}}
    )
    assert verdict["text"].count("\u2068") == page.count("\u2068")


def test_names_of_recipes_stand_apart_in_right_to_left_text() -> None:
    assert recipe_words("mine", "fa") == "\u2068mine\u2069"
    assert recipe_words("mine", "en") == "mine"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_conversations_are_listed_with_how_they_began(language: str) -> None:
    rows = [
        {"number": 12, "title": "Trip to شیراز", "exchanges": 2, "day": "2026-11-29"},
        {"number": 3, "title": "{id}", "exchanges": 1, "day": "2026-11-01"},
    ]
    values = {"current": 3, "chats": rows}
    text = notice_text(Reply(notice=Notice.CHATS_LIST, values=values, language=language))
    lines = [line for line in text.splitlines() if digits("2026", language) in line]
    assert "Trip to شیراز" in lines[0]
    assert "{id}" in lines[1]
    marked = [SAY("chats_current", language) in line for line in lines]
    assert marked == [False, True]
    nothing = Reply(notice=Notice.CHATS_LIST, values={"chats": []}, language=language)
    assert notice_text(nothing) == SAY("chats_none", language)


def test_languages_and_models_are_listed_by_their_names() -> None:
    values = {"current": "", "languages": ["en", "fa"]}
    text = notice_text(Reply(notice=Notice.LANG_LIST, values=values, language="en"))
    assert SAY("lang_own", "en") in text
    assert "• fa – فارسی" in text
    values = {"current": "m-1", "models": ["m-1", "m-2"]}
    text = notice_text(Reply(notice=Notice.MODEL_LIST, values=values, language="en"))
    assert "• m-1\n• m-2" in text
    assert text.endswith("/model m-1")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_memory_page_shows_what_the_last_answer_was_given_from(language: str) -> None:
    line = {"exchange": 4, "day": "2026-11-02", "text": "the code is A-1"}
    values = {**OVERVIEW, "recent": 3, "recalled": [line]}
    text = notice_text(Reply(notice=Notice.MEMORY_PAGE, values=values, language=language))
    assert SAY("memory_recent", language, recent=3) in text
    assert "the code is A-1" in text
    without = notice_text(Reply(notice=Notice.MEMORY_PAGE, values=OVERVIEW, language=language))
    assert SAY("memory_recalled", language) not in without
