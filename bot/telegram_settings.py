"""What the processes that know Telegram want of the settings."""

from __future__ import annotations

from typing import Protocol

from pydantic import SecretStr

from workers.backend import ServerSettings


class TelegramSettings(ServerSettings, Protocol):
    """The token, where the Bot API is, and who may talk to the bot (Telegram user ids)."""

    @property
    def telegram_bot_token(self) -> SecretStr | None: ...
    @property
    def telegram_api_url(self) -> str: ...
    @property
    def bot_id(self) -> str: ...
    @property
    def health_address(self) -> str | None: ...
    @property
    def allowed_users(self) -> frozenset[int]: ...
