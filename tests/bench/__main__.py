"""python -m tests.bench: measurements run by hand; one file here is one subcommand."""

from __future__ import annotations

import ast
import pkgutil
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import tests.bench

PEERS = "peers"  # the engines that `queue` runs, each in an environment of its own


def subcommands() -> tuple[str, ...]:
    names = (module.name for module in pkgutil.iter_modules(tests.bench.__path__))
    return tuple(sorted(name for name in names if name != PEERS and not name.startswith("_")))


def about(name: str) -> str:
    """The first line of the subcommand's docstring; reads the file without running it."""
    file, folder = Path(__file__).with_name(f"{name}.py"), Path(__file__).with_name(name)
    source = (folder / "__init__.py" if folder.is_dir() else file).read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def main(argv: Sequence[str]) -> int:
    """Run the named subcommand's `run(argv)`; without one, say which there are."""
    if argv and argv[0] in subcommands():
        result: int = import_module(f"tests.bench.{argv[0]}").run(argv[1:])
        return result
    asked_for_help = bool(argv) and argv[0] in ("-h", "--help")
    if argv and not asked_for_help:
        print(f"no bench is called {argv[0]!r}", file=sys.stderr)
    print("usage: python -m tests.bench SUBCOMMAND …\n")
    for name in subcommands():
        print(f"  {name:12} {about(name)}")
    return 2 if argv and not asked_for_help else 0


if __name__ == "__main__":
    # Ended from outside, as by `timeout`, as with Ctrl-C: no server of ours stays behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    raise SystemExit(main(sys.argv[1:]))
