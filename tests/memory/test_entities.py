"""Names in texts of any script."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.entities.finding import entities_in
from memory.entities.known import KnownNames
from memory.entities.naming import entity_key


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I work with Sara Ahmadi in Kuala Lumpur.", ("sara ahmadi", "kuala lumpur")),
        ("Yes, the University of Oxford and the BBC agreed.", ("university of oxford", "bbc")),
        ("Meet Dr. van der Berg at St. John's School", ("van der berg", "st. john's school")),
        ("She bought an iPhone 15 and a Galaxy S24.", ("iphone 15", "galaxy s24")),
        ("i stayed at the gonville hotel", ("gonville hotel",)),
        ("my dog is called biscuit", ("biscuit",)),
        ("Она живёт в Санкт-Петербурге у Анны.", ("санкт-петербурге", "анны")),
        ("Ο Γιάννης μένει στην Αθήνα", ("γιαννησ", "αθηνα")),
        ("Read “The Left Hand of God” and «شازده کوچولو»", ("left hand of god", "شازده کوچولو")),
        ("#hafez_bot by @someone is fun", ("hafez bot", "someone")),
        ("اسم من سارا است و از تهران به مشهد می‌روم", ("سارا", "تهران", "مشهد")),
        ("با آقای کریمی در هتل پارسیان بودم", ("کریمی", "هتل پارسیان")),
        ("اسمي فاطمة من مدينة القاهرة", ("فاطمه", "مدینه القاهره")),
        ("我叫李明，在上海大学读书", ("李明", "上海大学")),
        ("推荐您去颐和园和北京天坛公园", ("颐和园", "北京天坛公园")),
        ("我喜欢哈利·波特和《三体》", ("哈利·波特", "三体")),
        ("東京でトヨタの田中さんに会った", ("トヨタ", "田中")),
    ],
)  # fmt: skip
def test_names_of_every_script_are_found(text: str, names: tuple[str, ...]) -> None:
    assert set(names) <= set(entities_in(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "😀👍",
        "Yes please, that would be great. Thank you!",
        "Is there a Hotel? The Hotel?",
        "See you on Monday, I hope.",
        "THIS IS REALLY VERY LOUD TALK",
        "سلام، خوبی؟ ممنون",
        "好的，谢谢。",
        "这是什么？",
        "1234 56.7 8:30",
        "He said \"I am tired, and I go home.\"",
    ],
)  # fmt: skip
def test_talk_without_names_has_none(text: str) -> None:
    assert entities_in(text) == ()


def test_one_name_has_one_key_in_any_writing() -> None:
    assert entity_key("The  Kings Arms") == entity_key("kings arms") == "kings arms"
    assert entity_key("Sara’s") == entity_key("SARA") == "sara"
    assert entity_key("علي") == entity_key("علی")
    assert entity_key("می\u200cنا") == entity_key("می نا")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("مشهد Airport", "تهران Airport"),
        ("上海大学", "北京大学"),
        ("上海 University", "北京 University"),
        ("Maria Santos", "Maria Lopez"),
        ("iPhone 14", "iPhone 15"),
    ],
)
def test_names_that_share_a_word_have_keys_of_their_own(one: str, other: str) -> None:
    assert entity_key(one) != entity_key(other)
    told = [entities_in(f"I saw {name} there.") for name in (one, other)]
    assert set(told[0]).isdisjoint(told[1])


def test_a_name_once_told_is_known_again_without_capitals_or_cues() -> None:
    known = KnownNames()
    assert known.told("We met Leila at the Savoy Hotel.") == ("leila", "savoy hotel")
    assert tuple(known.mentioned("did leila like the SAVOY HOTEL?")) == ("leila", "savoy hotel")
    assert known.told("leila's tea") == ("leila",)


def test_of_two_known_names_at_one_place_the_longer_is_meant() -> None:
    known = KnownNames(["york", "new york", "new york times"])
    assert tuple(known.mentioned("the new york times, new york, york")) == (
        "new york times",
        "new york",
        "york",
    )


def test_looking_for_names_is_linear_in_the_text() -> None:
    def seconds(text: str) -> float:
        start = time.perf_counter()
        entities_in(text)
        return time.perf_counter() - start

    for piece in ("Aa ", "a ", "از ", "«", "去", "(店)", "@a#b", "A&", "的北京大学"):
        short, long = seconds(piece * 200), seconds(piece * 2000)
        assert long < max(0.05, 40 * short), piece


WORDS = [
    "Sara",
    " of ",
    " the ",
    "از ",
    "هتل ",
    "去",
    "酒店",
    "(",
    "店)",
    "«",
    "»",
    "#",
    "@",
    "。",
    "·",
    "I'm ",
    ". ",
    "\u200c",
    "İ",
    "ß",
    "ﷺ",
    "😀",
]
PIECES = st.lists(st.one_of(st.text(max_size=6), st.sampled_from(WORDS)), max_size=12)


@settings(max_examples=300, deadline=None)
@given(pieces=PIECES)
def test_whatever_is_written_gives_keys_that_are_their_own(pieces: list[str]) -> None:
    text = "".join(pieces)
    for key in entities_in(text):
        assert key
        assert entity_key(key) == key
    known = KnownNames()
    known.told(text)
    assert set(known.mentioned(text)) <= set(entities_in(text))
