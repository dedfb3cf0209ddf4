"""The chaos bench: its judge on journals made by hand, and a short storm of it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import ClassVar

import pytest

from tests.bench.__main__ import main
from tests.bench.chaos.crew import Crew, DidNotEnd, Place
from tests.bench.chaos.evidence import (
    Began,
    Begun,
    Dead,
    Delivered,
    Ended,
    Evidence,
    Journal,
    Kept,
    Leased,
    Left,
    Marked,
    Opened,
    Out,
    Put,
    Record,
    Removed,
    ServerDown,
    StopAsked,
    Stored,
    notice_of,
    read_journals,
    reply_in,
)
from tests.bench.chaos.grounds import OneServer
from tests.bench.chaos.judge import Verdict, judge
from tests.bench.chaos.plan import Plan, Trouble, troubles
from tests.bench.chaos.producer import update_id
from tests.bench.chaos.pulse import (
    Beat,
    beat_of,
    is_standstill,
    last_beat,
    leaving,
    stood_still_between,
)
from tests.bench.chaos.storm import Storm
from tests.bench.chaos.watched import Watch, WatchedLanes, WatchedWork
from tests.workers.test_batching import Watched
from workers.jobs import Turn
from workers.known_memories import KnownMemories
from workers.leases import Held
from workers.link import OutcomeUnknown
from workers.redis_link import RedisLink

LEASE_S = 2.0
FOREVER = 1e12
EVENTFUL = "327"
"""A seed whose first seconds hold a freeze, a kill, a server's death and more."""


def answered(
    *ids: int,
    number: int,
    at: float,
    worker: str = "a",
    chat: str = "7",
    fence: int | None = None,
    reply: str = "",
) -> list[Record]:
    """One turn from put to release, within a second; each part of it at a tenth of its own."""
    fence, reply = fence or number, reply or f"r{number}"
    who = (worker, chat, fence)
    return [
        *(Put(chat, id_, at - 0.2, at - 0.1) for id_ in ids),
        Leased(*who, at),
        Opened(*who, at + 0.1, ids),
        Began(*who, "model", reply, at + 0.2),
        Ended(*who, "model", at + 0.3),
        Stored(chat, number, ids, fence, reply, (f"{reply} words",)),
        Began(*who, "send", reply, at + 0.4),
        Delivered(chat, reply, f"{reply} words", lost=False),
        Ended(*who, "send", at + 0.5),
        Marked(*who, at + 0.6),
        Left(*who, at + 0.7),
    ]


def without(kind: type, records: Iterable[Record]) -> list[Record]:
    return [record for record in records if not isinstance(record, kind)]


def judged(*records: Record) -> Verdict:
    return judge(Evidence(records), LEASE_S)


GOOD = [*answered(1, number=1, at=10), *answered(2, 3, number=2, at=11)]


def test_turns_that_were_answered_in_order_break_nothing() -> None:
    verdict = judged(*GOOD)
    assert verdict.broken == ()
    assert verdict.counts == {
        "sent": 3,
        "answered": 3,
        "dropped": 0,
        "dead": 0,
        "lost": 0,
        "doubled": 0,
        "out_of_order": 0,
        "overlapping": 0,
        "sent_twice": 0,
        "lost_replies_injected": 0,
        "sent_twice_after_out": 0,
        "out_in_send": 0,
        "placeholders": 0,
        "left_half": 0,
        "overwritten": 0,
        "slowest_takeover_s": 0.0,
    }


@pytest.mark.parametrize("missing", [Stored, Delivered])
def test_a_turn_that_is_not_in_the_log_or_not_delivered_is_lost(missing: type) -> None:
    verdict = judged(*without(missing, answered(1, number=1, at=10)), *GOOD[11:])
    assert (verdict.counts["lost"], verdict.counts["answered"]) == (1, 2)
    assert "turn 1 of chat 7 is lost" in verdict.broken[0]


def test_a_reply_of_which_a_part_is_missing_is_lost() -> None:
    stored = Stored("7", 1, (1,), 1, "r1", ("r1 words", "r1 more words"))
    verdict = judged(*without(Stored, answered(1, number=1, at=10)), stored)
    assert verdict.counts["lost"] == 1


def test_only_a_stop_that_could_reach_it_excuses_a_turn() -> None:
    put = Put("7", 5, 10.0, 10.1)
    for stop, dropped in [
        (StopAsked("7", 6, 10.2, 10.3), 1),
        (StopAsked("7", 5, 10.2, 10.3), 0),
        (StopAsked("8", 6, 10.2, 10.3), 0),
        (StopAsked("7", 6, 9.0, 9.9), 0),
    ]:
        counts = judged(put, stop, Put("7", 5, 11.0, 11.1)).counts
        assert (counts["dropped"], counts["lost"]) == (dropped, 1 - dropped)


def test_a_dead_turn_is_lost_unless_its_user_was_told() -> None:
    put, dead = Put("7", 5, 10.0, 10.1), Dead("7", (5,), "model_refused")
    told = Delivered("7", notice_of(5), "Sorry.", lost=False)
    assert judged(put, dead, told).counts["dead"] == 1
    assert judged(put, dead).counts["lost"] == 1


def test_a_turn_in_two_exchanges_is_doubled() -> None:
    verdict = judged(*answered(1, number=1, at=10), *answered(1, number=2, at=11))
    assert verdict.counts["doubled"] == 1
    assert verdict.broken == ("turn 1 was finished 2 times",)


def test_a_turn_that_is_both_answered_and_dead_is_doubled() -> None:
    assert judged(*GOOD, Dead("7", (1,), "failed")).counts["doubled"] == 1


def test_words_that_are_not_the_stored_ones_are_doubled() -> None:
    verdict = judged(*GOOD, Delivered("7", "other", "other words", lost=False))
    assert verdict.counts["doubled"] == 1


def test_a_turn_answered_after_a_later_one_is_out_of_order() -> None:
    verdict = judged(
        Put("7", 1, 9.0, 9.1), *answered(2, number=1, at=10), *answered(1, number=2, at=11)
    )
    assert verdict.counts["out_of_order"] == 1
    assert verdict.broken == ("turn 1 of chat 7 came after 2",)


def test_a_turn_that_came_after_the_later_one_was_begun_is_in_order() -> None:
    late = answered(1, number=2, at=11)
    assert judged(*answered(2, number=1, at=10), *late).broken == ()


def test_a_reply_that_was_delivered_after_a_later_one_is_out_of_order() -> None:
    first = answered(1, number=1, at=10)
    verdict = judged(
        *without(Delivered, first),
        *answered(2, number=2, at=11),
        Delivered("7", "r1", "r1 words", lost=False),
    )
    assert verdict.counts["out_of_order"] == 1


def taken_over(ended: float) -> list[Record]:
    """Worker a asks the model from 10.2 on; b leases the chat at 12.5."""
    return [
        Leased("a", "7", 1, 10.0),
        Began("a", "7", 1, "model", "r0", 10.2),
        Ended("a", "7", 1, "model", ended),
        *answered(1, number=1, fence=2, at=12.5, worker="b"),
    ]


def test_a_model_call_into_another_lease_is_overlapping() -> None:
    verdict = judged(*taken_over(12.7))
    assert verdict.counts["overlapping"] == 1
    assert "a worked on chat 7 0.200 s into another's lease" in verdict.broken
    assert judged(*taken_over(12.4)).counts["overlapping"] == 0


@pytest.mark.parametrize("how", ["frozen", "stood still"])
def test_a_frozen_worker_does_no_work_but_when_it_goes_on_later_it_does(how: str) -> None:
    frozen = Out("a", how, 10.5, 14.0)
    assert judged(*taken_over(14.1), frozen).counts["overlapping"] == 0
    assert judged(*taken_over(15.0), frozen).counts["overlapping"] == 1


@pytest.mark.parametrize(
    ("what", "at", "overlapping"),
    [("model", 14.1, True), ("send", 14.6, True), ("send", 14.1, False)],
)
def test_what_a_worker_begins_after_it_woke_up_is_overlapping(
    what: str, at: float, *, overlapping: bool
) -> None:
    """But its first message may have been frozen after it asked whether the lease is its own."""
    woken: list[Record] = [Began("a", "7", 1, what, "r0", at), Ended("a", "7", 1, what, at + 0.01)]
    frozen = [Out("a", how, 10.5, 14.0) for how in ("frozen", "stood still")]
    records = [*taken_over(10.3), *frozen, *woken]
    assert bool(judged(*records).counts["overlapping"]) is overlapping
    assert judged(*records, Leased("a", "8", 5, at - 0.01)).counts["overlapping"]


def test_a_killed_worker_works_on_nothing() -> None:
    killed = Out("a", "killed", 10.5, FOREVER)
    records = without(Ended, taken_over(0.0))
    assert judged(*records, killed).counts["overlapping"] == 0
    assert judged(*records).counts["overlapping"] == 1


def test_what_was_killed_before_it_could_find_out_works_on_nothing() -> None:
    """It was woken after its lease and had no time of the machine before it was killed."""
    records = [
        *without(Ended, taken_over(0.0)),
        Out("a", "frozen", 10.5, 13.0),
        Out("a", "killed", 14.5, FOREVER),
    ]
    assert judged(*records, Out("a", "stood still", 13.0, 14.5)).counts["overlapping"] == 0
    assert judged(*records, Out("a", "stood still", 13.0, 13.8)).counts["overlapping"] == 1
    assert judged(*records).counts["overlapping"] == 1


def sent_again(lost: bool = False) -> list[Record]:
    """Worker a sends at 10.4 and marks nothing, b sends the same words again at 12.9."""
    first = answered(1, number=1, at=10)
    again = answered(1, number=1, fence=2, at=12.5, worker="b")
    return [
        *without(Marked, without(Left, without(Delivered, first))),
        Delivered("7", "r1", "r1 words", lost=lost),
        *without(Stored, without(Put, again)),
    ]


def broken_replies(*records: Record) -> int:
    return sum("nothing explains it" in line for line in judged(*records).broken)


def test_words_that_are_sent_twice_for_no_reason_break_a_promise() -> None:
    verdict = judged(*sent_again())
    assert verdict.counts["sent_twice"] == 1
    assert verdict.broken == (
        "chat 7 was sent r1 again 1 times, and nothing explains it",
        "1 messages were sent twice, 0 replies lost",
    )


@pytest.mark.parametrize(
    "reason",
    [
        Out("a", "killed", 10.45, FOREVER),
        Out("a", "frozen", 10.45, 14.0),
        Out("a", "cut off", 10.2, 13.0),
        Out("a", "stood still", 10.45, 10.9),
        ServerDown(10.5, 12.0),
    ],
)
def test_who_goes_out_between_a_send_and_its_mark_explains_one_repetition(reason: Record) -> None:
    counts = judged(*sent_again(), reason).counts
    assert judged(*sent_again(), reason).broken == ()
    assert (counts["sent_twice_after_out"], counts["out_in_send"]) == (1, 1)
    assert counts["sent_twice"] == 0
    third = Delivered("7", "r1", "r1 words", lost=False)
    assert broken_replies(*sent_again(), reason, third) == 1


@pytest.mark.parametrize(
    "other",
    [
        Out("a", "killed", 13.5, FOREVER),
        Out("a", "frozen", 9.0, 10.3),
        Out("a", "stood still", 10.45, 10.6),
        Out("b", "killed", 10.45, FOREVER),
    ],
)
def test_who_goes_out_at_another_time_explains_nothing(other: Record) -> None:
    assert broken_replies(*sent_again(), other) == 1


def test_a_worker_that_goes_out_after_its_mark_explains_nothing() -> None:
    again = Delivered("7", "r1", "r1 words", lost=False)
    out = Out("a", "killed", 10.65, FOREVER)
    assert broken_replies(*answered(1, number=1, at=10), again, out) == 1


def test_late_beats_in_a_row_are_one_standstill() -> None:
    still = [Out("a", "stood still", 10.45, 10.65), Out("a", "stood still", 10.65, 10.85)]
    assert broken_replies(*sent_again(), *still) == 0
    apart = [still[0], Out("a", "stood still", 10.7, 10.9)]
    assert broken_replies(*sent_again(), *apart) == 1


def given_up(waited_s: float, lost: bool = False) -> list[Record]:
    """Worker a waits so long for an answer to what it sends at 10.4, then sends it once more."""
    first = without(Delivered, without(Ended, without(Marked, answered(1, number=1, at=10))))
    who = ("a", "7", 1)
    return [
        *first,
        Ended(*who, "model", 10.3),
        Delivered("7", "r1", "r1 words", lost=lost),
        Ended(*who, "send", 10.4 + waited_s),
        Began(*who, "send", "r1", 13.0),
        Delivered("7", "r1", "r1 words", lost=False),
        Ended(*who, "send", 13.1),
        Marked(*who, 13.2),
    ]


def test_an_answer_that_came_too_late_explains_one_repetition() -> None:
    counts = judged(*given_up(1.6)).counts
    assert judged(*given_up(1.6)).broken == ()
    assert (counts["sent_twice"], counts["sent_twice_after_out"]) == (0, 1)
    assert broken_replies(*given_up(1.4)) == 1
    third = Delivered("7", "r1", "r1 words", lost=False)
    assert broken_replies(*given_up(1.6), third) == 1
    assert broken_replies(*given_up(1.6, lost=True), third) == 1


def test_a_lost_reply_explains_one_repetition_of_its_own_message() -> None:
    verdict = judged(*sent_again(lost=True))
    assert verdict.broken == ()
    assert verdict.counts["lost_replies_injected"] == 1
    assert verdict.counts["sent_twice"] == 1
    elsewhere = Delivered("7", "r2", "r2 words", lost=True)
    stored = Stored("7", 2, (2,), 3, "r2", ("r2 words",))
    assert broken_replies(*sent_again(), elsewhere, stored) == 1


GROUP = "-7"


def streamed(*, text: str = "r1 words", lost: bool = False, kept: bool = True) -> list[Record]:
    """In a group: half of it is begun at 10.3 and kept at 10.35, its end is put there."""
    who = ("a", GROUP, 1)
    return [
        *without(Delivered, answered(1, number=1, at=10, chat=GROUP)),
        Begun(*who, "r1", 10.3),
        Delivered(GROUP, "r1", "r1 wo", lost=lost, message_id=5),
        *([Kept(*who, 10.35)] if kept else []),
        Delivered(GROUP, "r1", text, lost=False, message_id=5, edited=True),
    ]


def left_behind(*, lost: bool = False, kept: bool = True) -> list[Record]:
    """The same, but its end is a message of its own."""
    whole = Delivered(GROUP, "r1", "r1 words", lost=False, message_id=6)
    return [*streamed(lost=lost, kept=kept)[:-1], whole]


def test_a_message_of_a_group_is_what_it_says_in_the_end() -> None:
    verdict = judged(*streamed())
    assert verdict.broken == ()
    assert (verdict.counts["placeholders"], verdict.counts["left_half"]) == (1, 0)
    assert judged(*streamed(text="r1 wor")).counts["lost"] == 1


def test_half_an_answer_that_somebody_could_have_known_of_breaks_a_promise() -> None:
    verdict = judged(*left_behind())
    assert verdict.counts["left_half"] == 1
    assert verdict.broken == ("chat -7 still shows half an answer (r1)",)
    assert judged(*left_behind(), Removed(GROUP, 5)).broken == ()


def test_half_an_answer_that_nobody_could_know_of_breaks_none() -> None:
    killed = Out("a", "killed", 10.32, FOREVER)
    assert judged(*left_behind(lost=True, kept=False)).broken == ()
    assert judged(*left_behind(kept=False), killed).broken == ()
    later = Out("a", "killed", 10.4, FOREVER)
    assert len(judged(*left_behind(), later).broken) == 1


@pytest.mark.parametrize(("waited_s", "broken"), [(1.6, 0), (1.4, 1)])
def test_half_an_answer_whose_begin_was_answered_too_late_breaks_none(
    waited_s: float, broken: int
) -> None:
    who = ("a", GROUP, 1)
    begin: list[Record] = [Began(*who, "begin", "r1", 10.3), Ended(*who, "begin", 10.3 + waited_s)]
    assert len(judged(*begin, *left_behind()).broken) == broken


def woken(frozen_at: float) -> list[Record]:
    """Worker z began the message and a put the end there; then z woke up with a frame of its own,
    which it had begun at 9.0."""
    return [
        *streamed(),
        Leased("z", GROUP, 0, 8.0),
        Began("z", GROUP, 0, "edit", "r0", 9.0),
        Out("z", "frozen", frozen_at, 12.0),
        Ended("z", GROUP, 0, "edit", 12.1),
        Delivered(GROUP, "r0", "r0 wo", lost=False, message_id=5, edited=True),
    ]


def test_a_frame_that_a_worker_was_frozen_with_is_counted_apart() -> None:
    verdict = judged(*woken(frozen_at=9.0))
    assert verdict.broken == ()
    assert (verdict.counts["overwritten"], verdict.counts["answered"]) == (1, 1)
    late = judged(*woken(frozen_at=10.05))
    assert (late.counts["overwritten"], late.counts["lost"]) == (0, 1)


def test_an_edit_whose_answer_is_lost_explains_no_repetition() -> None:
    edit = Delivered(GROUP, "r1", "r1 words", lost=True, message_id=5, edited=True)
    again = Delivered(GROUP, "r1", "r1 words", lost=False, message_id=6)
    assert judged(*streamed(), edit, again).counts["lost_replies_injected"] == 0
    assert broken_replies(*streamed(), edit, again) == 1


def test_a_takeover_is_counted_from_when_its_worker_went_out() -> None:
    killed = Out("a", "killed", 10.5, FOREVER)
    records = without(Ended, taken_over(0.0))
    assert judged(*records, killed).counts["slowest_takeover_s"] == 2.0


def test_a_takeover_that_takes_too_long_breaks_a_promise() -> None:
    early = Out("a", "killed", 10.3, FOREVER)
    late = [
        Leased("a", "7", 1, 10.0),
        *answered(1, number=1, fence=2, at=15.4, worker="b"),
    ]
    verdict = judged(*late, early)
    assert verdict.counts["slowest_takeover_s"] == 5.1
    assert verdict.broken == ("a lane was taken over 5.1 s after its worker went out",)


def test_a_takeover_begins_anew_when_the_next_thing_goes_wrong() -> None:
    killed, down = Out("a", "killed", 10.3, FOREVER), ServerDown(11.0, 12.0)
    records = [Leased("a", "7", 1, 10.0), *answered(1, number=1, fence=2, at=12.5, worker="b")]
    assert judged(*records, killed, down).counts["slowest_takeover_s"] == 0.5


def test_a_lane_that_was_left_is_not_taken_over() -> None:
    first = answered(1, number=1, at=10)
    later = answered(2, number=2, at=20, worker="b")
    out = Out("a", "killed", 10.8, FOREVER)
    assert judged(*first, *later, out).counts["slowest_takeover_s"] == 0.0


def test_a_process_stands_still_only_when_others_have_the_processor() -> None:
    assert is_standstill(0.5, used_s=0.01)
    assert not is_standstill(0.5, used_s=0.4)
    assert not is_standstill(0.1, used_s=0.0)


def test_a_process_leaves_its_last_beat_and_others_tell_how_it_went_on(tmp_path: Path) -> None:
    path = tmp_path / "a.pulse"
    assert last_beat(path) is None
    with leaving(path) as leave:
        leave(Beat(1.0, 0.5))
        leave(Beat(1.25, 0.75))
    assert last_beat(path) == Beat(1.25, 0.75)
    assert stood_still_between(Beat(1.0, 0.5), Beat(2.0, 0.6))
    assert not stood_still_between(Beat(1.0, 0.5), Beat(2.0, 1.2))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is excused")
def test_how_much_of_the_processor_another_process_had_is_told() -> None:
    before, told, after = time.process_time(), beat_of(os.getpid()), time.process_time()
    assert told
    assert before <= told.used <= after


class Unreplaced(Crew):
    def start(self, place: Place) -> None:
        """Nobody takes the place."""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is excused")
@pytest.mark.parametrize(("beat_ago_s", "woken_ago_s"), [(9.0, None), (9.0, 5.0), (-9.0, 5.0)])
async def test_who_kills_a_worker_tells_since_when_it_stood_still(
    tmp_path: Path, beat_ago_s: float, woken_ago_s: float | None
) -> None:
    plan, context = Plan(folder=tmp_path, turns=1, seed=1), get_context("spawn")
    process = context.Process(target=signal.pause)
    process.start()
    now = time.monotonic()
    woken = None if woken_ago_s is None else Beat(now - woken_ago_s, 0.0)
    place = Place(0, "", name="a", process=process, woken=woken)
    with leaving(plan.pulse_of("a")) as leave:
        leave(Beat(now - beat_ago_s, 0.0))
    with Journal(tmp_path / "storm.journal") as journal:
        await Unreplaced(plan, get_context("forkserver"), "", journal).kill(place)
    outs = [out for out in read_journals(tmp_path) if isinstance(out, Out)]
    since = [out.began for out in outs if out.how == "stood still"]
    assert since == ([now - (woken_ago_s or beat_ago_s)] if beat_ago_s > 0 else [])
    assert outs[-1].how == "killed"


def test_a_journal_gives_back_what_was_noted(tmp_path: Path) -> None:
    with Journal(tmp_path / "a.journal") as journal:
        for record in (*GOOD, Dead("7", (9,), "failed"), ServerDown(1.0, 2.0)):
            journal.note(record)
    assert [*read_journals(tmp_path)] == [*GOOD, Dead("7", (9,), "failed"), ServerDown(1.0, 2.0)]


def test_a_message_is_told_by_its_nonce_or_by_what_it_answers() -> None:
    assert reply_in("re 12 0123456789ab", 12) == "0123456789ab"
    assert reply_in("0123456789ab-7 0123456789ab-8", 0) == "0123456789ab"
    assert reply_in("Sorry, that did not work.", 12) == notice_of(12)


def test_the_same_seed_brings_the_same_troubles(tmp_path: Path) -> None:
    def drawn(seed: int) -> list[object]:
        plan = Plan(folder=tmp_path, turns=100, seed=seed)
        return list(islice(troubles(plan.chances("storm"), OneServer.weights), 200))

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_the_chats_share_the_turns_and_no_update_id(tmp_path: Path) -> None:
    plan = Plan(folder=tmp_path, turns=1003, seed=1)
    assert sum(plan.turns_of.values()) == 1003
    chats = plan.chats
    ids = [update_id(chat, nth, len(chats)) for chat in chats for nth in range(50)]
    assert len(set(ids)) == len(ids)


async def test_work_on_a_lane_that_came_opened_with_its_lease_is_seen(
    link: RedisLink, tmp_path: Path
) -> None:
    plan = Plan(folder=tmp_path, turns=1, seed=1)
    with Journal(tmp_path / "w.journal") as journal:
        watch = Watch("w", journal)
        lanes = WatchedLanes(link, plan.keys, known=KnownMemories())
        lanes.watch = watch
        await lanes.put(Turn("7", 1, "#1", datetime.now(UTC)))
        await lanes.wait(5)
        leased = await lanes.lease("w", 9)
        (lease,) = leased.leases

        class Asks:
            async def run(self, held: Held) -> None:
                watch.began("model", "r1")()

        held = Held(lease, 2.0, since=0.0, opened=leased.opened[lease])
        await asyncio.create_task(WatchedWork(Asks()).run(held))
    seen = [*read_journals(tmp_path)]
    assert [type(record) for record in seen] == [Leased, Opened, Began, Ended]
    assert [record.fence for record in seen if isinstance(record, Opened | Began)] == [
        lease.fence
    ] * 2


async def test_a_lane_that_is_asked_again_was_looked_at_when_it_was_asked_first(
    link: RedisLink, tmp_path: Path
) -> None:
    """The turns are those that it was opened with then: what came in between is no earlier one."""
    plan, losing = Plan(folder=tmp_path, turns=1, seed=1), Watched(link)
    with Journal(tmp_path / "w.journal") as journal:
        lanes = WatchedLanes(losing, plan.keys)  # type: ignore[arg-type]  # of a link, what it wants
        lanes.watch = Watch("w", journal)
        await lanes.put(Turn("7", 2, "#2", datetime.now(UTC)))
        (lease,) = (await lanes.lease("w", 9)).leases
        losing.lose.add("open")
        with pytest.raises(OutcomeUnknown):
            await lanes.open(lease)
        between = time.monotonic()
        await lanes.put(Turn("7", 1, "#1", datetime.now(UTC)))
        await lanes.open(lease)
    (opened,) = (record for record in read_journals(tmp_path) if isinstance(record, Opened))
    assert opened.ids == (2,)
    assert opened.began < between


async def test_what_a_trouble_raises_ends_the_run(tmp_path: Path) -> None:
    over = asyncio.Event()

    class Ruins:
        url = ""
        relays = ()
        weights: ClassVar[Mapping[str, int]] = {"server": 1}

        async def strike(self, trouble: Trouble) -> None:
            over.set()
            raise DidNotEnd("the server is gone")

    plan = Plan(folder=tmp_path, turns=1, seed=1)
    with Journal(tmp_path / "storm.journal") as journal:
        crew = Crew(plan, get_context("forkserver"), "", journal)
        with pytest.raises(DidNotEnd, match="the server is gone"):
            await Storm(plan, crew, Ruins(), journal).run(over)


def test_a_run_that_does_not_end_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def stuck(plan: Plan, *, cluster: bool) -> Evidence:
        plan.folder.rmdir()
        raise DidNotEnd("7 lanes are still busy after 120 s")

    monkeypatch.setattr("tests.bench.chaos.run_plan", stuck)
    assert main(["chaos", "--turns", "1"]) == 1
    assert capsys.readouterr().err.startswith("7 lanes are still busy after 120 s; ")


@pytest.mark.timeout(300)
@pytest.mark.parametrize("ground", ["server", "cluster"])
def test_a_short_storm_breaks_no_promise(ground: str, capsys: pytest.CaptureFixture[str]) -> None:
    cluster = ["--cluster"] if ground == "cluster" else []
    turns = {"server": 150, "cluster": 60}[ground]
    ended = main(["chaos", "--turns", str(turns), "--seed", EVENTFUL, "--json", *cluster])
    told = capsys.readouterr()
    counts = json.loads(told.out)
    assert ended == 0, told.err
    assert counts["sent"] == turns
    assert counts["answered"] + counts["dropped"] + counts["dead"] == turns
    assert not any(counts[b] for b in ("lost", "doubled", "out_of_order", "overlapping"))
    troubles_told = set(re.findall(r"'(\w+)': \d", told.err))
    assert {"freeze", "server"} <= troubles_told, told.err
