"""The words the queue speaks: a turn going in, a reply coming out, and how turns end."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from memory.conversation import NOBODY, ConversationId, Exchange, Sender
from workers.quoted import Quoted


class BadJob(ValueError):
    """A stored turn or reply cannot be read; says what kind, never what it held."""


class Command(StrEnum):
    """Turns that ask for something other than an answer of the model; they go through the
    lane like any turn, so that they happen in order."""

    NEW = "new"
    MODE = "mode"
    CHATS = "chats"
    RETRY = "retry"
    PERSONA = "persona"
    MODEL = "model"
    LANG = "lang"
    MEMORY = "memory"
    FACTS = "facts"
    FORGET = "forget"
    EXPORT = "export"


class Notice(StrEnum):
    """Sentences of ours, named here and worded per language by whoever shows them.

    The values each one needs are in the comment beside it.
    """

    NEW_STARTED = "new_started"  # conversation: int
    MODE_LIST = "mode_list"  # current: str, recipes: list[str]
    MODE_SET = "mode_set"  # recipe: str
    MODE_UNKNOWN = "mode_unknown"  # recipe: str, recipes: list[str]
    LANG_LIST = "lang_list"  # current: str ("" for each person's own), languages: list[str]
    LANG_SET = "lang_set"  # name: str
    LANG_OWN = "lang_own"  # each person's own from now on
    LANG_UNKNOWN = "lang_unknown"  # wanted: str, languages: list[str]
    PERSONA_SHOWN = "persona_shown"  # persona: str
    PERSONA_NONE = "persona_none"
    PERSONA_SET = "persona_set"  # persona: str
    PERSONA_CLEARED = "persona_cleared"
    PERSONA_TOO_LONG = "persona_too_long"  # most: int, characters: int
    MODEL_LIST = "model_list"  # current: str, models: list[str]
    MODEL_SET = "model_set"  # model: str
    MODEL_UNKNOWN = "model_unknown"  # wanted: str, models: list[str]
    CHATS_LIST = "chats_list"  # current: int, chats: list of workers.conversations.Listed as JSON
    CHAT_RESUMED = "chat_resumed"  # conversation: int, exchanges: int
    CHAT_UNKNOWN = "chat_unknown"  # wanted: str
    RETRY_NOTHING = "retry_nothing"  # there is no question to ask again
    MEMORY_PAGE = "memory_page"  # fields of Overview and LastRecall (memory/), and chat: str
    FACTS_PAGE = "facts_page"  # the fields of memory.facts_page.FactsPage, and chat: str
    FORGOTTEN = "forgotten"  # exchanges, facts, letters: int, persona: bool, whether it held it
    FORGET_NOTHING = "forget_nothing"  # nothing holds what was named
    FORGET_HELP = "forget_help"  # nothing was named; conversation, page, pages: int, rows as FACTS
    FORGET_ASK = "forget_ask"  # chat, pressed, value, key: str, message, exchanges, facts: int
    FORGET_ALL_ASK = "forget_all_ask"  # exchanges: int
    FORGOTTEN_ALL = "forgotten_all"  # exchanges, conversations, letters: int, persona: bool
    CORRECTED = "corrected"  # an edit of a message of long ago is remembered
    EXPORTED = "exported"  # the files come with it, made when it is delivered
    EMPTY_ANSWER = "empty_answer"  # the model said nothing, at its last try as well
    MODEL_UNAVAILABLE = "model_unavailable"  # the turn is given up after its last try
    MODEL_REFUSED = "model_refused"  # the model or its server will not answer this
    TOO_LONG = "too_long"  # even alone, the message does not fit the model
    LIMIT_DAY = "limit_day"  # most: int (tokens), anew: str (when it goes on)
    LIMIT_MONTH = "limit_month"  # the same
    FAILED = "failed"  # a fault of ours; the turn is in the dead letters


@dataclass(frozen=True, slots=True)
class Turn:
    """One user message on its way to a reply.

    chat: the lane's name ("123", "-100123/42", "terminal") · update_id: orders the lane and
    tells duplicates · text: as written, for a command what follows its name · message_ids:
    Telegram ids of the messages it was made of · language: the user's language code or "" ·
    hold_ms: how long an idle lane waits for what belongs to this turn, 0 for not at all · half:
    its text may go on in the next one · forwarded_from: whose words a forwarded text is, "" for
    the sender's own · quoted: what it replies to · edited: the message was sent before and says
    this now · heard: it is remembered, and nobody answers it · deleted: its messages are to leave
    no trace · more: stored fields this version does not know.
    """

    chat: str
    update_id: int
    text: str
    sent_at: datetime
    sender: Sender = NOBODY
    message_ids: tuple[int, ...] = ()
    command: Command | None = None
    language: str = ""
    hold_ms: int = 0
    half: bool = False
    forwarded_from: str = ""
    quoted: Quoted | None = None
    edited: bool = False
    heard: bool = False
    deleted: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        held = {"hold_ms": self.hold_ms, "half": self.half} if self.hold_ms or self.half else {}
        forwarded = {"forwarded_from": self.forwarded_from} if self.forwarded_from else {}
        quoted = {"quoted": self.quoted.to_json()} if self.quoted else {}
        marks = {name: True for name in _MARKS if getattr(self, name)}
        return {
            **self.more,
            **held,
            **forwarded,
            **quoted,
            **marks,
            "chat": self.chat,
            "update_id": self.update_id,
            "text": self.text,
            "sent_at": self.sent_at.astimezone(UTC).isoformat(),
            "sender": {"id": self.sender.id, "name": self.sender.name},
            "message_ids": list(self.message_ids),
            "command": self.command,
            "language": self.language,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Turn:
        """Read a stored turn; raises BadJob where it cannot be one."""
        try:
            sender, command = stored.get("sender") or {}, stored.get("command")
            quoted = stored.get("quoted")
            return cls(
                chat=str(stored["chat"]),
                update_id=int(stored["update_id"]),
                text=str(stored["text"]),
                sent_at=datetime.fromisoformat(stored["sent_at"]).astimezone(UTC),
                sender=Sender(str(sender.get("id", "")), str(sender.get("name", ""))),
                message_ids=tuple(int(i) for i in stored.get("message_ids", ())),
                command=Command(command) if command else None,
                language=str(stored.get("language", "")),
                hold_ms=int(stored.get("hold_ms", 0)),
                half=bool(stored.get("half", False)),
                forwarded_from=str(stored.get("forwarded_from", "")),
                quoted=Quoted.from_json(quoted) if quoted else None,
                edited=bool(stored.get("edited", False)),
                heard=bool(stored.get("heard", False)),
                deleted=bool(stored.get("deleted", False)),
                more=_unknown(stored),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadJob(f"a stored turn is damaged ({type(error).__name__})") from None


_MARKS = ("edited", "heard", "deleted")
_KNOWN = frozenset(Turn.__dataclass_fields__)


def _unknown(stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """Nearly always nothing."""
    return {name: stored[name] for name in stored.keys() - _KNOWN}


@dataclass(frozen=True, slots=True)
class Reply:
    """What will be delivered: Markdown text of the model, or a notice with its values.

    A redelivered reply is this very object again: the model is never asked twice.
    reply_to: Telegram id of the message answered, 0 for none · cut: stopped before its end ·
    ended_by_model: not by its user, but by the model's own limits · edits: Telegram ids of the
    messages of an earlier answer, in whose place it comes.
    """

    text: str = ""
    notice: Notice | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    language: str = ""
    reply_to: int = 0
    cut: bool = False
    ended_by_model: bool = False
    edits: tuple[int, ...] = ()

    @property
    def silent(self) -> bool:
        """There is nothing to deliver."""
        return self.notice is None and not self.text

    def to_json(self) -> dict[str, Any]:
        ended = {"ended_by_model": True} if self.ended_by_model else {}
        edits = {"edits": list(self.edits)} if self.edits else {}
        return {
            **ended,
            **edits,
            "text": self.text,
            "notice": self.notice,
            "values": dict(self.values),
            "language": self.language,
            "reply_to": self.reply_to,
            "cut": self.cut,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Reply:
        """Read a stored reply; raises BadJob where it cannot be one."""
        try:
            notice = stored.get("notice")
            return cls(
                text=str(stored.get("text", "")),
                notice=Notice(notice) if notice else None,
                values=dict(stored.get("values") or {}),
                language=str(stored.get("language", "")),
                reply_to=int(stored.get("reply_to", 0)),
                cut=bool(stored.get("cut", False)),
                ended_by_model=bool(stored.get("ended_by_model", False)),
                edits=tuple(int(i) for i in stored.get("edits", ())),
            )
        except (TypeError, ValueError, AttributeError) as error:
            raise BadJob(f"a stored reply is damaged ({type(error).__name__})") from None


@dataclass(frozen=True, slots=True)
class Outbox:
    """A committed reply that waits to be delivered. sent: part index -> Telegram message ids
    (may be empty) of the parts delivered so far · apart: other messages may stand between it and
    the one it answers, as far as its worker knows."""

    reply: Reply
    sent: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    apart: bool = True


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What a chat chose; "" is the deployment's default. conversation: its current conversation's
    number · recipe: its recipe's name · latest: the highest number that a conversation of it ever
    had, 0 when that is the current one · language: in which it is spoken to, "" for each person's
    own · persona: its fixed instructions · model: the name of one that may be chosen."""

    conversation: int = 1
    recipe: str = ""
    latest: int = 0
    language: str = ""
    persona: str = ""
    model: str = ""

    @property
    def last_conversation(self) -> int:
        return max(self.conversation, self.latest)

    def at(self, number: int) -> ChatSettings:
        """With this conversation as the current one."""
        last = self.last_conversation
        return replace(self, conversation=number, latest=last if number < last else 0)

    def more_to_json(self) -> dict[str, Any]:
        """What is stored beside conversation and recipe; {} for what nearly all chats have."""
        more = {name: getattr(self, name) for name in _MORE}
        return {name: value for name, value in more.items() if value}

    @classmethod
    def from_stored(cls, conversation: int, recipe: str, more: Mapping[str, Any]) -> ChatSettings:
        """Of `more`, what it cannot read counts as not chosen."""
        latest = more.get("latest", 0)
        words = {name: more.get(name, "") for name in _MORE if name != "latest"}
        return cls(
            conversation,
            recipe,
            latest if isinstance(latest, int) else 0,
            **{name: word for name, word in words.items() if isinstance(word, str)},
        )


_MORE = ("latest", "language", "persona", "model")
NOTHING_CHOSEN = ChatSettings()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What finishing a turn changes, in one step.

    exchange: appended to `conversation`'s log (its number must be the next) · card: the
    exchange's, for the search, where it is made already; "" where none is to be kept ·
    settings: the chat's settings from now on, None to leave them · tend: the conversation's
    memory is past its threshold and wants tending · replaced: number of the exchange that was
    replaced before, whose reply this is, 0 for none · apart: other answers stand between the
    reply and its question; not stored.
    """

    reply: Reply
    conversation: ConversationId
    exchange: Exchange | None = None
    card: str | None = None
    settings: ChatSettings | None = None
    tend: bool = False
    replaced: int = 0
    apart: bool = False


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """Turns that were given up, with why (a short code) and after how many attempts.

    stored: the letter as the lanes keep it, by which they find it again; no two are alike.
    """

    chat: str
    turns: tuple[Turn, ...]
    reason: str
    attempts: int
    at: datetime
    stored: bytes = field(default=b"", compare=False, repr=False)

    @property
    def id(self) -> str:
        """What people call it: twelve hex digits, the same for as long as the letter is kept."""
        return hashlib.sha1(self.stored, usedforsecurity=False).hexdigest()[:12]
