"""chatgpt-md-converter: a line of JSON in (a text), a line of JSON out (its messages as HTML)."""

from __future__ import annotations

import json
import sys

from chatgpt_md_converter import split_html_for_telegram, telegram_format


def main() -> None:
    for line in sys.stdin:
        try:
            parts = split_html_for_telegram(telegram_format(json.loads(line)))
        except Exception as fault:  # noqa: BLE001 - whatever it is, the text did not arrive
            parts = [f"<failed>{type(fault).__name__}"]
        print(json.dumps(parts), flush=True)


if __name__ == "__main__":
    main()
