"""Names in a text that its sources do not have: translated, spelled in other letters, made up."""

from __future__ import annotations

from collections.abc import Iterator

import regex

_SCRIPTS = {
    name: regex.compile(rf"\p{{{name}}}")
    for name in (
        "Latin",
        "Arabic",
        "Han",
        "Cyrillic",
        "Greek",
        "Hebrew",
        "Devanagari",
        "Hiragana",
        "Katakana",
        "Hangul",
        "Thai",
    )
}
_LATIN_WORD = regex.compile(r"(?<![\p{L}\p{N}_])\p{Latin}[\p{Latin}'’-]+")
_STARTS = regex.compile(r"(?:^|[.!?:;\n“\"(*-])\s*$")
_ALLOWED = frozenset(
    [
        *("user", "assistant", "chat", "telegram", "english", "persian", "farsi", "chinese"),
        *("arabic", "russian", "german", "french", "spanish", "turkish", "hindi", "japanese"),
    ]
)
"""Words that a summary may bring along."""
_NOUN_LIKE = 0.3
"""Share of words with a capital letter above which a language writes its nouns so (German)."""
_LEAST_LETTERS = 40


def names_nobody_said(sentence: str, said: str) -> bool:
    """Whether it has a word in letters that the sources do not use, or a Latin name that they do
    not have."""
    if any(
        sign.search(sentence) and not sign.search(said)
        for name, sign in _SCRIPTS.items()
        if name != "Latin" or not _mostly_latin(sentence)
    ):
        return True
    known = said.casefold()
    return any(name.casefold() not in known for name in _names(sentence))


def _names(sentence: str) -> Iterator[str]:
    """Latin words: in other scripts all of them, in Latin ones those with a capital letter where
    none is due."""
    words = list(_LATIN_WORD.finditer(sentence))
    foreign = not _mostly_latin(sentence)
    capitals = [word for word in words if word[0][0].isupper()]
    if not foreign and len(capitals) > max(3, _NOUN_LIKE * len(words)):
        return
    for word in words if foreign else capitals:
        begins = not foreign and _STARTS.search(sentence[: word.start()])
        plain = regex.sub(r"['’]s?$", "", word[0])
        if not begins and len(plain) > 1 and plain.casefold() not in _ALLOWED:
            yield plain


def _mostly_latin(text: str) -> bool:
    return main_script(text) in ("Latin", "")


def main_script(text: str) -> str:
    """The script of most of its letters, "" for a text without letters."""
    counts = {name: len(sign.findall(text)) for name, sign in _SCRIPTS.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""


def other_script(text: str, sources: str) -> bool:
    """Whether a text is written in other letters than what it was made from."""
    main = main_script(sources)
    letters = sum(len(sign.findall(text)) for sign in _SCRIPTS.values())
    if not main or letters < _LEAST_LETTERS // 4:
        return False
    return len(_SCRIPTS[main].findall(text)) < 0.2 * letters
