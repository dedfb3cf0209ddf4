"""What users say of themselves, in three languages."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.profile.fields import FIELDS
from memory.profile.language import Language
from memory.profile.languages.chinese import CHINESE
from memory.profile.languages.english import ENGLISH
from memory.profile.languages.persian import PERSIAN
from memory.profile.reading import said_in


def read(text: str) -> list[tuple[str, ...]]:
    """Field, key where there is one, value."""
    return [tuple(part for part in (s.field, s.key, s.value) if part) for s in said_in(text)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hi, I'm Sara. I live in Berlin now.", [("name", "Sara"), ("home", "Berlin")]),
        ("my name is sara", [("name", "sara")]),
        ("I moved to Shiraz last year.", [("home", "Shiraz")]),
        ("I work as a nurse, I’m 34 years old", [("work", "nurse"), ("age", "34")]),
        ("I'm a software engineer.", [("work", "software engineer")]),
        ("I am allergic to peanuts, milk and eggs.",
         [("allergies", "peanuts"), ("allergies", "milk"), ("allergies", "eggs")]),
        ("My wife is called Leila and my dog Rex is old.",
         [("family", "wife", "Leila"), ("pets", "dog", "Rex")]),
        ("It is my daughter Sara's birthday.", [("family", "daughter", "Sara")]),
        ("I love jazz, but I hate coriander.", [("likes", "jazz"), ("dislikes", "coriander")]),
        ("My favourite colour is blue.", [("likes", "colour", "blue")]),
        ("My birthday is on 4 May 1990.", [("birthday", "4 May 1990")]),
        ("My time zone is Asia/Tehran.", [("timezone", "Asia/Tehran")]),
        ("I speak German and French.", [("language", "German"), ("language", "French")]),
        ("اسم من مریم کریمی است.", [("name", "مریم کریمی")]),
        ("اسمم ساراست", [("name", "سارا")]),
        ("من در شیراز زندگی می‌کنم", [("home", "شیراز")]),
        ("من در شیراز زندگی ميكنم", [("home", "شیراز")]),
        ("به بادام زمینی و ماهی حساسیت دارم",
         [("allergies", "بادام زمینی"), ("allergies", "ماهی")]),
        ("موسیقی سنتی را خیلی دوست دارم", [("likes", "موسیقی سنتی")]),
        ("از قارچ بدم میاد", [("dislikes", "قارچ")]),
        ("اسم گربه‌ام پیشی است.", [("pets", "گربه", "پیشی")]),
        ("همسرم علی است.", [("family", "همسر", "علی")]),
        ("تولدم ۱۲ مرداد است.", [("birthday", "۱۲ مرداد")]),
        ("در شرکت نفت کار می‌کنم", [("work", "شرکت نفت")]),
        ("我叫李明，我住在上海。", [("name", "李明"), ("home", "上海")]),
        ("我是一名医生，我对花生过敏。", [("work", "医生"), ("allergies", "花生")]),
        ("我很喜欢爬山，我不喜欢香菜。", [("likes", "爬山"), ("dislikes", "香菜")]),
        ("我的狗叫旺财。我老婆叫王芳。", [("pets", "狗", "旺财"), ("family", "老婆", "王芳")]),
        ("我的生日是5月4日。我今年三十岁。", [("birthday", "5月4日"), ("age", "三十")]),
        ("我是北京人，我的母语是中文。", [("origin", "北京"), ("language", "中文")]),
    ],
)  # fmt: skip
def test_what_is_said_outright_is_read_as_it_was_written(
    text: str, said: list[tuple[str, ...]]
) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "",
        "😀",
        "Do you know what I am allergic to?",
        "Am I allergic to nuts?",
        'He said "I live in Rome".',
        "```\nmy name is root\n```",
        "> I live in Paris",
        "I used to live in Oslo.",
        "I'd like to order a pizza.",
        "I love you. I like it.",
        "My wife is tired. My dog is old. Hi, I'm tired.",
        "I'm a bit tired.",
        "I moved to dark mode.",
        "من خسته هستم",
        "سلام من خسته هستم",
        "اسم من چیست؟",
        "我喜欢你",
        "我住在哪里？",
        "你知道我叫什么吗",
    ],
)
def test_what_is_nobodys_word_about_himself_is_not_read(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("I don't live in Berlin anymore.", "home", "Berlin"),
        ("I no longer work at Siemens.", "work", "Siemens"),
        ("I'm no longer allergic to milk.", "allergies", "milk"),
        ("دیگر در تهران زندگی نمی‌کنم", "home", "تهران"),
        ("我已经不在华为工作了", "work", "华为"),
    ],
)
def test_what_no_longer_holds_is_known_as_such(text: str, field: str, value: str) -> None:
    assert [(s.field, s.value, s.ended) for s in said_in(text)] == [(field, value, True)]


@pytest.mark.parametrize("language", [ENGLISH, PERSIAN, CHINESE], ids=lambda each: each.name)
def test_every_language_can_say_every_field(language: Language) -> None:
    assert {rule.field for rule in language.read()} == set(FIELDS)


def test_reading_is_quick_whatever_is_written() -> None:
    for piece in ("i ", "my ", "I like ", "من ", "و ", "我", "我喜欢", "aaaa", '"', "my dog is "):
        start = time.perf_counter()
        list(said_in(piece * 4000))
        assert time.perf_counter() - start < 2.0, piece


WORDS = [
    "I am allergic to ",
    "my name is ",
    "من در ",
    " زندگی می\u200cکنم",
    "我叫",
    "我喜欢",
    " and ",
    "و",
    ". ",
    "\n",
    '"',
    "İ",
    "ﬁ",
    "\u200c",
    "’s",
    "ي",
]
PIECES = st.lists(st.one_of(st.text(max_size=6), st.sampled_from(WORDS)), max_size=12)


@settings(max_examples=300, deadline=None)
@given(pieces=PIECES)
def test_a_value_stands_in_the_text_as_it_was_written(pieces: list[str]) -> None:
    text = "".join(pieces)
    for said in said_in(text):
        assert said.field in FIELDS
        assert said.value
        assert said.value in text
