"""python -m tests.pictures: runs the product and draws docs/*.svg from what it did."""

from __future__ import annotations

import logging
import sys

import structlog

from tests.pictures import (
    drawn_chat,
    drawn_memory,
    drawn_recall,
    drawn_telegram,
    measured_recall,
)
from tests.processes import ROOT

PICTURES = {
    "chat": drawn_chat.picture,
    "memory": drawn_memory.picture,
    "recall": drawn_recall.picture,
    "telegram": drawn_telegram.telegram,
    "persian": drawn_telegram.persian,
    "group": drawn_telegram.group,
}


def main() -> int:
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    to_stderr = structlog.PrintLoggerFactory(sys.stderr)
    structlog.configure(wrapper_class=quiet, logger_factory=to_stderr)
    measured_recall.write()
    for name, picture in PICTURES.items():
        file = ROOT / "docs" / f"{name}.svg"
        file.parent.mkdir(exist_ok=True)
        file.write_text(picture(), encoding="utf-8")
        print(file.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
