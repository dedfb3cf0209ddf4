"""The chain bench: its judge finds what is wrong, and the product leaves it nothing to find."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from memory.conversation import Message
from memory.facts.lines import Entry
from tests.bench.__main__ import main
from tests.bench.chain.compacting import Compaction
from tests.bench.chain.dialogues import Dialogue, Gold
from tests.bench.chain.judging import judged, mutations, occurs, stale

TALKS: dict[str, Sequence[tuple[str, str, dict[str, Any]]]] = {
    "en": (
        ("user", "The deposit is $450, we come at 14:20.", {"deposit": "$450", "time": "14:20"}),
        ("assistant", "Noted, your confirmation is KX7-90Q.", {"confirmation": "KX7-90Q"}),
        ("user", "Make the deposit $500, not $450.", {"deposit": "$500"}),
        ("assistant", "Very well, is there anything else?", {}),
        ("user", "We now come at 16:45 instead.", {"time": "16:45"}),
        ("assistant", "The system says the price is 88.20 EUR.", {"price?": "88.20 EUR"}),
        ("user", "My receipt shows a price of 98.20 EUR.", {"price?": "98.20 EUR"}),
        ("assistant", "I will ask about it and come back to you.", {}),
    ),
    "fa": (
        ("user", "بیعانه ۴۵۰ هزار تومان است و ساعت ۱۴:۲۰ می‌رسیم.", {"بیعانه": "۴۵۰ هزار تومان"}),
        ("assistant", "کد تأیید شما KX7-90Q است.", {"کد تأیید": "KX7-90Q"}),
        ("user", "بیعانه را ۵۰۰ هزار تومان کن، نه ۴۵۰.", {"بیعانه": "۵۰۰ هزار تومان"}),
        ("assistant", "باشد، کار دیگری هست؟", {}),
        ("user", "شماره کارت من 6037-9911-2233-4455 است.", {"کارت": "6037-9911-2233-4455"}),
        ("assistant", "ثبت شد و پیگیری می‌کنم.", {}),
    ),
    "zh": (
        ("user", "押金是450元，我们14:20到。", {"押金": "450元"}),
        ("assistant", "好的，确认号是KX7-90Q。", {"确认号": "KX7-90Q"}),
        ("user", "押金改成500元，不是450元。", {"押金": "500元"}),
        ("assistant", "明白了，还有别的吗？", {}),
        ("user", "我的会员卡号是VIP-20931。", {"会员卡号": "VIP-20931"}),
        ("assistant", "已经记下来了，请放心。", {}),
    ),
}  # fmt: skip


def stored(name: str) -> dict[str, Any]:
    """A dialogue as the bench's files have it."""
    talk, gold = TALKS[name], list[dict[str, Any]]()
    for turn, (_, text, values) in enumerate(talk):
        for named, value in values.items():
            key, conflict = named.rstrip("?"), "price" if named.endswith("?") else ""
            for before in gold:
                if (
                    before["key"] == key
                    and not conflict
                    and before.get("current_until_turn") is None
                ):
                    before["current_until_turn"] = turn
            start = text.index(value)
            gold.append(
                {"key": key, "value": value, "kind": "price", "turn": turn, "start": start}
                | {"end": start + len(value)}
                | ({"conflict": conflict} if conflict else {})
            )
    turns = [{"role": role, "text": text} for role, text, _ in talk]
    return {"id": name, "lang": name, "turns": turns, "gold": gold}


def test_nothing_is_lost_or_bent_whoever_summarises(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "talks.jsonl"
    lines = (json.dumps(stored(name), ensure_ascii=False) for name in TALKS)
    file.write_text("\n".join(lines), encoding="utf-8")

    assert main(["chain", str(file), "--json"]) == 0

    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"behaving", "hostile"}
    for found in figures.values():
        assert set(found["retention"].values()) == {1.0}
        assert (found["mutations"], found["fragments"], found["stale"]) == (0, 0, 0)
        assert (found["conflicts_shown"], found["duplicates"], found["idempotent"]) == (
            1.0,
            0,
            True,
        )
        assert found["binding"] >= 0.95


def test_a_file_that_is_none_is_named_and_nothing_is_measured(tmp_path: Path) -> None:
    assert main(["chain", str(tmp_path / "nothing.jsonl")]) == 2


GOLD = (
    Gold("budget", "$600", "price", 0, 13, 17, 1, "", again=False, before="is"),
    Gold("budget", "$775", "price", 1, 16, 20, None, "", again=False, before="budget"),
)
SAID = Dialogue(
    "x",
    (Message("user", "My budget is $600."), Message("user", "Make the budget $775.")),
    GOLD,
    (1,),
)


def compaction(shown: str, *, idempotent: bool = True) -> Compaction:
    return Compaction(1, shown, "", (Entry("holds", shown, ()),), (), idempotent)


def test_the_judge_sees_what_is_lost_bent_out_of_date_and_unbound() -> None:
    assert mutations(SAID, compaction("The budget is $757.")) == ["$757"]
    assert stale(SAID, compaction("- My budget is $600")) == ["$600"]
    assert stale(SAID, compaction("- no longer: My budget is $600")) == []
    lost = judged([(SAID, [compaction("A talk about money.", idempotent=False)])])
    assert lost["retention"] == {"0": 0.0}
    assert (lost["binding"], lost["idempotent"]) == (0.0, False)
    unbound = judged([(SAID, [compaction("$775")])])
    assert (unbound["retention"], unbound["binding"]) == ({"0": 1.0}, 0.0)


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        ("10", "room 10.", True),
        ("10", "100", False),
        ("10", "10:30", False),
        ("10", "v2.10", False),
        ("10", "10,000", False),
        ("AB-1", "AB-12", False),
        ("۱۰", "ساعت ۱۰ است", True),
        ("10", "۱۰", False),
        ("42", "\u206642\u2069", True),
    ],
)
def test_a_value_is_found_only_as_itself(value: str, text: str, found: bool) -> None:
    assert occurs(value, text) is found
