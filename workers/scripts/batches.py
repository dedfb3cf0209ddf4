"""The scripts that serve many calls at once: what each call takes, and the answer it gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar, cast

from memory.conversation import ConversationId
from workers.keys import Keys, Owner
from workers.link import Argument, Response
from workers.scripts import Claim, Runs, _claims, _list, _text, load
from workers.scripts.reading import NOTHING_SEEN, Content, Seen, content_of, seen_args

Item = TypeVar("Item")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Opening:
    """A lane to open. most_turns: to answer together · wanted: the conversation whose memory is to
    come along, None for none · seen: what is known of that memory · fence: its lease's, 0 while
    it has none."""

    chat: str
    most_turns: int
    wanted: ConversationId | None = None
    seen: Seen = NOTHING_SEEN
    fence: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a chat is at from now on. more: what else it chose, packed; b"" for nothing."""

    conversation: int
    recipe: str
    more: bytes = b""


@dataclass(frozen=True, slots=True)
class Finish:
    """What a commit stores, packed. number None: no exchange · settings None: leave them ·
    replaced: number of the exchange that was replaced before, 0 for none."""

    chat: str
    fence: int
    update_ids: Sequence[int]
    reply: bytes
    cut: bool
    conversation: ConversationId
    number: int | None
    exchange: bytes
    card: bytes
    settings: Chosen | None
    tend: bool
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class Release:
    chat: str
    fence: int
    message_ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class Batch(Generic[Item, Answer]):
    """How a script takes many calls of one shard: whose the keys of each are, its arguments, and
    what its answer says."""

    name: str
    owner: Callable[[Item], Owner]
    args: Callable[[Item], Sequence[Argument]]
    answer: Callable[[Response], Answer]

    async def run(self, link: Runs, keys: Keys, shard: int, items: Sequence[Item]) -> list[Answer]:
        """The answers, in the order of the calls."""
        script, holds, holds_of_each = load(self.name)
        names = [*_names(keys, holds, shard)]
        args: list[Argument] = []
        for item in items:
            names += _names(keys, holds_of_each, self.owner(item))
            args += self.args(item)
        answers = await link.run(script, names, args)
        return [self.answer(answer) for answer in _list(answers)]


@lru_cache(maxsize=1 << 14)
def _names(keys: Keys, holds: tuple[str, ...], owner: Owner) -> tuple[str, ...]:
    return tuple(keys.name(what, owner) for what in holds)


def _owner(opening: Opening) -> Owner:
    return opening.wanted or ConversationId(opening.chat)


def _opening_args(opening: Opening) -> tuple[Argument, ...]:
    """As the scripts' open_lane takes them."""
    number = opening.wanted.number if opening.wanted else ""
    return (opening.most_turns, number, *seen_args(opening.seen))


def _finish_args(finish: Finish) -> list[Argument]:
    flags = ("c" if finish.cut else "") + ("t" if finish.tend else "")
    flags += f"n{finish.replaced}" if finish.replaced else ""
    return [
        9 + len(finish.update_ids),
        finish.chat,
        finish.fence,
        flags,
        finish.reply,
        "" if finish.number is None else finish.number,
        finish.exchange,
        finish.card,
        finish.conversation.number,
        _chosen(finish.settings),
        *finish.update_ids,
    ]


def _chosen(settings: Chosen | None) -> bytes:
    if settings is None:
        return b""
    return f"{settings.conversation} {settings.recipe}\n".encode() + settings.more


def _release_args(release: Release) -> tuple[Argument, ...]:
    ids = release.message_ids
    return (2 + len(ids), release.chat, release.fence, *ids)


def _content(answer: Response) -> Content | None:
    return None if answer is None else content_of(_list(answer))


OPEN = Batch("open", _owner, lambda o: (o.chat, o.fence, *_opening_args(o)), _content)
"""None: the lease was lost."""

COMMIT = Batch("commit", lambda f: f.conversation, _finish_args, _text)

RELEASE = Batch("release", lambda r: r.chat, _release_args, lambda answer: answer == 1)
"""False: the lease was lost."""


@dataclass(frozen=True, slots=True)
class Found:
    """What leasing found: the leases, ms until something falls due, whether a memory waits to be
    tended, of each lane that was to be opened its content, None if that was not leased, and which
    chats are the next in line now."""

    claims: tuple[Claim, ...]
    due_ms: int | None
    tend: bool
    contents: list[Content | None]
    in_line: list[str]


async def lease(
    link: Runs,
    keys: Keys,
    shard: int,
    *,
    worker: str,
    most: int,
    lease_ms: int,
    openings: Sequence[Opening] = (),
) -> Found:
    """Lanes of a shard, of which those with `openings` come opened, if they are among them."""
    script, holds, holds_of_each = load("lease")
    names = [*_names(keys, holds, shard)]
    args: list[Argument] = [worker, most, lease_ms]
    for opening in openings:
        names += _names(keys, holds_of_each, _owner(opening))
        args += (opening.chat, *_opening_args(opening))
    due, tend, claimed, contents, in_line = _list(await link.run(script, names, args))
    return Found(
        _claims(_list(claimed)),
        None if due == -1 else cast("int", due),
        tend == 1,
        [_content(content) for content in _list(contents)],
        [_text(chat) for chat in _list(in_line)],
    )
