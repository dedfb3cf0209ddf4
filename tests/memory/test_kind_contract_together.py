"""Of every kind, in recipes and logs: whole pairs, each once, marked as recalled, read or not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation import ConversationId, Exchange, pair
from memory.kind import MemoryOptions, Recollection, state_from
from memory.kinds import kind_names
from memory.log import Log, Unread, log_of
from memory.recall import Recall, recall
from memory.recipes import build_recipe
from memory.store import ChatMemory
from tests.memory.chats import question, room
from tests.memory.contract import EVERY_KIND, built, recalled
from workers.prompt import Part, build_prompt

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
TOPICS = (
    ("Sara lives in Shiraz, her order is AB-{n}.", "Noted, Sara in Shiraz."),
    ("Let us cook rice with {n} eggs tonight.", "A fine dinner."),
    ("من در تهران زندگی می‌کنم و شمارهٔ من {n} است", "یادداشت شد"),
    ("我在上海大学读书，学号是{n}。", "好的"),
)
ASKED = "Where does Sara live, and which order is hers?"


def talked(length: int) -> tuple[Exchange, ...]:
    """One exchange a day, of four topics in turn."""
    return tuple(
        pair(
            n,
            TOPICS[n % 4][0].format(n=n * 37),
            TOPICS[n % 4][1],
            at=START + timedelta(days=n),
        )
        for n in range(1, length + 1)
    )


def shown_by(kinds: str, exchanges: tuple[Exchange, ...], tokens: int) -> Recall:
    memory = ChatMemory(ConversationId("1"), exchanges, len(exchanges))
    recipe = build_recipe(kinds, MemoryOptions(window_pairs=2))
    return recall(memory, recipe, question(ASKED), room(tokens))


@pytest.mark.parametrize("name", [name for name in kind_names() if name != "window"])
@pytest.mark.parametrize("tokens", [90, 300, 700])
def test_no_pair_is_split_and_the_first_kept_message_is_the_users(name: str, tokens: int) -> None:
    exchanges = talked(24)
    shown = shown_by(f"{name},window", exchanges, tokens)
    prompt = build_prompt("policy", shown, question(ASKED), zone=ZoneInfo("UTC"))

    kept = [m.role for m in prompt if m.part in (Part.RECENT, Part.RECALLED, Part.QUESTION)]
    assert kept[0] == kept[-1] == "user"
    recent = [m for m in prompt if m.part is Part.RECENT]
    assert [m.role for m in recent] == ["user", "assistant"] * len(shown.recent)
    for each in (*shown.recent, *(pick.exchange for pick in shown.recalled)):
        assert each in exchanges


@settings(max_examples=12, deadline=None)
@given(
    kinds=st.permutations(kind_names()).flatmap(
        lambda names: st.integers(2, len(names)).map(lambda most: names[:most])
    ),
    tokens=st.integers(0, 1500),
)
def test_an_exchange_is_shown_once_however_many_kinds_recall_it(
    kinds: list[str], tokens: int
) -> None:
    shown = shown_by(",".join(kinds), talked(20), tokens)
    numbers = [each.number for each in shown.recent]
    numbers += [pick.exchange.number for pick in shown.recalled]
    assert len(numbers) == len(set(numbers))
    assert shown.tokens <= tokens


@EVERY_KIND
def test_what_is_recalled_is_marked_so_with_its_date(name: str) -> None:
    exchanges = talked(24)
    shown = shown_by(name, exchanges, 400)
    prompt = build_prompt("policy", shown, question(ASKED), zone=ZoneInfo("UTC"))
    marked = "".join(m.text for m in prompt if m.part is Part.RECALLED)
    if built(name).place == "recalled":
        assert shown.recalled
        assert "recalled" in marked.casefold()
    for pick in shown.recalled:
        assert f"{pick.exchange.asked_at:%Y-%m-%d}" in marked
        assert pick.exchange.user in marked


@EVERY_KIND
@pytest.mark.parametrize("asked", [ASKED, "", "سارا کجا زندگی می‌کند؟", "学号是多少？"])
def test_a_log_whose_bodies_are_unread_recalls_the_same(name: str, asked: str) -> None:
    kind, exchanges = built(name), talked(24)
    warm = recalled(kind, exchanges, asked)
    cold = log_of(exchanges).without_bodies()
    assert _read_as_asked(name, cold, exchanges, asked) == warm


def _read_as_asked(
    name: str, log: Log, exchanges: tuple[Exchange, ...], asked: str
) -> Recollection:
    """As a worker does: read what was touched, and do the same again."""
    kind = built(name)
    for _ in range(len(exchanges) + 1):
        try:
            return kind.recall(log, state_from(kind, log), question(asked), room())
        except Unread as unread:
            log.read(each for each in exchanges if each.number in unread.numbers)
    raise AssertionError("it asks for bodies without end")
