"""Sentences for tests, with the values that are to be found in them marked: pay ⟦5 EUR⟧."""

from __future__ import annotations

import regex

from memory.facts.extract import extract
from memory.facts.span import CONTAINERS

_MARKED = regex.compile("⟦(.*?)⟧")


def marked(sentence: str) -> list[str]:
    return [str(match[1]) for match in _MARKED.finditer(sentence)]


def found(sentence: str) -> list[str]:
    """What is found in the sentence without its marks: values that hold no others, in order."""
    text = sentence.replace("⟦", "").replace("⟧", "")
    spans = [span for span in extract(text) if span.kind not in CONTAINERS]
    return [text[span.start : span.end] for span in spans]
