"""`python -m workers`: reads the command, then imports what that command needs."""

from __future__ import annotations

import sys
from argparse import Namespace

from settings import BadSettings, Settings, keep_tracing_off, load_settings
from workers.cli import parse
from workers.starting import run
from workers.telemetry import configure_logging

WANTED = (
    "TELEGRAM_BOT_TOKEN: wanted, because the worker delivers its replies with it; "
    "`python -m workers chat` chats without one"
)


def main() -> int:
    arguments = parse(sys.argv[1:])
    if arguments.command == "compare":
        from workers.compare import run_compare

        return run_compare(arguments.file, as_json=arguments.json, every_kind=arguments.all)
    if arguments.command == "explain":
        from workers.explain import run_explain

        return run_explain(arguments.kind)
    try:
        settings = load_settings()
    except BadSettings as refused:
        print(refused, file=sys.stderr)
        return 2
    keep_tracing_off()
    return COMMANDS[arguments.command](settings, arguments)


def start(settings: Settings, arguments: Namespace) -> int:
    """Telegram and a worker in one process where there is a token, else the terminal."""
    if settings.telegram_bot_token is None:
        return chat(settings, arguments)
    from bot.serving import receive_and_work_until_told

    configure_logging(settings.log_level, settings.secrets)
    token = settings.telegram_bot_token.get_secret_value()
    return run(receive_and_work_until_told(settings, token))


def chat(settings: Settings, _: Namespace) -> int:
    from bot.texts.export_page import export_page
    from bot.texts.notices import notice_text
    from workers.terminal_app import Shown, chat_in_terminal

    chosen = "log_level" in settings.model_fields_set
    configure_logging(settings.log_level if chosen else "warning", settings.secrets)
    return run(chat_in_terminal(settings, Shown(notice_text, export_page)))


def show(settings: Settings, arguments: Namespace) -> int:
    from bot.texts.notices import notice_text
    from workers.showing import show_chat
    from workers.terminal import CHAT
    from workers.terminal_app import BOT

    configure_logging("warning", settings.secrets)
    if arguments.chat != CHAT and settings.telegram_bot_token is None:
        print("TELEGRAM_BOT_TOKEN: wanted, to know which bot's chat to show", file=sys.stderr)
        return 2
    bot_id = BOT if arguments.chat == CHAT else settings.bot_id
    return run(show_chat(settings, bot_id, arguments.chat, notice_text))


def dead(settings: Settings, arguments: Namespace) -> int:
    from workers.dead import run_dead

    configure_logging("warning", settings.secrets)
    return run(run_dead(settings, settings.bot_id, arguments))


def lanes(settings: Settings, arguments: Namespace) -> int:
    from workers.watching import show_lanes

    configure_logging("warning", settings.secrets)
    shown = show_lanes(settings, settings.bot_id, json=arguments.json, watch=arguments.watch)
    return run(shown)


def work(settings: Settings, _: Namespace) -> int:
    from bot.serving import work_until_told
    from workers.garbage import look_seldom

    if settings.telegram_bot_token is None:
        print(WANTED, file=sys.stderr)
        return 2
    configure_logging(settings.log_level, settings.secrets)
    look_seldom()
    return run(work_until_told(settings, settings.telegram_bot_token.get_secret_value()))


COMMANDS = {
    "chat": chat,
    "dead": dead,
    "lanes": lanes,
    "show": show,
    "start": start,
    "work": work,
}

if __name__ == "__main__":
    sys.exit(main())
