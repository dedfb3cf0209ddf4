"""A chat as a page for a browser: one file, without scripts or anything loaded from elsewhere, its
headings and numbers in the language of whom it is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any

from bot.texts import RIGHT_TO_LEFT, language_of
from bot.texts.numbers import digits
from bot.texts.page import TEXTS
from memory.conversation import Exchange, Message
from memory.store import ChatMemory
from workers.export import Exported

_STYLE = """
body { max-width: 42em; margin: 2em auto; padding: 0 1em; font: 1em/1.5 system-ui, sans-serif;
  color: #222; background: #fff }
section { margin-top: 3em }
article { margin: 1em 0; padding: .6em 1em; border-radius: .8em; background: #f1f3f4 }
article.user { background: #e3f2e6; margin-inline-start: 2em }
article.assistant { margin-inline-end: 2em }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
small { color: #666 }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #17191c }
  article { background: #24282d }
  article.user { background: #1f3a2a }
  small { color: #9aa }
}
"""


def export_page(exported: Exported) -> str:
    """Every word as it was written, each paragraph in its own direction; times in UTC."""
    return _Page(language_of(exported.settings.language or exported.language)).of(exported)


@dataclass(frozen=True, slots=True)
class _Page:
    language: str

    def of(self, exported: Exported) -> str:
        direction = "rtl" if self.language in RIGHT_TO_LEFT else "ltr"
        title = self._say("export_title")
        return (
            f'<!doctype html>\n<html lang="{self.language}" dir="{direction}">\n'
            '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
            f"<title>Hafez: {title}</title>\n<style>{_STYLE}</style>\n<h1>{title}</h1>\n"
            + "\n".join(self._parts(exported))
            + "\n</html>\n"
        )

    def _parts(self, exported: Exported) -> Iterator[str]:
        made = self._say("export_made", at=self._minute(exported.at))
        yield f"<p><bdi>{escape(exported.chat)}</bdi> · {made}</p>"
        if exported.settings.persona:
            yield _article("persona", self._say("export_persona"), exported.settings.persona)
        if not exported.memories:
            yield f"<p>{self._say('export_nothing')}</p>"
        for memory in exported.memories:
            yield from self._conversation(memory)
        letters = exported.held.get("dead") or ()
        given_up = [turn for letter in letters for turn in letter.get("turns") or ()]
        yield from self._turns("export_waiting", [turn for turn, _ in _waiting(exported.held)])
        yield from self._turns("export_dead", given_up)

    def _conversation(self, memory: ChatMemory) -> Iterator[str]:
        counted = {"number": memory.conversation.number, "exchanges": len(memory.exchanges)}
        yield f"<section>\n<h2>{self._say('export_conversation', **counted)}</h2>"
        summary = _summary(memory)
        if summary:
            head = self._say("memory_summary", watermark=memory.watermark)
            yield _article("summary", head, summary)
        for exchange in memory.exchanges:
            yield from self._exchange(exchange)
        yield "</section>"

    def _exchange(self, exchange: Exchange) -> Iterator[str]:
        for message in exchange.messages:
            at = exchange.asked_at if message.role == "user" else exchange.answered_at
            head = f"{self._who(exchange, message)} · {self._minute(at)}"
            yield _article(message.role, head, message.text)

    def _turns(self, title: str, turns: list[Any]) -> Iterator[str]:
        readable = [turn for turn in turns if isinstance(turn, dict)]
        if readable:
            yield f"<section>\n<h2>{self._say(title)}</h2>"
            for turn in readable:
                sender = turn.get("sender")
                name = str(sender.get("name") or "") if isinstance(sender, dict) else ""
                yield _article("user", name, str(turn.get("text") or ""))
            yield "</section>"

    def _who(self, exchange: Exchange, message: Message) -> str:
        if message.role == "user":
            return exchange.sender.name or self._say("who_user")
        return "Hafez" if message.role == "assistant" else self._say("who_tool")

    def _minute(self, at: datetime) -> str:
        shown = at.astimezone(UTC).isoformat(sep=" ", timespec="minutes")[:16]
        return digits(shown, self.language)

    def _say(self, key: str, **values: Any) -> str:
        return TEXTS.say(key, self.language, **values)


def _waiting(held: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Turns and their update ids, in the order in which they are going to be answered."""
    waiting = [(turn, update_id) for turn, update_id in held.get("turns") or ()]
    return sorted(waiting, key=lambda each: float(each[1]))


def _summary(memory: ChatMemory) -> str:
    state = (memory.states.get("summary") or {}).get("state") or {}
    return str(state.get("text") or "")


def _article(kind: str, head: str, text: str) -> str:
    said = f'<p dir="auto">{escape(text)}</p>'
    return f'<article class="{kind}"><small dir="auto">{escape(head)}</small>\n{said}</article>'
