"""`python -m bot`: receives what people write to the bot. With --local it answers as well."""

from __future__ import annotations

import argparse
import sys

from settings import BadSettings, keep_tracing_off, load_settings
from workers.starting import run
from workers.telemetry import configure_logging


def main() -> int:
    local = parse(sys.argv[1:]).local
    try:
        settings = load_settings()
    except BadSettings as refused:
        print(refused, file=sys.stderr)
        return 2
    if settings.telegram_bot_token is None:
        print("TELEGRAM_BOT_TOKEN: wanted; @BotFather on Telegram gives one", file=sys.stderr)
        return 2
    configure_logging(settings.log_level, settings.secrets)
    keep_tracing_off()
    token = settings.telegram_bot_token.get_secret_value()
    if local:
        from bot.serving import receive_and_work_until_told

        return run(receive_and_work_until_told(settings, token))
    from bot.receiving import receive_until_told

    return run(receive_until_told(settings, token))


def parse(arguments: list[str]) -> argparse.Namespace:
    """Leaves the process with status 2 and a usage line when the arguments are wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Receives what people write to the bot, by polling, and puts it on the lanes.",
        epilog="Settings come from the environment and .env; .env.example lists them.",
    )
    parser.add_argument(
        "--local", action="store_true", help="answer in the same process, with a worker beside it"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
