"""A chat as a page for a browser: one file, without scripts or anything loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape

from memory.conversation import Exchange, Message
from memory.store import ChatMemory
from workers.jobs import ChatSettings

_STYLE = """
body { max-width: 42em; margin: 2em auto; padding: 0 1em; font: 1em/1.5 system-ui, sans-serif;
  color: #222; background: #fff }
section { margin-top: 3em }
article { margin: 1em 0; padding: .6em 1em; border-radius: .8em; background: #f1f3f4 }
article.user { background: #e3f2e6; margin-inline-start: 2em }
article.assistant { margin-inline-end: 2em }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
small { color: #666 }
"""


def export_page(chat: str, settings: ChatSettings, memories: Sequence[ChatMemory]) -> str:
    """Every word as it was written, each paragraph in its own direction; times in UTC."""
    body = "\n".join(_parts(chat, settings, memories))
    return (
        '<!doctype html>\n<html>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Hafez: {escape(chat)}</title>\n<style>{_STYLE}</style>\n{body}\n</html>\n"
    )


def _parts(chat: str, settings: ChatSettings, memories: Sequence[ChatMemory]) -> Iterator[str]:
    yield f"<h1>Hafez: {escape(chat)}</h1>"
    if settings.persona:
        yield _article("persona", "/persona", settings.persona)
    for memory in memories:
        yield f"<section>\n<h2>/chats {memory.conversation.number}</h2>"
        summary = _summary(memory)
        if summary:
            yield _article("summary", f"… {memory.watermark}", summary)
        for exchange in memory.exchanges:
            yield from _exchange(exchange)
        yield "</section>"


def _summary(memory: ChatMemory) -> str:
    state = (memory.states.get("summary") or {}).get("state") or {}
    return str(state.get("text") or "")


def _exchange(exchange: Exchange) -> Iterator[str]:
    for message in exchange.messages:
        at = exchange.asked_at if message.role == "user" else exchange.answered_at
        yield _article(message.role, f"{_who(exchange, message)} · {_minute(at)}", message.text)


def _who(exchange: Exchange, message: Message) -> str:
    if message.role == "user":
        return exchange.sender.name or "user"
    return "Hafez" if message.role == "assistant" else message.role


def _minute(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(sep=" ", timespec="minutes")[:16]


def _article(kind: str, head: str, text: str) -> str:
    said = f'<p dir="auto">{escape(text)}</p>'
    return f'<article class="{kind}"><small>{escape(head)}</small>\n{said}</article>'
