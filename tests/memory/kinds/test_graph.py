"""graph: what surrounds the names in a question."""

from __future__ import annotations

import subprocess
import sys

import pytest

from memory.conversation import Exchange
from memory.kind import MemoryOptions, Recollection, state_from
from memory.kinds.graph import Graph
from memory.kinds.window import Window
from tests.memory.chats import numbers, question, room, talk

CHATTER = [f"It was a day like many others, number {n} of the week." for n in range(1, 31)]


def recalled(exchanges: tuple[Exchange, ...], asked: str, **options: int) -> Recollection:
    kind = Graph(options.get("k", 5), options.get("depth", 2))
    return kind.recall(exchanges, state_from(kind, exchanges), question(asked), room())


def test_graph_beats_window_when_the_answer_is_said_of_somebody_s_neighbour() -> None:
    """Nobody says where Sara's colleague works: that takes two steps over Omid."""
    exchanges = talk(
        "I met Sara at the fair, she works with Omid Karimi.",
        "Omid Karimi has his desk in Building Seven.",
        *CHATTER,
    )
    asked = "Where would I find the colleague of Sara?"

    found = numbers(recalled(exchanges, asked))
    latest = numbers(Window(5).recall(exchanges, {}, question(asked), room()))

    assert found == [1, 2]
    assert {1, 2}.isdisjoint(latest)


@pytest.mark.parametrize(
    ("one", "other", "asked"),
    [
        ("مشهد Airport is closed.", "تهران Airport is open.", "When does مشهد Airport open?"),
        ("我去了上海大学。", "我去了北京大学。", "上海大学怎么样？"),
        ("پرواز از فرودگاه مشهد بود", "پرواز از فرودگاه تهران بود", "فرودگاه مشهد کجاست؟"),
        ("I like the Savoy Hotel.", "I like the Ritz Hotel.", "Is the Savoy Hotel far?"),
        ("My boss is Maria Santos.", "My aunt is Maria Lopez.", "Who is Maria Santos?"),
    ],
)
def test_names_that_share_a_word_are_never_one(one: str, other: str, asked: str) -> None:
    exchanges = talk(one, other, "nothing else")
    assert numbers(recalled(exchanges, asked)) == [1]


def test_a_name_is_one_in_any_letters() -> None:
    exchanges = talk(
        "I stayed at the Gonville Hotel.", "gonville hotel was loud", "fine", "«كتاب» 🙂"
    )
    assert numbers(recalled(exchanges, "GONVILLE HOTEL")) == [2, 1]


def test_exchanges_further_than_the_depth_are_left_out() -> None:
    exchanges = talk(
        "Ada knows Bruno.", "Bruno knows Carla.", "Carla knows Dmitri.", "Dmitri knows Elif."
    )
    assert numbers(recalled(exchanges, "Who is Ada?", depth=0)) == [1]
    assert sorted(numbers(recalled(exchanges, "Who is Ada?", depth=1))) == [1, 2]
    assert sorted(numbers(recalled(exchanges, "Who is Ada?", depth=2))) == [1, 2, 3]


def test_nearer_comes_first_and_of_equals_the_newest() -> None:
    exchanges = talk("Ada met Bruno.", "Bruno met Carla.", "Ada sang.", "Ada danced.")
    shown = recalled(exchanges, "What about Ada?")
    assert numbers(shown) == [1, 4, 3, 2]
    assert [pick.why for pick in shown.picks] == ["named", "named", "named", "beside it"]


def test_a_question_without_a_known_name_is_answered_with_the_newest() -> None:
    exchanges = talk("I met Sara.", "fine", "well")
    for asked in ("how are you?", "Where is Zanzibar?", "", "😀"):
        assert numbers(recalled(exchanges, asked, k=2)) == [3, 2]
    assert numbers(recalled(exchanges, "Sara", k=0)) == []


def test_a_stored_state_is_continued_and_only_what_is_offered_is_recalled() -> None:
    kind = Graph(5)
    exchanges = talk("Ada met Bruno.", "Bruno met Carla.", "Ada sang.", "Ada danced.")
    stored = state_from(kind, exchanges[:2])
    whole = state_from(kind, exchanges)
    asked = question("What about Ada?")

    assert kind.absorb_all(stored, exchanges) == whole
    assert kind.absorb(whole, exchanges[0]) == whole
    assert kind.recall(exchanges, stored, asked, room()) == kind.recall(
        exchanges, whole, asked, room()
    )
    assert numbers(kind.recall(exchanges[2:3], whole, asked, room())) == [3]


def test_only_this_kind_loads_networkx() -> None:
    code = (
        "import sys; import memory.recall, memory.recipes; from memory.kind import MemoryOptions;"
        "memory.recipes.build_recipe('full', MemoryOptions());"
        "assert 'networkx' not in sys.modules;"
        "memory.recipes.build_recipe('graph,window', MemoryOptions());"
        "assert 'networkx' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_its_numbers_can_be_given_by_name() -> None:
    assert Graph.from_params({"k": 2, "depth": 1}) == Graph(2, 1)
    assert Graph.from_params({}) == Graph.from_options(MemoryOptions())
