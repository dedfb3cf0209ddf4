"""Printing for any terminal."""

from __future__ import annotations

import sys


def print_plainly(text: str) -> None:
    """Letters that the terminal's encoding lacks are shown as question marks."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))
