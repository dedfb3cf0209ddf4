"""What reached the reader: whether words were lost, or code was altered.

The measure knows nothing of the renderers. Lost: every word that markdown-it (another parser than
any renderer measured here uses; its HTML switched off, so that `<div>` is text) finds to be visible
must occur, in order, in the parts together; and every word of the source outside Markdown's own
signs (fence languages, list numbers, ticks, labels, a formula's commands, entities) must occur in
the text, in a link's address or as a code block's language. Code: the content of every code block
and every inline code must occur exactly; where a message ends within it, white space
does not count, for Telegram cuts that off a message.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.fences import with_longer_outer_fences
from tests.telegram import judge

Part = tuple[str, Sequence[Mapping[str, Any]]]
"""A message: its text, and its entities as the Bot API has them."""

_READER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def refusals(parts: Iterable[Part]) -> list[str]:
    judge.execute(judge.execute_quietly)
    return [verdict for text, entities in parts if (verdict := _refusal(text, entities))]


def _refusal(text: str, entities: Sequence[Mapping[str, Any]]) -> str | None:
    if len(entities) > judge.MOST_ENTITIES:
        return "more entities than Telegram keeps"
    return judge.refusal(text, entities)


def lost(source: str, parts: Sequence[Part]) -> list[str]:
    """The words that are missing, [] where all are there."""
    tokens = _parsed(source)
    text = _signs("".join(judge.trimmed(text, entities) for text, entities in parts))
    return [*_missing_in_order(_visible(tokens), text), *_missing(source, text, parts)]


def _missing_in_order(pieces: Iterable[str], text: str) -> Iterator[str]:
    at = 0
    for piece in pieces:
        for word in _words(piece):
            found = text.find(word, at)
            if found < 0:
                yield word
            else:
                at = found + len(word)


def _missing(source: str, text: str, parts: Sequence[Part]) -> Iterator[str]:
    told = "".join(
        str(entity.get("url") or "") + " " + str(entity.get("language") or "")
        for _, entities in parts
        for entity in entities
    )
    shown = text + " " + _signs(told)
    for word in _words(_without_signs_of_markdown(source)):
        if word not in shown:
            yield word


def altered_code(source: str, parts: Sequence[Part]) -> list[str]:
    """The pieces of code that did not arrive as they were written."""
    texts = [judge.trimmed(text, entities) for text, entities in parts]
    flat = [" ".join(text.split()) for text in texts]
    return [
        code
        for code in _code(source)
        if not _arrived(code, texts)
        and not (_in_several_lines(code, source) and _arrived(" ".join(code.split()), flat))
    ]


def _in_several_lines(code: str, source: str) -> bool:
    """Inline code over a line's end, where parsers differ how much white space is left."""
    return "\n" not in code and code not in source


def _arrived(code: str, texts: Sequence[str]) -> bool:
    """Exactly in one message; or in several, and then in none of them as a whole."""
    if any(code in text for text in texts):
        return True
    signs = _without_space(code)
    alone = any(signs in _without_space(text) for text in texts)
    return not alone and signs in _without_space("".join(texts))


def _parsed(source: str) -> list[Token]:
    """A fence that quotes Markdown ends where its writer meant, not with an inner fence. Indented
    code counts behind an empty line only: of a line behind a table or a link's definition,
    parsers differ whether it belongs to those."""
    source = with_longer_outer_fences(_sendable(source))
    lines = source.split("\n")
    return [
        token
        for token in _READER.parse(source)
        if token.type != "code_block" or not (token.map and lines[token.map[0] - 1].strip())
    ]


def _code(source: str) -> Iterator[str]:
    """What can be seen of it."""
    for token in _leaves(_parsed(source)):
        if token.type in _CODE and not judge.looks_empty(token.content):
            yield token.content.rstrip()


def _visible(tokens: Iterable[Token]) -> Iterator[str]:
    for token in _leaves(tokens):
        if token.type == "image":
            yield from _visible(token.children or ())
        elif token.type in ("text", "text_special", *_CODE):
            yield _read_aloud(token.content)


_CODE = ("fence", "code_block", "code_inline")


def _leaves(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        if token.type == "inline":
            yield from _leaves(token.children or ())


def _read_aloud(text: str) -> str:
    for sign in (_TICK, _FORMULA, _ROW_BREAK):
        text = sign.sub(" ", text)
    return text


_TICK = re.compile(r"^\[[xX]\](?: |$)")
_ROW_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_FORMULA = re.compile(r"\$[^$\n]*\\[^$]*\$|\\[A-Za-z]+")
_OWN_SIGNS: Sequence[re.Pattern[str]] = (
    re.compile(r"^[ \t>*+\d.)-]*(?:`{3,}[^`\n]*|~~~.*)$", re.MULTILINE),
    re.compile(r"^[ \t>*+-]*(?:\d+[.)][ \t]*)+(?=\s|$)", re.MULTILINE),
    re.compile(r"^[ \t>*+\d.)-]*\[[xX]\](?=\s)", re.MULTILINE),
    re.compile(r"\]\[[^\]\n]*\]"),
    re.compile(r"^[ \t>*+\d.)-]*\[[^\]\n]+\]:", re.MULTILINE),
    re.compile(r"\$[^$]*\\[^$]*\$|\\\([^\n]*?\\\)|\\\[.*?\\\]", re.DOTALL),
    re.compile(r"&#?\w+;"),
    _ROW_BREAK,
)


def _without_signs_of_markdown(source: str) -> str:
    source = _sendable(source)
    for sign in _OWN_SIGNS:
        source = sign.sub(" ", source)
    return html.unescape(source)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", normalize("NFKD", text))


def _signs(text: str) -> str:
    """Letters and digits only, so that a word that a message's end cut is whole again."""
    return "".join(_words(text))


def _without_space(text: str) -> str:
    return "".join(text.split())


def _sendable(text: str) -> str:
    """What no message can hold is no loss: control characters, and halves of characters."""
    text = re.sub(r"\r\n|[\r\u2028\u2029]", "\n", text)
    text = re.sub(r"[\u202a-\u202e]", "", text)
    return re.sub(r"[\ud800-\udfff]", "\ufffd", re.sub(r"[\x00-\x08\x0b-\x1f]", " ", text))
