"""Telegram's own parser (TDLib, offline) says what Telegram would make of a message.

`refusal` gives the error text of the Bot API for text + entities, `parsed` what a parse mode
yields. Where the package has no wheel the judge is missing, and tests that need it are skipped.
"""

from __future__ import annotations

import importlib
import json
import unicodedata
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

tdjson: ModuleType | None
try:
    tdjson = importlib.import_module("tdjson")
except ImportError:  # no wheel for this platform
    tdjson = None

MISSING = "tdjson has no wheel for this platform, so Telegram's own parser cannot judge here"

MOST_CODE_POINTS = 4096
MOST_RAW_BYTES = 32_768
MOST_ENTITIES = 100

_KINDS = {
    "blockquote": "textEntityTypeBlockQuote",
    "bold": "textEntityTypeBold",
    "code": "textEntityTypeCode",
    "custom_emoji": "textEntityTypeCustomEmoji",
    "expandable_blockquote": "textEntityTypeExpandableBlockQuote",
    "italic": "textEntityTypeItalic",
    "spoiler": "textEntityTypeSpoiler",
    "strikethrough": "textEntityTypeStrikethrough",
    "text_link": "textEntityTypeTextUrl",
    "underline": "textEntityTypeUnderline",
}
_FOUND_BY_TELEGRAM = {"mention", "hashtag", "cashtag", "bot_command", "url", "email"}
_MODES = {
    "html": {"@type": "textParseModeHTML"},
    "markdown": {"@type": "textParseModeMarkdown", "version": 1},
    "markdownv2": {"@type": "textParseModeMarkdown", "version": 2},
}


def available() -> bool:
    return tdjson is not None


def execute(request: Mapping[str, Any]) -> dict[str, Any]:
    """One synchronous TDLib call; an error comes back as {"@type": "error", …}."""
    if tdjson is None:
        raise RuntimeError(MISSING)
    answer = tdjson.td_execute(json.dumps(request).encode())
    return dict(json.loads(answer or b"{}"))


execute_quietly = {"@type": "setLogVerbosityLevel", "new_verbosity_level": 0}


def refusal(text: str, entities: Sequence[Mapping[str, Any]] = ()) -> str | None:
    """The Bot API's error description for this message, None when it is accepted."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_RAW_BYTES:
        return "Bad Request: text is too long"
    verdict = execute(
        {
            "@type": "getMarkdownText",
            "text": {
                "@type": "formattedText",
                "text": text,
                "entities": [_entity(e) for e in entities if e["type"] not in _FOUND_BY_TELEGRAM],
            },
        }
    )
    if verdict["@type"] == "error":
        return f"Bad Request: {_lowered(verdict['message'])}"
    if looks_empty(text):
        return "Bad Request: message text is empty"
    if len(trimmed(text, entities)) > MOST_CODE_POINTS:
        return "Bad Request: message is too long"
    return None


def parsed(text: str, mode: str) -> tuple[str, list[dict[str, Any]], str | None]:
    """(text, TDLib entities, refusal) of a text sent with parse_mode."""
    answer = execute({"@type": "parseTextEntities", "text": text, "parse_mode": _MODES[mode]})
    if answer["@type"] == "error":
        return "", [], f"Bad Request: {_lowered(answer['message'])}"
    return answer["text"], answer["entities"], None


def trimmed(text: str, entities: Sequence[Mapping[str, Any]] = ()) -> str:
    """As stored: trailing white space goes, leading only up to the first entity."""
    first = min((int(entity["offset"]) for entity in entities), default=len(text) * 2)
    lead, units = 0, 0
    while lead < len(text) and text[lead].isspace() and units < first:
        units += 2 if text[lead] > "\uffff" else 1
        lead += 1
    return text[lead:].rstrip()


def looks_empty(text: str) -> bool:
    """Only white space and characters that are drawn as nothing."""
    return not "".join(
        c for c in text if unicodedata.category(c)[0] not in "ZC" and c not in "\u2800\u3164"
    )


def _entity(entity: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "@type": "textEntity",
        "offset": entity["offset"],
        "length": entity["length"],
        "type": _type(entity),
    }


def _type(entity: Mapping[str, Any]) -> dict[str, Any]:
    kind = entity["type"]
    if kind == "pre" and entity.get("language"):
        return {"@type": "textEntityTypePreCode", "language": entity["language"]}
    if kind == "pre":
        return {"@type": "textEntityTypePre"}
    if kind == "text_link":
        return {"@type": _KINDS[kind], "url": entity["url"]}
    return {"@type": _KINDS[kind]}


def _lowered(message: str) -> str:
    return message[:1].lower() + message[1:] if message.startswith(("Can't", "Text")) else message
