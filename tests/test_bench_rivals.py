"""The rivals' bench: what it counts, and our own column of it."""

from __future__ import annotations

import pytest

from tests.bench.peers.talks import TURNS, Script, talk, values
from tests.bench.rivals import THRESHOLD_TOKENS, lost
from tests.bench.rivals.ours import remembered


@pytest.mark.parametrize("failure", ["", "raises", "refusal"])
async def test_whatever_its_summarizer_does_hafez_still_shows_every_value(failure: str) -> None:
    left = await remembered("fa", failure, threshold=THRESHOLD_TOKENS, keep=4)
    assert left["values"] == TURNS
    assert lost("fa", left) == 0
    assert 0 < left["calls"] < TURNS / 4


def test_a_message_is_lost_when_neither_it_nor_its_value_is_left() -> None:
    said = [question for question, _ in talk("en")]
    assert lost("en", {"kept": said}) == 0
    assert lost("en", {"kept": said[10:]}) == 10
    assert lost("en", {"kept": [*said[10:], values()[0]]}) == 9


def test_the_script_goes_on_with_the_summary_and_fails_as_told() -> None:
    script = Script()
    assert script.answer("prompt", "They met.", ["I like tea."]) == "They met.\nI like tea."
    assert (script.calls, script.tokens > 0) == (1, True)
    assert Script("empty").answer("p", "", ["x"]) == ""
    with pytest.raises(RuntimeError):
        Script("raises").answer("p", "", [])
