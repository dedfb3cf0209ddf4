"""The renderers measured: each makes messages, as Telegram would take them, of a text."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from telegramify_markdown import convert, split_entities

from bot.entities import entities_of
from bot.markdown import render
from bot.splitting import MOST_UNITS, split
from tests.bench._environments import ROOT, Engine
from tests.bench.rendering.verdict import Part
from tests.telegram import judge

Renderer = Callable[[str], Sequence[Part]]
CONVERTER = Engine("chatgpt-md-converter", "chatgpt_md_converter")


class Refused(Exception):
    """The parser refuses the markup itself; the text is what it says."""


def ours(text: str) -> Sequence[Part]:
    return [
        (part.text, [entity.model_dump(exclude_none=True) for entity in entities_of(part)])
        for part in split(render(text))
    ]


def telegramify(text: str) -> Sequence[Part]:
    """telegramify-markdown alone."""
    shown, entities = convert(text)
    parts = split_entities(shown, entities, MOST_UNITS)
    return [(part, [entity.to_dict() for entity in within]) for part, within in parts]


@contextmanager
def converter() -> Iterator[Renderer]:
    """chatgpt-md-converter alone, in a process and an environment of its own."""
    command = [str(CONVERTER.python), "-m", "tests.bench.peers.chatgpt_md_converter"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield lambda text: _converted(process, text)
        process.kill()


def _converted(process: subprocess.Popen[str], text: str) -> Sequence[Part]:
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(text) + "\n")
    process.stdin.flush()
    return [_parsed(part) for part in json.loads(process.stdout.readline())]


def _parsed(part: str) -> Part:
    text, entities, refusal = judge.parsed(part, "html")
    if refusal and "empty" not in refusal:
        raise Refused(refusal)
    return text, [_entity(entity) for entity in entities]


def _entity(found: Mapping[str, Any]) -> dict[str, Any]:
    """What of TDLib's entity the verdict reads."""
    told = found["type"]
    return {
        "type": _NAMES.get(told["@type"], "bold"),
        "offset": found["offset"],
        "length": found["length"],
        "url": told.get("url", ""),
        "language": told.get("language", ""),
    }


_NAMES = {
    "textEntityTypeBlockQuote": "blockquote",
    "textEntityTypeCode": "code",
    "textEntityTypePre": "pre",
    "textEntityTypePreCode": "pre",
    "textEntityTypeTextUrl": "text_link",
}
