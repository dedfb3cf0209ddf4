"""Texts put together at random from pieces of nasty ones: what nobody would think to write."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

SIGNS = (
    *("`", "``", "```\n", "```py\n", "````\n", "~~~\n", "*", "**", "_", "__", "~", "~~", "||"),
    *("[", "](https://e.com/x)", "](./r)", "](<a b>)", "]", "[r]", "\n[r]: http://z.com\n", "[^1]"),
    *("<", "<b>", "</div>", "\n<div>\n", "<https://e.com>", "<a@b.c>", "<!-- c -->", "<br>"),
    *("\n|a|b|\n|-|-|\n|", "|", "$", "$$", "$x^2$", "\\", "\\(a_1\\)", "\\[b\\]", "\\*"),
    *("# ", "\n> ", "\n- ", "\n1. ", "\n    ", "\n\n", "\n", " ", "\t", "  \n", "---", "==="),
    *(
        "- [ ] ",
        "![i](http://i.png)",
        "&lt;",
        "&amp;",
        "\r\n",
        "\x00",
        "\u202e",
        "\u200b",
        "\u2066",
    ),
    *(
        "😀",
        "👨‍👩‍👧",
        "e\u0301",
        "سلام",
        "می‌روم",
        "你好",
        "привет",
        "مرحبا",
        "HX-48213",
        "2026-11-30",
    ),
    *("+98 912 345 6789", "__init__.py", "2*3*4", "C:\\x", "http://localhost/x", "@name", "#tag"),
)
BEFORE = ("> ", "- ", "1. ", "  ", "   ", "    ", "\t", ">", "> > ", "- - ", "  - ", "|", "# ")
_PIECE = re.compile(r"\S+|\s+")


def fuzzed(nasty: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, str]]:
    """`count` texts with their ids; the same seed makes the same ones."""
    dice = random.Random(seed)
    for number in range(count):
        yield f"fuzz {seed}.{number}", _text(nasty, dice)


def _text(nasty: Sequence[str], dice: random.Random) -> str:
    return _of_lines(nasty, dice) if dice.random() < 0.4 else _of_pieces(nasty, dice)


def _of_lines(nasty: Sequence[str], dice: random.Random) -> str:
    """Lines of any texts under each other, in lists and quotes that nobody opened."""
    lines: list[str] = []
    for _ in range(dice.randint(1, 6)):
        found = dice.choice(nasty)[:2000].split("\n")
        start = dice.randrange(len(found))
        taken = found[start : start + dice.randint(1, 5)]
        before = dice.choice(BEFORE) if dice.random() < 0.4 else ""
        lines += [before + line for line in taken]
    return "\n".join(lines)


def _of_pieces(nasty: Sequence[str], dice: random.Random) -> str:
    """Whole texts, their words, and signs, in any order."""
    parts: list[str] = []
    for _ in range(dice.randint(1, 14)):
        source = dice.choice(nasty)
        pieces = _PIECE.findall(source[:2000]) or [source]
        match dice.randint(0, 9):
            case 0:
                parts.append(source[: dice.randint(1, 400)])
            case 1 | 2:
                start = dice.randrange(len(pieces))
                parts += pieces[start : start + dice.randint(1, 12)]
            case _:
                parts.append(dice.choice(SIGNS))
    return "".join(parts)
