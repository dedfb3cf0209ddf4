"""The chats behind the fake server: their messages and drafts, and who may not be written to."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.telegram import judge
from tests.telegram.drafts import Drafts, Shown
from tests.telegram.limits import Limits
from tests.telegram.updates import message

BOT = {
    "id": 123456,
    "is_bot": True,
    "first_name": "Hafez",
    "username": "hafez_test_bot",
    "can_join_groups": True,
    "can_read_all_group_messages": False,
    "supports_inline_queries": False,
    "has_topics_enabled": True,
}
NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are "
    "exactly the same as a current content and reply markup of the message"
)
DELETABLE_S = 48 * 3600
"""A bot's own messages are deleted no later than this."""

Params = dict[str, Any]


class Refused(Exception):
    """The Bot API's error: (status, description, parameters or None)."""


@dataclass
class Chats:
    """`sent`: the messages as people see them, oldest first · missing_threads: topics that were
    deleted · blocked: who blocked the bot · migrated: group -> the supergroup it became · limits:
    None takes everything · said: what people wrote, by chat and message id · connections: to
    business accounts, by their names."""

    clock: Callable[[], float]
    limits: Limits | None = None
    sent: list[dict[str, Any]] = field(default_factory=list)
    missing_threads: set[int] = field(default_factory=set)
    blocked: set[int] = field(default_factory=set)
    migrated: dict[int, int] = field(default_factory=dict)
    said: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    connections: dict[str, dict[str, Any]] = field(default_factory=dict)
    _message_ids: set[tuple[int, int]] = field(default_factory=set)
    _came_at: dict[tuple[int, int], float] = field(default_factory=dict)
    _next_message_id: int = 1

    def __post_init__(self) -> None:
        self.drafts = Drafts(self.clock)

    def send(self, params: Params) -> Any:
        chat_id = self._writable(params)
        text, entities = judged(params)
        self._check_thread_and_reply(chat_id, params)
        sent = {
            "message_id": self.new_message_id(chat_id),
            "date": int(time.time()),
            "chat": message(None, 0, chat_id=chat_id)["chat"],
            "from": BOT,
            "text": text,
            "entities": entities[: judge.MOST_ENTITIES],
            **_markup(params),
            **self._answered(chat_id, params),
            **self._in_the_name_of(params),
        }
        thread = int(params.get("message_thread_id") or 0)
        if thread:
            sent["message_thread_id"] = thread
            sent["is_topic_message"] = True
        self.sent.append(sent)
        self.drafts.remove((chat_id, thread))
        return sent

    def edit(self, params: Params) -> Any:
        self._writable(params)
        self._in_the_name_of(params)
        text, entities = judged(params)
        sent = self._found(params, "message to edit not found")
        new = {"text": text, "entities": entities[: judge.MOST_ENTITIES], **_markup(params)}
        old = {"text": sent["text"], "entities": sent["entities"], **_markup(sent)}
        if new == old:
            raise Refused(400, NOT_MODIFIED)
        sent.pop("reply_markup", None)
        sent.update(new)
        return sent

    def edit_markup(self, params: Params) -> Any:
        sent = self._found(params, "message to edit not found")
        if _markup(params) == _markup(sent):
            raise Refused(400, NOT_MODIFIED)
        sent.pop("reply_markup", None)
        sent.update(_markup(params))
        return sent

    def delete(self, params: Params) -> bool:
        sent = self._found(params, "message to delete not found")
        if self.clock() - self._came_at[sent["chat"]["id"], sent["message_id"]] > DELETABLE_S:
            raise Refused(400, "Bad Request: message can't be deleted for everyone")
        self.sent.remove(sent)
        return True

    def delete_on_behalf(self, connection: str, message_id: int) -> None:
        """Its ids are the account's own: no chat is named."""
        for sent in self.sent:
            if (sent.get("business_connection_id"), sent["message_id"]) == (connection, message_id):
                self.sent.remove(sent)
                return
        raise Refused(400, "Bad Request: message to delete not found")

    def draft(self, params: Params) -> bool:
        chat_id = self._writable(params)
        if chat_id < 0:
            raise Refused(400, "Bad Request: message drafts can be sent only to private chats")
        if not int(params.get("draft_id", 0)):
            raise Refused(400, "Bad Request: draft identifier must be non-zero")
        something = params.get("text") or params.get("rich_message")
        text, entities = judged(params) if something else ("", [])
        self._check_thread_and_reply(chat_id, params)
        place = chat_id, int(params.get("message_thread_id") or 0)
        can_stop = bool(params.get("can_stop"))
        self.drafts.show(place, Shown(int(params["draft_id"]), text, entities, can_stop, 0))
        return True

    def action(self, params: Params) -> bool:
        self._reachable(params)
        self._in_the_name_of(params)
        return True

    def new_message_id(self, chat_id: int) -> int:
        message_id, self._next_message_id = self._next_message_id, self._next_message_id + 1
        self._message_ids.add((chat_id, message_id))
        self._came_at[chat_id, message_id] = self.clock()
        return message_id

    def _writable(self, params: Params) -> int:
        """The chat's id; raises Refused when nothing may be sent to it now."""
        chat_id = self._reachable(params)
        wait_s = self.limits.refused_for(chat_id) if self.limits else 0
        if wait_s:
            told = f"Too Many Requests: retry after {wait_s}"
            raise Refused(429, told, {"retry_after": wait_s})
        return chat_id

    def _reachable(self, params: Params) -> int:
        chat_id = int(params["chat_id"])
        if chat_id in self.blocked:
            raise Refused(403, "Forbidden: bot was blocked by the user")
        if chat_id in self.migrated:
            told = "Bad Request: group chat was upgraded to a supergroup chat"
            raise Refused(400, told, {"migrate_to_chat_id": self.migrated[chat_id]})
        return chat_id

    def _found(self, params: Params, missing: str) -> dict[str, Any]:
        key = int(params["chat_id"]), int(params["message_id"]), _connection(params)
        for sent in self.sent:
            if (sent["chat"]["id"], sent["message_id"], _connection(sent)) == key:
                return sent
        raise Refused(400, f"Bad Request: {missing}")

    def _in_the_name_of(self, params: Params) -> dict[str, Any]:
        """What a message has besides that is sent to somebody who writes to a business account."""
        name = _connection(params)
        if not name:
            return {}
        connection = self.connections.get(name)
        if connection is None or not connection["is_enabled"]:
            raise Refused(400, "Bad Request: business connection not found")
        if not connection["rights"].get("can_reply"):
            raise Refused(400, "Bad Request: BUSINESS_CONNECTION_NOT_ALLOWED")
        return {
            "business_connection_id": name,
            "from": connection["user"],
            "sender_business_bot": BOT,
        }

    def _answered(self, chat_id: int, params: Params) -> dict[str, Any]:
        reply = params.get("reply_parameters") or {}
        question = self.said.get((chat_id, int(reply.get("message_id", 0))))
        return {"reply_to_message": question} if question else {}

    def _check_thread_and_reply(self, chat_id: int, params: Params) -> None:
        if int(params.get("message_thread_id") or 0) in self.missing_threads:
            raise Refused(400, "Bad Request: message thread not found")
        reply = params.get("reply_parameters") or {}
        target = (chat_id, int(reply.get("message_id", 0)))
        optional = not reply or reply.get("allow_sending_without_reply")
        if not optional and target not in self._message_ids:
            raise Refused(400, "Bad Request: message to be replied not found")


def _connection(given: Mapping[str, Any]) -> str:
    return str(given.get("business_connection_id") or "")


def _markup(given: Mapping[str, Any]) -> dict[str, Any]:
    markup = given.get("reply_markup")
    return {"reply_markup": markup} if markup else {}


def _rich(content: Mapping[str, Any]) -> str:
    """By rule: TDLib sends the source of a rich message on as it is."""
    sources = [content[name] for name in ("html", "markdown", "blocks") if content.get(name)]
    if len(sources) != 1:
        raise Refused(400, "Bad Request: exactly one of html, markdown and blocks must be used")
    text = str(sources[0])
    if len(text) > 32_768:
        raise Refused(400, "Bad Request: RICH_MESSAGE_TOO_LONG")
    if _blocks(text) > 500 or _columns(text) > 20 or _levels(text) > 16 or text.count("![") > 50:
        raise Refused(400, "Bad Request: RICH_MESSAGE_INVALID")
    return text


def _blocks(markdown: str) -> int:
    """Paragraphs, headings and blocks of code, and each item of a list and each row of a table."""
    parted = len(re.split(r"\n[ \t]*\n", markdown.strip()))
    return parted + len(re.findall(r"\n[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]|\|)", markdown))


def _columns(markdown: str) -> int:
    """Of the widest table, by the line under its titles."""
    under = re.findall(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:-]*)+$", markdown, re.MULTILINE)
    return max((line.strip().strip("|").count("|") + 1 for line in under), default=0)


def _levels(markdown: str) -> int:
    """Of quotations in quotations, and of lists in lists at two columns each."""
    quoted = re.findall(r"^(?:[ \t]*>)+", markdown, re.MULTILINE)
    items = re.findall(r"^([ ]*)(?:[-*+]|\d{1,9}[.)])[ \t]", markdown, re.MULTILINE)
    return max([found.count(">") for found in quoted] + [len(i) // 2 + 1 for i in items], default=0)


def judged(params: Params) -> tuple[str, list[dict[str, Any]]]:
    """What Telegram would show; raises Refused with Telegram's words."""
    if params.get("rich_message"):
        return _rich(params["rich_message"]), []
    text, entities = str(params.get("text", "")), list(params.get("entities", []))
    if not judge.available():
        return text, entities
    refused = None
    if params.get("parse_mode"):
        text, _, refused = judge.parsed(text, str(params["parse_mode"]).lower())
        entities = []
    refused = refused or judge.refusal(text, entities)
    if refused:
        raise Refused(400, refused)
    return judge.trimmed(text, entities), entities
