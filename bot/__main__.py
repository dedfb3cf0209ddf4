"""`python -m bot`: receives what people write to the bot. With --local it answers as well."""

from __future__ import annotations

import argparse
import sys

from bot.webhook import Webhook, derived_secret
from settings import BadSettings, Settings, keep_tracing_off, load_settings
from workers.starting import run
from workers.telemetry import configure_logging

NO_ADDRESS = (
    "HAFEZ_WEBHOOK_URL: wanted with --webhook; the public https:// address at which Telegram "
    "reaches this process"
)


def main() -> int:
    options = parse(sys.argv[1:])
    try:
        settings = load_settings()
    except BadSettings as refused:
        print(refused, file=sys.stderr)
        return 2
    if settings.telegram_bot_token is None:
        print("TELEGRAM_BOT_TOKEN: wanted; @BotFather on Telegram gives one", file=sys.stderr)
        return 2
    if options.webhook and settings.webhook_url is None:
        print(NO_ADDRESS, file=sys.stderr)
        return 2
    configure_logging(settings.log_level, settings.secrets)
    keep_tracing_off()
    token = settings.telegram_bot_token.get_secret_value()
    webhook = webhook_of(settings, token) if options.webhook else None
    if options.local:
        from bot.serving import receive_and_work_until_told

        return run(receive_and_work_until_told(settings, token, webhook))
    from bot.receiving import receive_until_told

    return run(receive_until_told(settings, token, webhook))


def webhook_of(settings: Settings, token: str) -> Webhook:
    given = settings.webhook_secret
    secret = given.get_secret_value() if given else derived_secret(token)
    return Webhook(settings.webhook_url or "", secret, settings.webhook_listen)


def parse(arguments: list[str]) -> argparse.Namespace:
    """Leaves the process with status 2 and a usage line when the arguments are wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Receives what people write to the bot and puts it on the lanes.",
        epilog="Settings come from the environment and .env; .env.example lists them.",
    )
    parser.add_argument(
        "--local", action="store_true", help="answer in the same process, with a worker beside it"
    )
    parser.add_argument(
        "--webhook", action="store_true", help="be called by Telegram instead of polling it"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
