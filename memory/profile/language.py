"""What a language's file says, and how it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from memory.profile.fields import FIELDS


@dataclass(frozen=True, slots=True)
class Rule:
    """ended: what the pattern finds no longer holds."""

    field: str
    pattern: regex.Pattern[str]
    ended: bool


@dataclass(frozen=True, slots=True)
class Language:
    """rules: a line with a field and a colon, then its patterns, one an indented line; under "not
    field:" those of what no longer holds. In a pattern a name in braces stands for what `parts`
    says of it (which may use those before it) and a space for any white space. A pattern finds
    `value`, or `proper`, which must be a proper name; and `key` where a field has several ("wife").
    Texts are matched in lower case, with Persian letters for Arabic ones, a plain apostrophe, and a
    space for each zero-width joiner.

    no_value: an expression for what looks like a value and is none ("it", "you").
    """

    name: str
    parts: dict[str, str]
    rules: str
    no_value: str

    def read(self) -> Iterator[Rule]:
        """Raises ValueError for a field that there is not."""
        head = field = ""
        for line in self.rules.strip().splitlines():
            if line[0] != " ":
                head = line.removesuffix(":")
                field = head.removeprefix("not ")
                if field not in FIELDS:
                    raise ValueError(f"{self.name}: there is no field {field!r}")
            else:
                yield Rule(field, regex.compile(self._filled(line)), head != field)

    def _filled(self, pattern: str) -> str:
        for name, part in reversed(self.parts.items()):
            pattern = pattern.replace("{" + name + "}", part)
        return regex.sub(r" +(\??)", _gap, pattern.strip())


def _gap(space: regex.Match[str]) -> str:
    return r"\s*" if space[1] else r"\s+"
