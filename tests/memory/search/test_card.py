"""What is kept of an exchange for the search."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from memory.conversation import Exchange, Message, pair
from memory.search.card import HEAD_CHARACTERS, Said, card_of, read_card
from memory.search.dates import Day

AT = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
TEXTS = st.text(max_size=60) | st.text(alphabet="my من我的 ab*1۲年5月-.\n«»\ud800", max_size=60)


def test_a_card_tells_time_days_names_and_words() -> None:
    said = pair(
        7, "My cat Miso was born on 2 May, I saw it yesterday", "How lovely is Miso!", at=AT
    )
    card = read_card(card_of(said))

    assert card.at == int(AT.timestamp())
    assert (card.when, card.names, card.days) == (True, 3, (Day(0, 5, 2),))
    assert card.mine == ("cat", "miso")
    assert dict(card.user.words)["cat"] == 1
    assert card.user.length == 12
    assert card.head == Said({"lov": 1, "miso": 1}, 4)
    assert card.tail == Said({}, 0)


def test_a_word_said_twice_is_kept_once_with_its_count() -> None:
    card = card_of(pair(1, "tea, green tea, TEA", ""))
    assert "tea*3" in card
    assert read_card(card).user.words == {"green": 1, "tea": 3}


def test_the_label_of_an_evaluation_file_is_kept() -> None:
    labelled = replace(pair(1, "a", "b"), more={"session": "day 1\n"})
    assert read_card(card_of(labelled)).session == "day 1"
    assert read_card(card_of(pair(1, "a", "b"))).session == ""


def test_the_rest_of_a_long_reply_is_kept_apart() -> None:
    card = read_card(card_of(pair(1, "why", "bread " * 200 + "cheese")))
    assert set(card.head.words) == {"bread"}
    assert set(card.tail.words) == {"bread", "chees"}
    assert card.head.length + card.tail.length == 201
    assert card.head.length <= HEAD_CHARACTERS / len("bread ") + 1


def test_a_card_is_much_shorter_than_what_was_said() -> None:
    said = pair(1, "Could you tell me what I should do about the leak under the kitchen sink?",
                "You should turn the water off first. Then look at the joints of the pipe under "
                "the sink, and put a bucket under the pipe before you open it.", at=AT)  # fmt: skip
    assert len(card_of(said)) < 0.6 * (len(said.user) + len(said.assistant))


@given(
    st.lists(st.tuples(st.sampled_from(["user", "assistant", "tool"]), TEXTS), max_size=4), TEXTS
)
def test_every_exchange_has_a_card_that_json_and_utf_8_can_hold(
    messages: list[tuple[str, str]], label: str
) -> None:
    parts = tuple(Message(role, text) for role, text in messages)  # type: ignore[arg-type]
    said = Exchange(1, parts, AT, AT, more={"session": label})
    card = card_of(said)

    assert json.loads(json.dumps(card)) == card == card_of(said)
    assert card.encode().decode() == card
    assert card.count("\n") == 4
    assert read_card(card).at == int(AT.timestamp())
