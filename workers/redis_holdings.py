"""Everything that the server holds of one chat, key by key, for those who ask for all of it."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Sequence
from typing import Any

import orjson

from memory.conversation import ConversationId
from workers.keys import OF_CHAT, OF_CONVERSATION, Keys, Owner
from workers.link import Argument, Link, Response

AT_ONCE = 500
TOLD_APART = frozenset({"log", "states"})
"""Of a conversation: what an export tells in words of its own."""
BY_CHAT = {"own": "HGET", "closed": "HGET", "lease": "ZSCORE", "delay": "ZSCORE", "ready": "LPOS"}
"""What a shard holds of its chats, and how one of them is looked up."""
BY_CONVERSATION = {"tending": "ZSCORE", "tending_lease": "ZSCORE", "tending_own": "HGET"}
BY_ID = ("moved", "access", "guesses", "accounts")
"""What the bot holds of people and groups, by their Telegram id."""
BY_SENDS = ("sends_of_chat", "sends_of_group")
OF_NOBODY = frozenset(
    {"schema", "audit", "pairing", "connections", "sends_of_bot"}
    | {"fence", "waiting", "wake", "control"}
)
"""What is no chat's: the deployment's own, and tokens that are gone in a moment."""


class RedisHoldings:
    """Fulfils Holdings. Reads in pieces, so that nobody waits behind a big chat."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def of(self, chat: str, conversations: Sequence[int]) -> dict[str, Any]:
        held = {what: await self._whole(what, chat) for what in OF_CHAT}
        for what, command in BY_CHAT.items():
            held[what] = await self._one(command, what, chat, chat)
        id_ = chat.partition("@")[0].partition("/")[0]
        for what in BY_ID:
            held[what] = await self._one("HGET", what, 0, id_)
        for what in BY_SENDS:
            held[what] = await self._call("GET", self._keys.name(what, id_))
        held["dead"] = [letter async for letter in self._letters(chat)]
        told = {number: await self._conversation(chat, number) for number in conversations}
        held["conversations"] = {str(number): each for number, each in told.items() if each}
        return _there(held)

    async def _conversation(self, chat: str, number: int) -> dict[str, Any]:
        owner = ConversationId(chat, number)
        kept = [what for what in OF_CONVERSATION if what not in TOLD_APART]
        held = {what: await self._whole(what, owner) for what in kept}
        for what, command in BY_CONVERSATION.items():
            held[what] = await self._one(command, what, chat, str(owner))
        return _there(held)

    async def _one(self, command: str, what: str, owner: Owner, member: str) -> Any:
        shard = self._keys.shard_of(owner) if isinstance(owner, str) else owner
        return await self._call(command, self._keys.name(what, shard), member)

    async def _whole(self, what: str, owner: Owner) -> Any:
        """All of a key, whatever it is; None where there is none."""
        name = self._keys.name(what, owner)
        match await self._link.call("TYPE", name):
            case b"hash":
                return dict([pair async for pair in self._scanned("HSCAN", name)])
            case b"zset":
                return [list(pair) async for pair in self._scanned("ZSCAN", name)]
            case b"list":
                return await self._call("LRANGE", name, 0, -1)
            case b"string":
                return await self._call("GET", name)
        return None

    async def _scanned(self, command: str, name: str) -> AsyncIterator[tuple[Any, Any]]:
        """A hash's fields and values, a set's members and scores; each may come twice where it
        grows meanwhile."""
        cursor: Argument = 0
        while True:
            answer = await self._link.call(command, name, cursor, "COUNT", AT_ONCE)
            cursor, found = _page(answer)
            plain = [_plain(each) for each in found]
            for pair in zip(plain[::2], plain[1::2], strict=True):
                yield pair
            if cursor == b"0":
                return

    async def _letters(self, chat: str) -> AsyncIterator[Any]:
        name, at = self._keys.name("dead", self._keys.shard_of(chat)), 0
        while True:
            letters = await self._call("LRANGE", name, at, at + AT_ONCE - 1)
            for letter in letters:
                if isinstance(letter, dict) and letter.get("chat") == chat:
                    turns = [_plain(str(turn).encode()) for turn in letter.get("turns") or ()]
                    yield {**letter, "turns": turns}
            at += AT_ONCE
            if len(letters) < AT_ONCE:
                return

    async def _call(self, *command: Argument) -> Any:
        return _plain(await self._link.call(*command))


def _page(answer: Response) -> tuple[bytes, list[Response]]:
    match answer:
        case [bytes(cursor), list(found)]:
            return cursor, found
    return b"0", []


def _plain(answer: Response) -> Any:
    """What is JSON as such, other texts as texts, and anything else in base 64."""
    if isinstance(answer, list):
        return [_plain(each) for each in answer]
    if not isinstance(answer, bytes):
        return answer
    try:
        return orjson.loads(answer) if answer[:1] in (b"{", b"[") else answer.decode()
    except orjson.JSONDecodeError:
        return answer.decode("utf-8", "replace")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(answer).decode()}


def _there(held: dict[str, Any]) -> dict[str, Any]:
    return {what: value for what, value in held.items() if value not in (None, [], {})}
