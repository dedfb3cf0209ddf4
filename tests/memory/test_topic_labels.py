"""Topics that people name themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory.conversation import pair
from memory.topic_labels import first_hashtag, named_in, own_label


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("#Trip and #work", "trip"),
        ("tickets (#trip_2026)", "trip_2026"),
        ("بلیت #سفر‌ها", "سفر ها"),
        ("#كتاب", "کتاب"),
        ("票 #旅行 好", "旅行"),
        ("room #12", ""),
        ("C# and a#b", ""),
        ("https://example.org/#part", ""),
        ("# title", ""),
        ("", ""),
    ],
)
def test_the_first_hashtag_is_a_label_as_telegram_reads_one(text: str, tag: str) -> None:
    assert first_hashtag(text) == tag


def test_a_label_that_was_given_wins_over_a_hashtag() -> None:
    tagged = pair(1, "book it #trip", "#ok")
    assert own_label(tagged) == "trip"
    assert own_label(replace(tagged, more={"topic": "holiday"})) == "holiday"
    assert own_label(replace(tagged, more={"topic": 7})) == "trip"
    assert own_label(pair(1, "book it", "#ok")) == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("what is left of the Trip?", "trip"),
        ("#work please", "work"),
        ("tripwire", ""),
        ("work trip home", "work trip"),
        ("旅行还有什么", "旅行"),
        ("در سفر چه شد", "سفر"),
        ("", ""),
    ],
)
def test_a_question_may_name_its_topic(text: str, name: str) -> None:
    assert named_in(text, ("trip", "work", "work trip", "旅行", "سفر", "")) == name
