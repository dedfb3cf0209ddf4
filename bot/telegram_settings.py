"""What the processes that know Telegram want of the settings."""

from __future__ import annotations

from typing import Literal, Protocol

from pydantic import SecretStr

from workers.backend import ServerSettings
from workers.limit_settings import LimitSettings


class AccessSettings(Protocol):
    """Who may talk to the bot; `allowed_users` are Telegram ids of people and of groups."""

    @property
    def access(self) -> Literal["closed", "public"]: ...
    @property
    def owners(self) -> frozenset[int]: ...
    @property
    def allowed_users(self) -> frozenset[int]: ...


class TelegramSettings(ServerSettings, AccessSettings, LimitSettings, Protocol):
    """The token, where the Bot API is and how much it takes (0: anything), who may talk to the
    bot, and what it is called in groups beside its user name."""

    @property
    def telegram_bot_token(self) -> SecretStr | None: ...
    @property
    def telegram_api_url(self) -> str: ...
    @property
    def sends_per_second(self) -> float: ...
    @property
    def telegram_rich(self) -> Literal["off", "auto", "always"]: ...
    @property
    def feedback_buttons(self) -> Literal["off", "auto", "always"]: ...
    @property
    def bot_id(self) -> str: ...
    @property
    def names(self) -> frozenset[str]: ...
    @property
    def health_address(self) -> str | None: ...
