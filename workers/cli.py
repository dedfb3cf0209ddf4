"""The commands of `python -m workers` and how they are written. Imports nothing heavy."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence

EPILOG = "Settings come from the environment and .env; .env.example lists them."
CHAT_NAME = re.compile(r"-?\d+(/\d+)?|terminal")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command in `.command` ("work" without one) and its own arguments; leaves the process
    with status 2 and a usage line when they are wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m workers",
        description="Answers what people wrote to the bot. Without a command: works until stopped.",
        epilog=EPILOG,
    )
    parser.set_defaults(command="work")
    commands = parser.add_subparsers(metavar="COMMAND")
    _add(commands, "chat", "chat in the terminal; piped: one message a line")
    _add(commands, "start", "Telegram when TELEGRAM_BOT_TOKEN is set, else the terminal chat")
    show = _add(commands, "show", "print what a chat remembers")
    show.add_argument("chat", metavar="CHAT", type=chat_name, help="123, -100123/42 or terminal")
    dead = _add(commands, "dead", "list the turns that were given up")
    dead.add_argument("--most", type=int, default=50, metavar="N", help="newest N (default 50)")
    compare = _add(commands, "compare", "show what each kind of memory recalls, and why")
    compare.add_argument("--file", required=True, help="a JSON file: exchanges, question, params")
    compare.add_argument("--json", action="store_true", help="numbers only, as JSON")
    return parser.parse_args(list(_guarded(arguments)))


def _guarded(arguments: Sequence[str]) -> Iterator[str]:
    """A group's id begins with a minus; "--" before it says that it is no option."""
    for argument in arguments:
        if argument[:1] == "-" and argument[1:2].isdigit():
            yield "--"
        yield argument


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    help_text: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=help_text, description=help_text, epilog=EPILOG)
    command.set_defaults(command=name)
    return command


def chat_name(text: str) -> str:
    """A chat's name as people write it; raises ArgumentTypeError with what is wanted."""
    if not CHAT_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(
            "a chat is a Telegram chat id (123), one with a topic (-100123/42) or: terminal"
        )
    return text
