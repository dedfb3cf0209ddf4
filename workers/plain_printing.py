"""Printing for any terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def print_plainly(text: str) -> None:
    """Letters that the terminal's encoding lacks are shown as question marks. Whoever reads it may
    stop early, as `head` does."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(text.encode(encoding, "replace").decode(encoding), flush=True)
    except BrokenPipeError:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115  # or Python complains at its end
