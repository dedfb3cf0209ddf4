"""adversarial FILE [--json]: which hard cases are read whole.

File: one case a line, {"id", "text", "expect": [{"value"}], "forbid_alone", "not_fact"}. A case is
whole when every expected value is kept exactly, or inside one kept value at most 24 characters
longer, and nothing of the other two lists is kept by itself.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from memory.facts.extract import extract

SLACK = 24  # characters


def kept_in(text: str) -> frozenset[str]:
    return frozenset(text[span.start : span.end] for span in extract(text))


def is_whole(case: Mapping[str, Any], kept: Collection[str]) -> bool:
    alone = {*case["forbid_alone"], *case["not_fact"]}
    return alone.isdisjoint(kept) and all(_is_kept(e["value"], kept) for e in case["expect"])


def _is_kept(value: str, kept: Collection[str]) -> bool:
    return any(value in each and len(each) <= len(value) + SLACK for each in kept)


def measure(path: Path) -> dict[str, Any]:
    lines = path.read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    failed = [case["id"] for case in cases if not is_whole(case, kept_in(case["text"]))]
    return {"cases": len(cases), "whole": len(cases) - len(failed), "failed": failed}


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench adversarial", description=__doc__)
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a sentence")
    asked = parser.parse_args(argv)
    try:
        found = measure(asked.file)
    except (OSError, KeyError, TypeError, ValueError) as error:
        print(f"the file cannot be measured: {error!r}", file=sys.stderr)
        return 2
    if asked.json:
        print(json.dumps(found, indent=1))
    else:
        failed = ", ".join(found["failed"]) or "none"
        print(f"{found['whole']} of {found['cases']} cases are whole; failed: {failed}")
    return 0
