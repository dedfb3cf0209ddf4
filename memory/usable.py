"""Whether a model's answer can be a summary at all, and why not. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from memory.facts.change_language import language_of
from memory.facts.naming import other_script
from memory.facts.question_words import SILENT
from memory.words import folded, units

_REFUSALS = tuple(
    folded(phrase)
    for phrase in (
        "I'm sorry, but I can",
        "I’m sorry, but I can",
        "I am sorry, but I can",
        "Sorry, I can",
        "Sorry, but I can",
        "I can't help",
        "I can’t help",
        "I cannot",
        "I can't summar",
        "I can’t summar",
        "I'm unable to",
        "I’m unable to",
        "I am unable to",
        "I won't be able",
        "As an AI",
        "متأسفم",
        "متاسفم",
        "نمی‌توانم",
        "نمیتوانم",
        "من نمی‌توانم",
        "با عرض پوزش",
        "به عنوان یک هوش مصنوعی",
        "به عنوان یک مدل زبانی",
        "抱歉",
        "很抱歉",
        "对不起",
        "我无法",
        "我不能",
        "作为一个人工智能",
        "作为AI",
        "لا أستطيع",
        "عذرا",
        "Извините, но я",
        "К сожалению, я не могу",
        "Es tut mir leid, aber ich",
        "Je suis désolé, mais je",
        "Lo siento, pero no",
    )
)
_ORDERS = regex.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,40}\b(?:above|previous|prior|earlier|instructions?|rules)\b"
    r"|\b(?:instead|only)\b.{0,20}\b(?:say|write|answer|reply|output)\b"
    r"|نادیده بگیر|دستورهای قبلی|فقط بنویس|فقط بگو"
    r"|忽略(?:以上|上面|之前|前面)|无视(?:以上|上面|之前)|只(?:回答|输出|说)"
    r"|игнорируй|تجاهل",
    regex.IGNORECASE | regex.DOTALL,
)
"""A message with such words may be an order to whoever summarises it."""
_ENOUGH_WORDS = 12
_LEAST_SHARED = 0.15
"""Share of an answer's words that its sources must have: a summary in other words still names the
same things, a text about something else does not."""
_LEAST_KEPT = 0.2


def why_unusable(answer: str, previous: str, messages: Sequence[str]) -> str | None:
    """A reason code, or None: empty, refusal, obeys_the_chat, another_language, unrelated."""
    plain = " ".join(folded(answer).split())
    if not any(c.isalnum() for c in plain):
        return "empty"
    if plain.startswith(_REFUSALS):
        return "refusal"
    if _obeys(plain, messages):
        return "obeys_the_chat"
    sources = "\n".join([previous, *messages])
    if other_script(answer, sources) or _other_language(answer, sources):
        return "another_language"
    words = _content(answer)
    if len(words) >= _ENOUGH_WORDS and len(words & _content(sources)) < _LEAST_SHARED * len(words):
        return "unrelated"
    return None


def forgets(text: str, previous: str) -> bool:
    """Whether a new summary has next to nothing of the one that it should go on with."""
    words = _content(previous)
    return len(words) >= _ENOUGH_WORDS and len(words & _content(text)) < _LEAST_KEPT * len(words)


def _content(text: str) -> set[str]:
    return {unit for unit in units(text) if unit not in SILENT}


def _obeys(plain: str, messages: Sequence[str]) -> bool:
    """Whether the whole answer is a piece of a message that gives orders."""
    return any(
        _ORDERS.search(message) and plain.rstrip(".!。！") in " ".join(folded(message).split())
        for message in messages
    )


def _other_language(answer: str, sources: str) -> bool:
    """Of languages with the same letters, told by their small words."""
    told, wanted = language_of(answer), language_of(sources)
    return bool(told and wanted) and told != wanted
