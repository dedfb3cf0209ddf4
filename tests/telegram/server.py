"""A Bot API server over HTTP that judges every text with Telegram's own parser.

Speaks what the bot uses (unknown methods are 404), takes form-urlencoded and multipart bodies
with JSON-encoded nested fields, misbehaves as scripted, and logs every call. Under /control/
another process can inject messages, script faults and read the log.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from aiohttp import web

from tests.telegram import judge
from tests.telegram.business import Business
from tests.telegram.chats import BOT, Chats, Params, Refused
from tests.telegram.control import add_control
from tests.telegram.faults import Fault, Script
from tests.telegram.limits import Limits
from tests.telegram.pressing import Pressing
from tests.telegram.updates import CONFLICT, Terminated, Updates, message
from tests.telegram.webhooks import ACTIVE, Webhooks

__all__ = ["TOKEN", "Call", "FakeTelegram", "Params", "Refused"]

TOKEN = "123456:FAKE-token_for_the_fake_server-0001"


@dataclass(slots=True)
class Call:
    """One call: `at` in seconds since the server began, `answer` the description of an error, a
    fault's kind, or "ok"; `applied` whether it took effect."""

    method: str
    params: Params
    at: float
    answer: str = "pending"
    applied: bool = False


class FakeTelegram:
    """`clock` tells the seconds that calls are logged with and drafts live by; `limited` refuses
    floods as Telegram does."""

    def __init__(
        self,
        token: str = TOKEN,
        *,
        clock: Callable[[], float] = time.monotonic,
        limited: bool = False,
    ) -> None:
        self.token = token
        self.updates = Updates()
        self.script = Script()
        self.log: list[Call] = []
        self.documents: list[tuple[int, str, bytes]] = []
        self.chats = Chats(clock, Limits(clock) if limited else None)
        self.people = Pressing(self.updates, self.chats)
        self.business = Business(self.updates, self.chats)
        self.webhooks = Webhooks(self.updates, self._tell)
        self.missing_methods: set[str] = set()
        self.standings: dict[int, dict[str, Any]] = {}  # the bot's in a chat; else a plain member
        self.url = ""
        self._clock = clock
        self._began = clock()
        self._released = asyncio.Event()
        self._changed = asyncio.Condition()
        self._runner: web.AppRunner | None = None
        self._methods: dict[str, Callable[[Params], Awaitable[Any]]] = {
            name.lower(): method
            for name, method in {
                "getMe": self._get_me,
                "getChatMember": self._get_chat_member,
                "getUpdates": self._get_updates,
                "sendMessage": self._send_message,
                "sendRichMessage": self._send_rich_message,
                "sendDocument": self._send_document,
                "sendMessageDraft": self._send_message_draft,
                "sendRichMessageDraft": self._send_message_draft,
                "editMessageText": self._edit_message_text,
                "deleteMessage": self._delete_message,
                "sendChatAction": self._send_chat_action,
                "answerCallbackQuery": self._agreed,
                "editMessageReplyMarkup": self._edit_message_reply_markup,
                "setMyCommands": self._agreed,
                "getBusinessConnection": self.business.get,
                "deleteBusinessMessages": self.business.delete_sent,
                "setWebhook": self.webhooks.set,
                "deleteWebhook": self.webhooks.delete,
                "getWebhookInfo": self._get_webhook_info,
            }.items()
        }

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    async def start(self, port: int = 0) -> None:
        if judge.available():
            judge.execute(judge.execute_quietly)
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        self._released.set()
        await self.webhooks.end()
        if self._runner:
            await self._runner.cleanup()

    # What tests do and ask

    def say(self, text: str | None, **details: Any) -> int:
        """A user writes; returns the update id. Details: see updates.message."""
        update_id = details.pop("update_id", None)
        written = message(text, self.chats.new_message_id(details.get("chat_id", 7)), **details)
        self.chats.said[written["chat"]["id"], written["message_id"]] = written
        given = {} if update_id is None else {"update_id": update_id}
        return self.updates.add({"message": written, **given})

    @property
    def sent(self) -> list[dict[str, Any]]:
        """The messages as people see them, oldest first."""
        return self.chats.sent

    @property
    def missing_threads(self) -> set[int]:
        return self.chats.missing_threads

    @property
    def age_s(self) -> float:
        """How long it has been there, by its clock; calls are logged with it."""
        return self._clock() - self._began

    def release_stalled(self) -> None:
        self._released.set()
        self._released = asyncio.Event()

    def calls(self, method: str) -> list[Call]:
        return [call for call in self.log if call.method.lower() == method.lower()]

    async def until(self, condition: Callable[[], object], timeout_s: float = 10) -> None:
        """Wait until something that changes with a call's begin or end has become true."""
        async with self._changed, asyncio.timeout(timeout_s):
            await self._changed.wait_for(condition)

    def texts(self, chat_id: int | None = None) -> list[str]:
        return [m["text"] for m in self.sent if chat_id in (None, m["chat"]["id"])]

    # HTTP

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_route("*", "/bot{token}/{method}", self._called)
        add_control(app, self)
        return app

    async def _called(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["method"]
        call = Call(name, await _params(request), self.age_s)
        self.log.append(call)
        try:
            return await self._answer(request, call)
        finally:
            await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _answer(self, request: web.Request, call: Call) -> web.StreamResponse:
        await self._tell()
        known = call.method.lower() not in self.missing_methods
        method = self._methods.get(call.method.lower()) if known else None
        if request.match_info["token"] != self.token:
            return self._error(call, 401, "Unauthorized")
        if method is None:
            return self._error(call, 404, "Not Found: method not found")
        fault = self.script.take(call.method)
        if fault and not fault.applied:
            return await self._misbehave(request, call, fault)
        try:
            result = await method(call.params)
        except Refused as refused:
            return self._error(call, *refused.args)
        call.applied = True
        if fault:
            return await self._misbehave(request, call, fault)
        call.answer = "ok"
        return web.json_response({"ok": True, "result": result})

    async def _misbehave(
        self, request: web.Request, call: Call, fault: Fault
    ) -> web.StreamResponse:
        if fault.kind == "error":
            return self._error(call, fault.status, fault.description, fault.parameters)
        call.answer = fault.kind
        await self._tell()
        if fault.kind == "stall":
            await self._released.wait()
        if request.transport:
            request.transport.abort()
        return web.Response()

    def _error(
        self,
        call: Call,
        status: int,
        description: str,
        parameters: Mapping[str, Any] | None = None,
    ) -> web.StreamResponse:
        call.answer = description
        body = {"ok": False, "error_code": status, "description": description}
        if parameters:
            body["parameters"] = dict(parameters)
        return web.json_response(body, status=status)

    # Methods

    async def _get_me(self, _: Params) -> Any:
        return BOT

    async def _get_chat_member(self, params: Params) -> Any:
        """It knows of the bot alone."""
        chat = int(params["chat_id"])
        return {"user": BOT, **self.standings.get(chat, {"status": "member"})}

    async def _agreed(self, _: Params) -> Any:
        return True

    async def _get_webhook_info(self, _: Params) -> Any:
        return self.webhooks.info()

    async def _get_updates(self, params: Params) -> Any:
        if self.webhooks.url:
            raise Refused(409, ACTIVE)
        self.updates.confirm(int(params.get("offset", 0)))
        await self._tell()
        try:
            return await self.updates.poll(
                int(params.get("limit", 100)),
                float(params.get("timeout", 0)),
            )
        except Terminated:
            raise Refused(409, CONFLICT) from None

    async def _send_message(self, params: Params) -> Any:
        return self.chats.send(params)

    async def _send_rich_message(self, params: Params) -> Any:
        return self.chats.send(params)

    async def _send_document(self, params: Params) -> Any:
        """`documents` keeps (chat, name, content); the message itself has no text."""
        sent = self.chats.send({**params, "text": "(a document)"})
        field = params[str(params["document"]).removeprefix("attach://")]
        self.documents.append((int(params["chat_id"]), field.filename, field.file.read()))
        return sent

    async def _send_message_draft(self, params: Params) -> Any:
        return self.chats.draft(params)

    async def _edit_message_text(self, params: Params) -> Any:
        return self.chats.edit(params)

    async def _edit_message_reply_markup(self, params: Params) -> Any:
        return self.chats.edit_markup(params)

    async def _delete_message(self, params: Params) -> Any:
        return self.chats.delete(params)

    async def _send_chat_action(self, params: Params) -> Any:
        return self.chats.action(params)


async def _params(request: web.Request) -> Params:
    """Query and body together; nested fields are JSON, a text stays as it is."""
    fields = {**request.query, **await request.post()}
    return {name: _value(name, value) for name, value in fields.items()}


def _value(name: str, value: Any) -> Any:
    if name == "text" or not isinstance(value, str):
        return value
    with suppress(ValueError):
        return json.loads(value)
    return value
