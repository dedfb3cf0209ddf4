"""The operator's hands on the turns that were given up: list, show, requeue, purge."""

from __future__ import annotations

import json
import sys
import unicodedata
from argparse import Namespace
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime, timedelta

from workers.backend import ServerSettings, open_backend
from workers.jobs import DeadLetter, Turn
from workers.lanes import DeadLetters, Requeued
from workers.leases import SERVER_TROUBLE
from workers.starting import CannotStart

ALL = 1_000_000
"""More than the lanes keep."""

Wanted = Callable[[DeadLetter], bool]


async def run_dead(settings: ServerSettings, bot_id: str, arguments: Namespace) -> int:
    """Do what the command says; 1 when a letter that it names is not there. Raises CannotStart."""
    async with open_backend(settings, bot_id) as backend:
        try:
            return await _do(backend.lanes, arguments)
        except SERVER_TROUBLE as trouble:
            raise CannotStart(
                f"The server did not answer ({type(trouble).__name__}). Give the command again: "
                "what it did is not done twice."
            ) from None


async def _do(dead: DeadLetters, arguments: Namespace) -> int:
    if arguments.action == "list":
        return _list(await dead.dead_letters(arguments.most))
    letters = await dead.dead_letters(ALL)
    chosen = [letter for letter in letters if _wanted(arguments)(letter)]
    named = getattr(arguments, "ids", [])
    missing = _say_missing(named, {letter.id for letter in letters})
    if arguments.action == "show":
        for line in (line for letter in chosen for line in letter_lines(letter)):
            print(line)
    elif arguments.action == "requeue":
        return await requeue(dead, chosen) or missing
    else:
        print(f"{await dead.purge(chosen)} purged.")
    return missing


def _list(letters: Collection[DeadLetter]) -> int:
    if not letters:
        print("No turn was given up.", file=sys.stderr)
    for line in dead_lines(letters):
        print(line)
    return 0


async def requeue(dead: DeadLetters, letters: Iterable[DeadLetter]) -> int:
    """The oldest first; says how it went. 1 when one cannot be read."""
    ended = [await dead.requeue(letter) for letter in reversed(list(letters))]
    print(f"{ended.count(Requeued.OK)} requeued.")
    unreadable = ended.count(Requeued.UNREADABLE)
    if unreadable:
        print(f"{unreadable} cannot be read and stay; see: dead show ID", file=sys.stderr)
    return 1 if unreadable else 0


def _wanted(arguments: Namespace) -> Wanted:
    if arguments.ids:
        return lambda letter: letter.id in arguments.ids
    if getattr(arguments, "reason", None) is not None:
        return lambda letter: has_reason(letter, arguments.reason)
    if getattr(arguments, "older_than", None) is not None:
        since = datetime.now(UTC) - timedelta(days=arguments.older_than)
        return lambda letter: letter.at < since
    return lambda _: True


def has_reason(letter: DeadLetter, reason: str) -> bool:
    """A reason stands for itself, and for those that say more after a colon."""
    return letter.reason == reason or letter.reason.startswith(f"{reason}:")


def _say_missing(named: Iterable[str], known: Collection[str]) -> int:
    missing = [name for name in named if name not in known]
    for name in missing:
        print(f"{clean(name)}: no such letter; perhaps it was requeued already", file=sys.stderr)
    return 1 if missing else 0


def dead_lines(letters: Iterable[DeadLetter]) -> Iterator[str]:
    """One line a dead letter, its parts divided by tabs; nothing that users wrote."""
    for letter in letters:
        ids = ",".join(str(turn.update_id) for turn in letter.turns)
        when = letter.at.isoformat(timespec="seconds")
        tries = f"{letter.attempts} tries"
        yield "\t".join((letter.id, when, letter.chat, letter.reason, tries, f"update {ids}"))


def letter_lines(letter: DeadLetter) -> Iterator[str]:
    """The whole letter, with what its users wrote."""
    yield f"letter {letter.id}"
    yield f"chat {letter.chat}"
    yield f"given up {letter.at.isoformat(timespec='seconds')} after {letter.attempts} tries"
    yield f"reason {letter.reason}"
    for turn in letter.turns:
        yield ""
        yield from _turn_lines(turn)
    for unreadable in _unreadable(letter):
        yield ""
        yield "a turn that cannot be read:"
        yield clean(unreadable)


def _turn_lines(turn: Turn) -> Iterator[str]:
    sent = turn.sent_at.isoformat(timespec="seconds")
    yield clean(f"update {turn.update_id}, {turn.sender.name or 'somebody'}, {sent}:")
    command = f"/{turn.command} " if turn.command else ""
    yield clean(f"{command}{turn.text}")


def _unreadable(letter: DeadLetter) -> list[str]:
    """What is stored, where not every turn could be read."""
    stored = letter.stored.decode("utf-8", "backslashreplace")
    try:
        turns = json.loads(stored)["turns"]
    except (KeyError, TypeError, ValueError, RecursionError):
        return [stored]
    return [] if len(turns) == len(letter.turns) else [str(turn) for turn in turns]


def clean(text: str) -> str:
    """Text of strangers, without what a terminal would obey."""
    return "".join(c if c == "\n" or unicodedata.category(c) != "Cc" else "\ufffd" for c in text)
