"""The commands of `python -m workers` and how they are written. Imports nothing heavy."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence

EPILOG = "Settings come from the environment and .env; .env.example lists them."
CHAT_NAME = re.compile(r"-?\d+(/\d+)?|\d+@\d+|terminal")


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
    show.add_argument(
        "chat", metavar="CHAT", type=chat_name, help="123, -100123/42, 55@999 or terminal"
    )
    _add_dead(_add(commands, "dead", "list, show, requeue or purge the turns that were given up"))
    lanes = _add(commands, "lanes", "show how full the lanes are")
    lanes.add_argument("--watch", action="store_true", help="again every second, until Ctrl-C")
    lanes.add_argument("--json", action="store_true", help="a line of JSON instead of a table")
    compare = _add(commands, "compare", "show what each kind of memory recalls, and why")
    compare.add_argument("--file", required=True, help="a JSON file: exchanges, question, params")
    compare.add_argument("--json", action="store_true", help="numbers (or texts) only, as JSON")
    compare.add_argument(
        "--all", action="store_true", help="with --json: every kind, not only those it names"
    )
    explain = _add(commands, "explain", "say what the kinds of memory are good and bad for")
    explain.add_argument("kind", nargs="?", metavar="KIND", help="only this one")
    parsed = parser.parse_args(list(_guarded(arguments)))
    if parsed.command == "dead":
        _check_chosen(parser, parsed)
    return parsed


def _add_dead(dead: argparse.ArgumentParser) -> None:
    dead.set_defaults(action="list")
    dead.add_argument("--most", type=int, default=50, metavar="N", help="newest N (default 50)")
    actions = dead.add_subparsers(metavar="ACTION")
    show = _add_action(actions, "show", "print whole letters, with what their users wrote")
    show.add_argument("ids", nargs="+", metavar="ID", help="as `dead` lists it")
    requeue = _add_action(actions, "requeue", "put turns back on their lanes, as if never tried")
    purge = _add_action(actions, "purge", "forget letters")
    for action in (requeue, purge):
        action.add_argument("ids", nargs="*", metavar="ID", help="as `dead` lists it")
        action.add_argument("--all", action="store_true", help="every letter")
    requeue.add_argument("--reason", metavar="REASON", help="those with it: model_unavailable")
    purge.add_argument("--older-than", type=days, metavar="DAYS", help="those given up before")


def _add_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, help_text: str
) -> argparse.ArgumentParser:
    action = actions.add_parser(name, help=help_text, description=help_text)
    action.set_defaults(action=name)
    return action


def _check_chosen(parser: argparse.ArgumentParser, parsed: argparse.Namespace) -> None:
    """Letters are requeued and purged by exactly one way to choose them."""
    if parsed.action in ("list", "show"):
        return
    filters = {"requeue": ("--reason", "reason"), "purge": ("--older-than", "older_than")}
    option, name = filters[parsed.action]
    chosen = (bool(parsed.ids), parsed.all, getattr(parsed, name) is not None)
    if sum(chosen) != 1:
        parser.error(f"dead {parsed.action} wants one of: ID ..., --all, {option}")


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


def days(text: str) -> float:
    """A number of days; raises ArgumentTypeError for anything else."""
    if not re.fullmatch(r"\d{1,5}(\.\d+)?", text):
        raise argparse.ArgumentTypeError("a number of days, such as 7 or 0.5")
    return float(text)


def chat_name(text: str) -> str:
    """A chat's name as people write it; raises ArgumentTypeError with what is wanted."""
    if not CHAT_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(
            "a chat is a Telegram chat id (123), one with a topic (-100123/42), who writes to a "
            "business account (55@999) or: terminal"
        )
    return text
