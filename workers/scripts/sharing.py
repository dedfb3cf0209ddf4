"""What scripts share. Pure."""

from __future__ import annotations

import re


def with_what_it_uses(script: str, shared: str) -> str:
    """The script with those functions before it that it calls, and those that they call: each one
    that is declared costs a little at every call of the script. In `shared` an empty line ends a
    function, and functions call only those before them."""
    source = script
    for block in reversed(shared.strip().split("\n\n")):
        name = re.search(r"^local function (\w+)", block, re.MULTILINE)
        if name and re.search(rf"\b{name[1]}\(", source):
            source = f"{block}\n\n{source}"
    return source
