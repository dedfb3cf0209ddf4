"""What was said: messages, exchanges (finished user/assistant pairs) and their conversation."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, cast, get_args

Role = Literal["user", "assistant", "tool"]
ROLES: tuple[str, ...] = get_args(Role)


class BadExchange(ValueError):
    """A stored exchange cannot be read; says which field is wrong, never what it held."""


class ConversationId(NamedTuple):
    """One conversation of one chat; /new starts the next number. A tuple because it is looked up
    in tables many times a turn.

    `chat` is a Telegram chat id with its topic where it has one ("123", "-100123/42"),
    or "terminal". Numbers start at 1.
    """

    chat: str
    number: int = 1

    def __str__(self) -> str:
        return f"{self.chat}#{self.number}"


@dataclass(frozen=True, slots=True)
class Message:
    """One message as written; `more` keeps stored fields this version does not know."""

    role: Role
    text: str
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {**self.more, "role": self.role, "text": self.text}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Message:
        role, text = stored.get("role"), stored.get("text")
        if role not in ROLES:
            raise BadExchange("message.role is not user, assistant or tool")
        if not isinstance(text, str):
            raise BadExchange("message.text is not a string")
        return cls(cast("Role", role), text, _more(stored, {"role", "text"}))


@dataclass(frozen=True, slots=True)
class Sender:
    """Who asked: the Telegram user id as text (or "terminal") and the name shown there."""

    id: str = ""
    name: str = ""


NOBODY = Sender()


@dataclass(frozen=True, slots=True)
class Exchange:
    """A finished user/assistant pair, memory's unit.

    `number` starts at 1 and only grows inside a conversation. Times are UTC instants.
    `message_ids` are the Telegram ids of the user's messages, `reply_ids` those of the
    delivered reply (known only after delivery). `prompt_tokens` and `answer_tokens` are 0
    where nobody counted. `cut` marks an answer that was stopped before its end. `feedback` is
    what a person thought of the answer: 1 liked, 0 disliked, 0.5 nothing said. `more` keeps
    stored fields this version does not know.
    """

    number: int
    messages: tuple[Message, ...]
    asked_at: datetime
    answered_at: datetime
    sender: Sender = NOBODY
    message_ids: tuple[int, ...] = ()
    reply_ids: tuple[int, ...] = ()
    model: str = ""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cut: bool = False
    feedback: float = 0.5
    more: Mapping[str, Any] = field(default_factory=dict)

    def delivered_as(self, reply_ids: Sequence[int]) -> Exchange:
        """Every turn comes by here, hence no `replace`, which takes its time."""
        return Exchange(
            self.number,
            self.messages,
            self.asked_at,
            self.answered_at,
            self.sender,
            self.message_ids,
            tuple(reply_ids),
            self.model,
            self.prompt_tokens,
            self.answer_tokens,
            self.cut,
            self.feedback,
            self.more,
        )

    @property
    def user(self) -> str:
        """What the user wrote; several messages are joined by a line break."""
        return self.said_by("user")

    @property
    def assistant(self) -> str:
        return self.said_by("assistant")

    def said_by(self, role: Role) -> str:
        return "\n".join(message.text for message in self.messages if message.role == role)

    def to_json(self) -> dict[str, Any]:
        return {
            **self.more,
            "number": self.number,
            "messages": [message.to_json() for message in self.messages],
            "asked_at": self.asked_at.astimezone(UTC).isoformat(),
            "answered_at": self.answered_at.astimezone(UTC).isoformat(),
            "sender": {"id": self.sender.id, "name": self.sender.name},
            "message_ids": list(self.message_ids),
            "reply_ids": list(self.reply_ids),
            "model": self.model,
            "prompt_tokens": self.prompt_tokens,
            "answer_tokens": self.answer_tokens,
            "cut": self.cut,
            "feedback": self.feedback,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Exchange:
        """Read a stored exchange; raises BadExchange where it cannot be one."""
        try:
            sender = stored.get("sender") or {}
            return cls(
                number=int(stored["number"]),
                messages=tuple(Message.from_json(message) for message in stored["messages"]),
                asked_at=datetime.fromisoformat(stored["asked_at"]).astimezone(UTC),
                answered_at=datetime.fromisoformat(stored["answered_at"]).astimezone(UTC),
                sender=Sender(str(sender.get("id", "")), str(sender.get("name", ""))),
                message_ids=tuple(int(i) for i in stored.get("message_ids", ())),
                reply_ids=tuple(int(i) for i in stored.get("reply_ids", ())),
                model=str(stored.get("model", "")),
                prompt_tokens=int(stored.get("prompt_tokens", 0)),
                answer_tokens=int(stored.get("answer_tokens", 0)),
                cut=bool(stored.get("cut", False)),
                feedback=float(stored.get("feedback", 0.5)),
                more=_more(stored, _KNOWN),
            )
        except BadExchange:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadExchange(f"a stored exchange is damaged ({type(error).__name__})") from None


_KNOWN = frozenset(name for name in Exchange.__dataclass_fields__ if name != "more")


def _more(stored: Mapping[str, Any], known: frozenset[str] | set[str]) -> Mapping[str, Any]:
    return {name: value for name, value in stored.items() if name not in known}


def pair(
    number: int,
    user: str,
    assistant: str,
    *,
    at: datetime | None = None,
    sender: Sender | None = None,
) -> Exchange:
    """One plain exchange of a user text and its answer; `at` defaults to the Unix epoch."""
    moment = at or datetime.fromtimestamp(0, UTC)
    return Exchange(
        number=number,
        messages=(Message("user", user), Message("assistant", assistant)),
        asked_at=moment,
        answered_at=moment,
        sender=sender or NOBODY,
    )


class Numbered(Sequence[Exchange]):
    """Exchanges whose numbers are known without looking at them."""

    @property
    @abstractmethod
    def numbers(self) -> Sequence[int]:
        """Strictly growing."""


def after(exchanges: Sequence[Exchange], number: int) -> Sequence[Exchange]:
    """The exchanges whose number is greater than `number`, in their order."""
    if isinstance(exchanges, Numbered):
        return exchanges[bisect_right(exchanges.numbers, number) :]
    return tuple(exchange for exchange in exchanges if exchange.number > number)
