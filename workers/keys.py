"""Every key's name. The part in braces decides the slot: all keys of a shard share one."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory.conversation import ConversationId

Owner = int | str | ConversationId
"""Whose key it is: a shard's number, a chat's name, a conversation."""

OF_BOT = {
    "schema": "HASH schema, shards: written once, at first start",
    "audit": "STRING: who audited; while it exists nobody else does, for a minute",
    "moved": "HASH id of a supergroup -> id of the group it was, whose name its lanes keep · id of "
    "a group that is none yet -> = and its title",
    "access": "HASH Telegram id -> standing (access.py), a blank, the name",
    "pairing": "STRING: the code that makes the first owner; for a day, or until it is used",
    "guesses": "HASH Telegram id -> wrong codes; for an hour after the first",
    "connections": "HASH Telegram's name for a business connection -> it as JSON (business.py)",
    "accounts": "HASH Telegram id of a business account -> the name of its connection",
}
# What goes out to Telegram is counted over all shards.
OF_SENDS = {
    "sends_of_bot": "STRING: microseconds at which the bot's bucket of sends is full; gone then",
    "sends_of_chat": "STRING: the same of the chat's bucket",
    "sends_of_group": "STRING: the same of the group's bucket for a minute",
}
# One of each per shard, sized by the active chats.
OF_SHARD = {
    "ready": "LIST of chats that have turns and nobody working on them, each at most once",
    "lease": "ZSET chat -> ms at which its lease expires",
    "delay": "ZSET chat -> ms before which it is not worked on",
    "own": "HASH chat -> its lane's record (scripts/lane_record.lua); absent: idle",
    "fence": "STRING: the last fence given out",
    "waiting": "STRING: how many turns lie on the shard's lanes",
    "wake": "LIST of at most four tokens: somebody look, there may be something to do; each names "
    "the chat, or is empty",
    "dead": "LIST of dead letters, newest first, 10,000 at most",
    "closed": "HASH chat -> ms at which nothing could be delivered to it; until its next turn",
    "tending": "ZSET conversation -> ms before which its memory is not tended",
    "tending_lease": "ZSET conversation -> ms at which its tending lease expires",
    "tending_own": "HASH conversation -> its tending's record (scripts/lane_record.lua)",
    "control": "CHANNEL that names the chats whose running turn was stopped",
}
OF_CHAT = {
    "turns": "ZSET turn as JSON -> its update id; the one being answered stays until committed",
    "seen": "ZSET update id -> ms at which it came; the last 128, for 48 hours",
    "outbox": "HASH: the committed reply and its parts sent; exists while it is delivered",
    "settings": "HASH: what the chat chose",
    # Of chats and of people, who have their private chat's name.
    "pace": "ZSET update id -> ms at which the message came; of the last minute",
    "pace_told": "STRING: the update id that was answered with a word about the pace, for a minute",
    "account": "HASH day, month: its name and what was spent (scripts/lane_record.lua) · call:… "
    "tokens set aside for a call, and until when · told:… of a period; for 62 days",
    # By chat, because a release knows the chat alone.
    "placeholder": "STRING: id of the message that holds a reply while it streams, of the message "
    "it answers and, once a reply was put into it, a hash of that; for two days",
    "exported": "LIST of message ids of the files of /export, newest first, 100 at most; until "
    "everything is forgotten",
    "reply_ids": "HASH conversation:exchange -> JSON list of the delivered reply's message ids",
}
OF_CONVERSATION = {
    "log": "ZSET exchange as JSON -> its number",
    # audited: what last was when an audit looked at it · tended, expired: marks, new whenever the
    # states changed and whenever exchanges were removed
    # embedder, embedded: the model of the vectors, and a mark, new whenever that changed
    # at: the fence of the commit that gave out last
    "meta": "HASH last (number given out), at, watermark, version, by (who tended last), audited, "
    "tended, expired, indexed, embedder, embedded",
    "states": "HASH kind -> its state as JSON",
    "cards": "HASH exchange number -> what a search needs of it (card_rows.py)",
    "index": "STRING: what the search made of the cards up to the exchange `indexed`, packed",
    "vectors": "ZSET number:packed vectors of an exchange -> its number",
}
_PLAIN = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(frozen=True, slots=True)
class Keys:
    """Names for one bot's data. `shards` is fixed for the life of the data."""

    prefix: str
    bot: str
    shards: int = 1

    def __post_init__(self) -> None:
        if not (_PLAIN.fullmatch(self.prefix) and _PLAIN.fullmatch(self.bot)):
            raise ValueError("prefix and bot id are 1 to 64 of A-Z a-z 0-9 _ . -")
        if self.shards < 1:
            raise ValueError("there is at least one shard")

    def shard_of(self, owner: Owner) -> int:
        """The same for the same chat in every process and version."""
        if isinstance(owner, int):
            return owner
        if self.shards == 1:
            return 0
        chat = owner.chat if isinstance(owner, ConversationId) else owner
        return zlib.crc32(chat.encode()) % self.shards

    def names(self, holds: Sequence[str], owner: Owner) -> tuple[str, ...]:
        """The keys that hold these for their owner."""
        return _names(self, tuple(holds), owner)

    def name(self, what: str, owner: Owner = 0) -> str:
        """The key that holds `what` (a name of the tables above) for its owner; a conversation
        may stand for its chat, and both for their shard."""
        if what in OF_BOT:
            return f"{{{self.prefix}:{self.bot}}}:{what}"
        if what in OF_SENDS:
            whose = "" if what == "sends_of_bot" else f":{owner}"
            return f"{{{self.prefix}:{self.bot}}}:{what}{whose}"
        in_shard = f"{{{self.prefix}:{self.bot}:s{self.shard_of(owner):02d}}}:{what}"
        if what in OF_SHARD:
            return in_shard
        if isinstance(owner, ConversationId):
            return f"{in_shard}:{owner if what in OF_CONVERSATION else owner.chat}"
        if what in OF_CHAT and isinstance(owner, str):
            return f"{in_shard}:{owner}"
        raise KeyError(what)


@lru_cache(maxsize=8192)
def _names(keys: Keys, holds: tuple[str, ...], owner: Owner) -> tuple[str, ...]:
    """Remembered: a turn's calls need dozens of names, and the chats that talk talk again."""
    return tuple(keys.name(what, owner) for what in holds)
