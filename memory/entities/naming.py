"""When two written names are one and the same."""

from __future__ import annotations

import regex

from memory.words import folded

_POSSESSIVE = regex.compile(r"['’]s$")
_ARTICLE = regex.compile(r"^(?:the|an?) (?=.)")
_GAP = regex.compile(r"[\s_]+")


def entity_key(name: str) -> str:
    """Names with one key are one entity, names with different keys are two, however many words
    they share: nothing here is fuzzy."""
    plain = _GAP.sub(" ", folded(name)).strip(" .,;:!?'\"-")
    return _ARTICLE.sub("", _POSSESSIVE.sub("", plain.replace("’", "'")))
